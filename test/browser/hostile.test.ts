// Memories that try to become part of the page. Each stays a text: no element, no attribute and no style comes from it.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { IS_DEEP } from "../deep.ts";
import { memoryText } from "../fixture/memory-text.ts";
import { openProject } from "../fixture/open-project.ts";
import { launchBrowser, openTab } from "./real-browser.ts";
import { enter, openView, serveBuilt, VIEWS } from "./served-page.ts";

const MARKUP = {
  script: "<script>window.taken = 1</script>",
  handler: '<img src="x" onerror="window.taken = 1"><b onclick="window.taken = 1">press</b>',
  style: "<style>header { display: none } body { background: url(https://example.com/x) }</style>",
  drawing:
    '<svg onload="window.taken = 1"><foreignObject><iframe src="javascript:window.taken=1"></iframe></svg>',
  link: '<a href="javascript:window.taken=1">here</a> [here](javascript:window.taken=1)',
  closing: '</div></main></body><form action="https://example.com"><input name="passphrase"></form>',
  template: '{{constructor.constructor("window.taken=1")()}} #{window.taken=1} <!--#include file="x"-->',
  direction: "\u202Etxet desrever\u202C \u2067rtl\u2069 \u200Bhidden\u200B",
} as const;

/** What an element is, without its text. */
const SKELETON = `[...document.querySelectorAll("*")].flatMap((element) =>
  [element.localName, ...element.getAttributeNames()].map((name) => name.toLowerCase()))`;
const HOSTILE_PARTS = `({
  taken: window.taken ?? null,
  scripts: document.scripts.length,
  sheets: document.styleSheets.length,
  frames: document.querySelectorAll("iframe, object, embed, form, img, style, base, meta[http-equiv]").length,
  links: [...document.querySelectorAll("[href], [src], [action]")].map((each) => each.getAttribute("href") ?? each.getAttribute("src") ?? each.getAttribute("action")).filter((each) => !/^(#\\/|\\/page\\.|\\/icon\\.)/.test(each)),
  header: document.querySelector("header.top").getBoundingClientRect().toJSON(),
})`;

/** Attributes and elements that our own marks for findings and unseen characters add. */
const OUR_MARKS = new Set(["mark", "title", "aria-pressed", "aria-expanded"]);

async function skeletonOf(page: Page): Promise<Set<string>> {
  return new Set((await page.evaluate(SKELETON)) as string[]);
}

for (const kinds of IS_DEEP ? [Object.entries(MARKUP)] : [])
  test("a hostile memory changes nothing in the page but text", async (t) => {
    const project = openProject(t);
    const directory = join(project.root, "memories");
    writeFileSync(join(directory, "project_plain.md"), memoryText({ body: "Nothing but words.\nAnd more." }));
    for (const [kind, markup] of kinds) {
      const name = JSON.stringify(`${kind} ${markup}`);
      const text = memoryText({ name, description: name, body: `${markup}\n${markup}`, tags: ["x"] });
      writeFileSync(join(directory, `project_${kind}.md`), text);
    }
    const served = await serveBuilt(t, project);
    const { page, complaints } = await openTab(await launchBrowser(t));
    await enter(served, page);
    await openView(page, "memories/project/project_plain");
    const [plain, known] = [await page.evaluate(HOSTILE_PARTS), await skeletonOf(page)];
    for (const [kind, markup] of kinds) {
      await openView(page, `memories/project/project_${kind}`);
      await page
        .locator(".memory .text", { hasText: kind === "direction" ? "hidden" : markup })
        .first()
        .waitFor();
      assert.deepEqual(await page.evaluate(HOSTILE_PARTS), plain, kind);
      const added = [...(await skeletonOf(page))].filter((each) => !known.has(each) && !OUR_MARKS.has(each));
      assert.deepEqual(added, [], kind);
    }
    for (const view of VIEWS) {
      await openView(page, view);
      assert.deepEqual(await page.evaluate(HOSTILE_PARTS), plain, view);
    }
    assert.deepEqual(complaints, []);
  });

for (const lines of IS_DEEP ? [30_000] : [])
  test("thirty thousand lines and a name of a megabyte are folded, and the page goes on answering", async (t) => {
    const project = openProject(t);
    const directory = join(project.root, "memories");
    writeFileSync(join(directory, "project_long.md"), memoryText({ body: "a line\n".repeat(lines) }));
    writeFileSync(join(directory, "project_name.md"), memoryText({ name: "n".repeat(1_000_000) }));
    const served = await serveBuilt(t, project);
    const { page, complaints } = await openTab(await launchBrowser(t));
    await enter(served, page);
    for (const id of ["project_long", "project_name"]) {
      await openView(page, `kept-out/project/${id}`);
      await page.locator(".memory .text").waitFor();
      const shown = Number(await page.evaluate("document.querySelector('#page').textContent.length"));
      assert.ok(shown < 60_000, `${id}: ${shown} characters`);
      assert.ok((await page.locator(".line").count()) <= 60);
      const whole = page.getByRole("button", { name: /^Show all/ });
      if ((await whole.count()) > 0) await whole.first().click();
      await page.keyboard.press("g");
      await page.keyboard.press("q");
      await page.locator("main.view-queue").waitFor();
    }
    assert.deepEqual(complaints, []);
  });
