// Nothing is vouched for unseen on the page: what raises a text is closed until the text, what changed in it, and both texts of
// a pair were in view to their last line.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { IS_DEEP } from "../deep.ts";
import { writeBeside } from "../fixture/branches.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { type OpenProject, openProject } from "../fixture/open-project.ts";
import type { StartedPage } from "../web/started-page.ts";
import { launchBrowser, openTab } from "./real-browser.ts";
import { enter, openView, serveBuilt } from "./served-page.ts";

const ID = "project_long";
const EARLY = { now: "2026-04-01T12:00:00Z" };
const NARROW = { width: 360, height: 500 };
const WIDE = { width: 1280, height: 900 };
const UNSEEN = "Not shown to its end yet: read on to its last line, then decide.";

const lines = (count: number, between = "\n"): string =>
  Array.from({ length: count }, (_, at) => `Rule ${at} of many we keep.`).join(between);

let browser: Browser;
before(async () => {
  browser = await launchBrowser({ after: () => undefined });
});
after(() => browser.close());

const deep = (name: string, run: (t: TestContext) => Promise<void>): void => {
  if (IS_DEEP) test(name, run);
};

type Shown = { readonly page: Page; readonly served: StartedPage; readonly project: OpenProject };

async function showMemory(t: TestContext, body: string, viewport = WIDE): Promise<Shown> {
  const project = openProject(t);
  await project.save({ name: "Long", body }, { ...EARLY, id: ID });
  return show(t, project, { viewport });
}

async function show(t: TestContext, project: OpenProject, { viewport = WIDE, id = ID } = {}): Promise<Shown> {
  const served = await serveBuilt(t, project);
  const { page } = await openTab(browser, { viewport });
  page.setDefaultTimeout(6_000);
  t.after(() => page.context().close());
  await enter(served, page);
  await openView(page, `memories/project/${id}`);
  await page.locator(".choices button").first().waitFor();
  return { page, served, project };
}

/** Closed for the eye, the ear, the key and the mouse alike. */
async function expectClosed({ page, served }: Shown, key = "y"): Promise<void> {
  const closed = page.locator(".choices button[aria-disabled=true]", { hasText: key });
  await closed.first().waitFor();
  const described = await closed.first().getAttribute("aria-describedby");
  assert.ok((await page.locator(`#${described}`).innerText()).startsWith(UNSEEN));
  await page.keyboard.press(key);
  await page.locator("[aria-live]", { hasText: UNSEEN }).waitFor({ state: "attached" });
  await closed.first().click({ force: true });
  await page.waitForTimeout(300);
  assert.equal(served.server.countMarks(), 0);
  assert.equal(await page.locator("dialog").count(), 0);
}

async function expectOpen({ page, served }: Shown, key = "y"): Promise<void> {
  await page.locator(".seen-note", { hasText: "✓ Shown to its end" }).waitFor();
  await page.locator("[aria-live]", { hasText: "Shown to the end of " }).waitFor({ state: "attached" });
  assert.equal(await page.locator(".choices [aria-disabled]").count(), 0);
  await page.keyboard.press(key);
  await page.locator(".tray", { hasText: "1 decision" }).waitFor();
  assert.equal(served.server.countMarks(), 1);
}

const isLastLineShown = (page: Page, words: string): Promise<boolean> =>
  page.locator(".memory .line", { hasText: words }).last().isVisible();

test("of 49 lines nothing is folded, y does nothing but say why, and space pages to the end, where it opens", async (t) => {
  const shown = await showMemory(t, lines(49), { width: 1280, height: 700 });
  const { page } = shown;
  assert.equal(await page.getByRole("button", { name: /^Show all/ }).count(), 0);
  assert.equal(await page.locator(".memory .quoted .line").count(), 49);
  await expectClosed(shown);
  for (let left = 10; left > 0 && (await page.locator("[data-unseen]").count()) > 0; left -= 1) {
    await page.locator("body").press("Space");
    await page.waitForTimeout(250);
  }
  assert.ok(await isLastLineShown(page, "Rule 48"));
  await expectOpen(shown);
});

deep("whoever jumps over the end of 2 000 lines has not seen it, and space goes back to it", async (t) => {
  const shown = await showMemory(t, lines(2_000), NARROW);
  await toBottom(shown.page);
  await expectClosed(shown);
  await shown.page.keyboard.press("Space");
  await expectOpen(shown);
});

/** What is laid out on the way makes it longer. */
async function toBottom(page: Page): Promise<void> {
  for (let left = 5; left > 0; left -= 1) {
    await page.evaluate("document.querySelector('.split-detail').scrollTop = 1e9");
    await page.waitForTimeout(50);
  }
}

for (const viewport of IS_DEEP ? [WIDE, NARROW] : []) {
  const where = `${viewport.width} by ${viewport.height}`;
  test(`one line of 60 000 characters is wrapped, and End goes to its end, at ${where}`, async (t) => {
    const shown = await showMemory(t, lines(2_400, " ").slice(0, 60_000), viewport);
    await expectClosed(shown);
    const sideways = await shown.page.evaluate(
      "[...document.querySelectorAll('.memory .quoted, .memory .line, .split-detail')].filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className)",
    );
    assert.deepEqual(sideways, []);
    await shown.page.keyboard.press("End");
    await expectOpen(shown);
  });

  test(`the mark behind a text counts for whoever comes to it by the tab key, at ${where}`, async (t) => {
    const shown = await showMemory(t, lines(300), viewport);
    const { page } = shown;
    await page.locator(".memory").focus();
    for (let left = 5; left > 0 && (await page.locator("[data-unseen]").count()) > 0; left -= 1)
      await page.keyboard.press("Tab");
    assert.equal(await page.locator(".text-end:focus").count(), 1);
    await expectOpen(shown);
  });
}

deep("what changed since the approval has to be seen to its end, too", async (t) => {
  const project = openProject(t);
  await project.save({ name: "Long", body: lines(10) }, { ...EARLY, id: ID, person: true });
  appendFileSync(join(project.root, "memories", `${ID}.md`), `${lines(60).replaceAll("Rule", "Law")}\n`);
  const shown = await show(t, project);
  const { page } = shown;
  await expectClosed(shown);
  await page.keyboard.press("End");
  await page.locator(".quoted .text-end:not([data-unseen])").waitFor();
  await expectClosed(shown);
  await page.keyboard.press("End");
  await page.locator(".diff .text-end:not([data-unseen])").waitFor();
  await page.locator(".choices [aria-disabled]").first().waitFor({ state: "detached" });
});

deep("of two texts that a merge kept, both have to be seen to their end", async (t) => {
  const project = openProject(t);
  const call = inProcess(project);
  const file = join(project.root, "memories", `${ID}.md`);
  await project.save(
    { name: "Long", body: "The first words of it, which nobody keeps." },
    { ...EARLY, id: ID },
  );
  const base = readFileSync(file, "utf8");
  const [ours, theirs] = [lines(50).replaceAll("Rule", "Law"), lines(50).replaceAll("Rule", "Custom")];
  for (const body of [ours, theirs]) {
    writeFileSync(file, base);
    assert.equal((await call(["update", ID, "--body", body, "--now", "2026-04-02T12:00:00Z"])).exit, 0);
  }
  const text = readFileSync(file, "utf8");
  const second = writeBeside(project, ID, text);
  writeFileSync(file, text.replace(theirs, ours));
  const shown = await show(t, project, { id: second });
  await expectClosed(shown, "b");
  await shown.page.keyboard.press("End");
  await shown.page.locator(".quoted .text-end:not([data-unseen])").waitFor();
  await expectClosed(shown, "b");
  await shown.page.keyboard.press("End");
  await expectOpen(shown, "b");
});

deep(
  "a text that changes on disk takes its mark with it, and its act is closed again until it was seen",
  async (t) => {
    const shown = await showMemory(t, lines(60));
    const { page, served, project } = shown;
    await page.keyboard.press("End");
    await expectOpen(shown);
    appendFileSync(join(project.root, "memories", `${ID}.md`), "And one line that nobody has read.\n");
    await page.locator(".notice", { hasText: "or the text was changed" }).waitFor();
    assert.equal(served.server.countMarks(), 0);
    await page
      .locator(".news", { hasText: `${ID} has changed since you decided: look at it again` })
      .waitFor();
    await page.locator(".quoted", { hasText: "And one line that nobody has read." }).waitFor();
    await expectClosed(shown, "a");
  },
);

deep(
  "what would be edited is seen to its end before the editor opens, and what changes before it is kept",
  async (t) => {
    const shown = await showMemory(t, lines(120));
    const { page, served } = shown;
    await expectClosed(shown, "e");
    await page.keyboard.press("End");
    await page.locator(".choices [aria-disabled]").first().waitFor({ state: "detached" });
    await page.keyboard.press("e");
    const field = page.locator("dialog textarea");
    await field.fill((await field.inputValue()).replaceAll("Rule", "Law"));
    await page.locator("dialog .diff [data-unseen]").waitFor();
    await field.press("Control+Enter");
    await page.locator(".missing", { hasText: "Read what would change to its last line first." }).waitFor();
    assert.equal(served.server.countMarks(), 0);
    await page.locator("dialog .text-end").scrollIntoViewIfNeeded();
    await page.locator("dialog .diff .text-end:not([data-unseen])").waitFor();
    await field.press("Control+Enter");
    await page.locator(".tray", { hasText: "1 decision" }).waitFor();
  },
);
