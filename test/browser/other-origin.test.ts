// A page of another server on loopback, in the same browser, while ours is open beside it: it gets nothing and changes
// nothing.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { openProject } from "../fixture/open-project.ts";
import type { Owner } from "../temp-dir.ts";
import { launchBrowser, openTab } from "./real-browser.ts";
import { enter, openView, serveBuilt } from "./served-page.ts";

/** What a page of another origin can try; each ends with what it learned. */
const TRIES: Readonly<Record<string, string>> = {
  read: "fetch(ours + '/api/overview').then((r) => r.text())",
  readWithCookies: "fetch(ours + '/api/overview', { credentials: 'include' }).then((r) => r.text())",
  readBlindly:
    "fetch(ours + '/api/overview', { mode: 'no-cors' }).then((r) => r.text()).then((t) => t === '' ? Promise.reject('opaque') : t)",
  readThePage: "fetch(ours + '/').then((r) => r.text())",
  post: "fetch(ours + '/api/sign', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then((r) => r.text())",
  postPlainly:
    "fetch(ours + '/api/end', { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: '{}' }).then((r) => r.text()).then((t) => t === '' ? Promise.reject('opaque') : t)",
  cookies: "Promise.resolve(document.cookie === '' ? Promise.reject('none') : document.cookie)",
  storage: "Promise.resolve(sessionStorage.getItem('credence-secret') ?? Promise.reject('none'))",
  frame:
    "new Promise((resolve, reject) => { const f = document.createElement('iframe'); f.src = ours + '/'; f.onload = () => { try { resolve(f.contentDocument.body.innerHTML) } catch { reject('closed') } }; document.body.append(f); setTimeout(() => reject('blank'), 2000) }).then((t) => t === '' ? Promise.reject('blank') : t)",
  opener:
    "new Promise((resolve, reject) => { const w = open(ours + '/'); setTimeout(() => { try { resolve(w.sessionStorage.getItem('credence-secret') ?? reject('none')) } catch { reject('closed') } }, 1500) })",
  image:
    "new Promise((resolve, reject) => { const i = new Image(); i.onload = () => resolve('an image'); i.onerror = () => reject('none'); i.src = ours + '/icon.svg' })",
  script:
    "new Promise((resolve, reject) => { const s = document.createElement('script'); s.onload = () => resolve('our script runs here'); s.onerror = () => reject('none'); s.src = ours + '/page.js'; document.body.append(s) })",
};

async function serveOther(owner: Owner): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>another</title><body>another");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  owner.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

for (const tries of IS_DEEP ? [Object.entries(TRIES)] : [])
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
