// A page of another server on loopback, in the same browser, while ours is open beside it: it gets nothing and changes
// nothing.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { openProject } from "../fixture/open-project.ts";
import { readRows } from "../fixture/rows.ts";
import type { Owner } from "../temp-dir.ts";
import { launchBrowser, openTab } from "./real-browser.ts";
import { enter, openView, serveBuilt } from "./served-page.ts";

/** What a page of another origin can try; each ends with what it learned. */
const TRIES = readRows<readonly [name: string, attempt: string]>(import.meta.dirname, "other-origin.ndjson");

async function serveOther(owner: Owner): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>another</title><body>another");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  owner.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

for (const tries of IS_DEEP ? [TRIES] : [])
  test("a second server on another loopback port gets nothing in the same browser", async (t) => {
    const project = openProject(t);
    await project.save();
    const served = await serveBuilt(t, project);
    const { page } = await openTab(await launchBrowser(t));
    await enter(served, page);
    await openView(page, "memories");
    const other = await page.context().newPage();
    await other.goto(await serveOther(t));
    const ours = `http://127.0.0.1:${served.port}`;
    for (const [name, attempt] of tries) {
      const learned = await other.evaluate(
        `(async (ours) => { try { return await ${attempt} } catch { return null } })(${JSON.stringify(ours)})`,
      );
      assert.equal(learned, null, name);
    }
    assert.deepEqual(
      served.told.filter((each) => each.startsWith("ended")),
      [],
    );
    await openView(page, "queue");
  });
