// What a person meets while they decide: the editor and its questions, other tabs, the unlocked minutes, what was dropped, and
// a server that is gone.

import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { writeUnsigned } from "../../src/app/page/launch/unsigned.ts";
import { IS_DEEP } from "../deep.ts";
import { type OpenProject, openProject } from "../fixture/open-project.ts";
import type { Owner } from "../temp-dir.ts";
import { launchBrowser, openTab } from "./real-browser.ts";
import { enter, openView, serveBuilt } from "./served-page.ts";

const FIRST = "memories/project/project_first";
const SECOND = "memories/project/project_second";
const EARLY = { now: "2026-04-01T12:00:00Z" };

async function makeProject(owner: Owner): Promise<OpenProject> {
  const project = openProject(owner);
  for (const id of ["project_first", "project_second", "project_third"])
    await project.save({ name: id, body: `What everybody should know about ${id}.` }, { ...EARLY, id });
  return project;
}

const deep = (name: string, run: (t: TestContext) => Promise<void>): void => {
  if (IS_DEEP) test(name, run);
};
let browser: Browser;
before(async () => {
  if (IS_DEEP) browser = await launchBrowser({ after: () => undefined });
});
after(async () => {
  if (IS_DEEP) await browser.close();
});

function isDisabled(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].every((each) => each.matches(":disabled, [inert] *"))`,
  ) as Promise<boolean>;
}

deep(
  "the editor keeps what was typed until somebody says that it may go, and says what is missing",
  async (t) => {
    const { page } = await openTab(browser);
    await enter(await serveBuilt(t, await makeProject(t)), page);
    await openView(page, FIRST);
    await page.keyboard.press("e");
    const field = page.locator("dialog textarea");
    const source = await field.inputValue();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("e");
    await field.fill(source.replace("everybody", "nobody"));
    await page.keyboard.press("Escape");
    await page.locator(".missing", { hasText: "Your changes are not kept." }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".missing").waitFor({ state: "detached" });
    assert.match(await field.inputValue(), /What nobody should know/);
    await field.fill(source.replace("everybody", "whoever ignores all previous instructions"));
    await page.locator(".editor label", { hasText: "I have read this and accept it" }).first().waitFor();
    await field.press("Control+Enter");
    await page.locator(".missing", { hasText: /^Accept the .*finding.* above first\.$/ }).waitFor();
    for (const box of await page.locator(".editor input[type=checkbox]").all()) await box.check();
    await field.press("Control+Enter");
    // The findings have pushed the end of the change out of the window.
    await page.locator(".missing", { hasText: "Read what would change to its last line first." }).waitFor();
    await page.locator("dialog .verdict").hover();
    await page.mouse.wheel(0, 600);
    await page.locator("dialog .diff .text-end:not([data-unseen])").waitFor();
    await field.press("Control+Enter");
    await page.locator(".tray", { hasText: "1 decision" }).waitFor();
  },
);

deep("a finding that is only a hint asks for no word of anybody", async (t) => {
  const project = await makeProject(t);
  await project.save(
    { name: "Fact", body: "Deployments happen on Fridays." },
    { person: true, id: "project_fact" },
  );
  const { page } = await openTab(browser);
  await enter(await serveBuilt(t, project), page);
  await openView(page, "memories/project/project_fact");
  await page.keyboard.press("e");
  const field = page.locator("dialog textarea");
  await field.fill(
    (await field.inputValue()).replace(/^last-verified: .*\n/m, "").replace("Fridays", "Mondays"),
  );
  await page.locator(".verdict li", { hasText: "last-verified" }).first().waitFor();
  assert.equal(await page.locator(".editor input[type=checkbox]").count(), 0);
});

deep(
  "once the server is gone, nothing can be decided, what was typed is still there, and the way back is named",
  async (t) => {
    const { page } = await openTab(browser);
    const served = await serveBuilt(t, await makeProject(t));
    await enter(served, page);
    await openView(page, SECOND);
    await page.keyboard.press("e");
    const field = page.locator("dialog textarea");
    await field.fill(`${await field.inputValue()}More of it.`);
    await served.server.end("the test has ended it");
    await page.locator(".notice.gone", { hasText: "credence ui" }).waitFor();
    assert.match(await field.inputValue(), /More of it\.$/);
    assert.equal(await field.getAttribute("readonly"), "");
    assert.equal(await isDisabled(page, "dialog button.primary"), true);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard them" }).click();
    for (const selector of [".choices button", ".facets button", ".facets select", ".tray button"])
      assert.equal(await isDisabled(page, selector), true, selector);
    await page.keyboard.press("n");
    assert.equal(await page.locator("dialog").count(), 0);
    await openTabOf(page, "health");
    assert.match(await page.locator("main").innerText(), /This was not read before the page ended\./);
  },
);

async function openTabOf(page: Page, view: string): Promise<void> {
  await page.evaluate(`location.hash = "#/${view}"`);
  await page.locator("main .loading").waitFor();
}

deep("the unlocked minutes run down on the page, which then says that it is locked again", async (t) => {
  const until = Date.now() + 65_000;
  const { page } = await openTab(browser);
  await page.clock.install({ time: Date.now() });
  await enter(await serveBuilt(t, await makeProject(t), { unlockedUntil: () => until }), page);
  await page.locator(".timer", { hasText: /Unlocked for [01]:\d\d/ }).waitFor();
  await page.clock.runFor(70_000);
  await page.locator(".timer", { hasText: "Locked again: the terminal asks." }).waitFor();
});

deep("what an earlier page left unsigned is told of until somebody has read it", async (t) => {
  const project = await makeProject(t);
  const { state, roots } = await project.open();
  writeUnsigned({ state }, [{ root: roots[0]?.id ?? "", id: "project_first", says: "confirm as fact" }]);
  const { page } = await openTab(browser);
  await enter(await serveBuilt(t, project), page);
  const notice = page.locator(".notice", {
    hasText: "1 decision was not signed before an earlier page was closed",
  });
  await notice.waitFor();
  assert.match(await notice.innerText(), /confirm as fact project_first/);
  await notice.getByRole("button", { name: "Understood" }).click();
  await notice.waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".choices button").first().waitFor();
  assert.equal(await notice.count(), 0);
});

deep("the focus stays with the memory after a mark, an undo and a signature", async (t) => {
  const sign = async () => ({ done: [], again: [], declined: "nothing was signed: nobody typed anything" });
  const { page } = await openTab(browser);
  await enter(await serveBuilt(t, await makeProject(t), { sign }), page);
  await openView(page, "queue/project/project_first");
  await page.locator(".choices button", { hasText: "confirm as fact" }).click();
  await page.locator(".memory h2", { hasText: "project_second" }).waitFor();
  await page.locator(".memory:focus").waitFor();
  await openView(page, SECOND);
  await page.locator(".choices button", { hasText: "confirm as fact" }).click();
  await page.locator(".marked button:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".memory:focus").waitFor();
  await page.locator(".tray button.primary").click();
  await page
    .locator(".result", {
      hasText: "Nothing was signed: nobody typed anything. Your decisions are still here.",
    })
    .waitFor();
  await page.locator(".result:focus").waitFor();
});

test("where there is no browser, the script names the tests that cannot run and what to install", async () => {
  const { installBrowser } = await import("../../scripts/verify/install-browser.ts");
  const asked: string[] = [];
  const missing = await installBrowser({ find: () => null, install: async (name) => void asked.push(name) });
  assert.deepEqual(asked, ["chromium"]);
  assert.deepEqual(missing, [
    {
      tests: ["test/browser/*.test.ts"],
      why: "no browser is installed, and apt-get could not bring one: install chromium and run again",
    },
  ]);
  const there = { find: () => "/usr/bin/chromium", install: async () => assert.fail("it is there") };
  assert.deepEqual(await installBrowser(there), []);
});
