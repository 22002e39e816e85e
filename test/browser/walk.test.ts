// The page as a person uses it: a real terminal, a real browser, a real root, keys alone. What is on disk is looked at after
// every part of it.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import { findText } from "../fixture/tree.ts";
import type { Owner } from "../temp-dir.ts";
import { openFrom, type PageTerminal, runPageAtTerminal } from "./page-at-terminal.ts";
import { launchBrowser, openTab } from "./real-browser.ts";

const PASSPHRASE = "correct horse battery";
const DAY_MS = 86_400_000;
/** Long enough ago that nothing is observed any more. */
const LONG_AGO = new Date(Date.now() - 30 * DAY_MS).toISOString().replace(/\.\d+Z/, "Z");

/** As the journal has it, in the order of the keys. */
const DONE = [
  ...[0, 1, 2, 3, 4, 5].map((at) => `promote project_rule_${at} person`),
  "demote project_rule_6 person",
  "update project_rule_7 person",
  "retire project_rule_8 person",
];

/** The memory that was open is erased, and in the end nobody listens. */
const EXPECTED = /404 .*id=project_rule_2$|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED/;

type Walk = { readonly project: InitProject; readonly page: Page; readonly terminal: PageTerminal };

async function startProject(owner: Owner): Promise<InitProject> {
  const project = await initProject(owner, { state: "real" });
  for (let at = 0; at < 10; at += 1) {
    await project.save(`project_rule_${at}`, {
      name: `Rule ${at}`,
      body: `The kite of number${at} is deployed on Fridays.`,
      now: LONG_AGO,
    });
  }
  await project.done(["spool", "clear"], { answers: [PASSPHRASE, PASSPHRASE, ""] });
  return project;
}

function fileOf(project: InitProject, at: number): string {
  const [path, ...more] = globSync(join(project.root, `*/project_rule_${at}.md`));
  assert.deepEqual(more, []);
  return path === undefined ? "" : `${path.slice(project.root.length + 1)}\n${readFileSync(path, "utf8")}`;
}

function filesOf(project: InitProject): string[] {
  return Array.from({ length: 10 }, (_, at) => fileOf(project, at));
}

/** What the journal says was done, to which memory and by whom. */
function journalOf(project: InitProject): string[] {
  const lines = globSync(join(project.state, "**/journal.ndjson")).flatMap((path) =>
    readFileSync(path, "utf8").trim().split("\n"),
  );
  return lines.map((line) => JSON.parse(line)).map(({ command, id, actor }) => `${command} ${id} ${actor}`);
}

async function found(project: InitProject, ...words: string[]): Promise<string> {
  return (await project.call(["search", ...words, "--json"])).stdout;
}

async function sign({ page, terminal }: Walk): Promise<void> {
  await page.keyboard.press("S");
  await terminal.see("passphrase of your person key");
  terminal.type(PASSPHRASE);
}

/** The memory is open, and can be decided. */
async function showing(page: Page, name: string): Promise<void> {
  await page.locator(".memory h2", { hasText: name }).waitFor();
  await page.locator(".choices button").first().waitFor();
}

async function reviewTen({ page }: Walk): Promise<void> {
  for (let at = 0; at < 6; at += 1) {
    await showing(page, `Rule ${at}`);
    await page.keyboard.press("y");
  }
  await showing(page, "Rule 6");
  await page.keyboard.press("n");
  await page.keyboard.type("nobody does that");
  await page.keyboard.press("Enter");
  await showing(page, "Rule 7");
  await page.keyboard.press("e");
  const field = page.locator("dialog textarea");
  await field.fill((await field.inputValue()).replace("Fridays", "Mondays"));
  await page.locator("dialog .added", { hasText: "Mondays" }).waitFor();
  await page.keyboard.press("Control+Enter");
  await showing(page, "Rule 8");
  await page.keyboard.press("r");
  await showing(page, "Rule 9");
  await page.keyboard.press("y");
  await page.locator(".tray", { hasText: "10 decisions" }).waitFor();
  await page.keyboard.press("u");
  await page.locator(".tray", { hasText: "9 decisions" }).waitFor();
}

async function walkReview(walk: Walk): Promise<void> {
  const { page, terminal, project } = walk;
  const before = filesOf(project);
  const journal = journalOf(project);
  await reviewTen(walk);
  assert.deepEqual(filesOf(project), before, "a mark changes nothing");
  assert.deepEqual(journalOf(project), journal);
  await sign(walk);
  await terminal.see("9 decisions carried out, 0 handed back");
  await page.locator(".result", { hasText: "9 decisions were carried out" }).waitFor();
  const after = filesOf(project);
  for (const at of [0, 1, 2, 3, 4, 5, 7])
    assert.match(after[at] ?? "", /^memories\/[\s\S]*trust-level: verified/);
  assert.match(after[6] ?? "", /^quarantine\/[\s\S]*quarantine-reason: nobody does that/);
  assert.match(after[8] ?? "", /status: retired/);
  assert.match(after[7] ?? "", /deployed on Mondays/);
  assert.deepEqual(journalOf(project).slice(journal.length), DONE);
  assert.equal(after[9], before[9]);
  assert.match(await found(project, "Mondays"), /project_rule_7/);
  await page.locator(".rows", { hasText: "Rule 9" }).waitFor();
  await page.locator(".rows", { hasText: "Rule 5" }).waitFor({ state: "detached" });
}

async function walkSearch({ page }: Walk): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await page.locator(".list-row .row-name").first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("number3");
  await page.locator(".total", { hasText: /^1 / }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await showing(page, "Rule 3");
}

async function walkRecall({ page }: Walk): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await page.keyboard.press("/");
  await page.keyboard.type("when is the kite of number4 deployed");
  await page.locator(".recalled .text", { hasText: "The kite of number4 is deployed on Fridays." }).waitFor();
  await page.locator(".entries li", { hasText: "number4" }).first().waitFor();
  await page.keyboard.press("Escape");
}

/** Searches for one of the memories, and has it on the screen. */
async function searchFor(page: Walk["page"], number: number): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await page.keyboard.press("/");
  await page.keyboard.type(`number${number}`);
  await page.locator(".total", { hasText: /^1 / }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await showing(page, `Rule ${number}`);
}

async function walkForget(walk: Walk): Promise<void> {
  const { page, terminal, project } = walk;
  await searchFor(page, 2);
  await page.keyboard.press("f");
  await page.keyboard.type("asked for");
  await page.keyboard.press("Tab");
  await page.keyboard.type("forget");
  await page.keyboard.press("Enter");
  await page.locator(".tray", { hasText: "1 decision" }).waitFor();
  await sign(walk);
  await terminal.see("for good? [y/N]");
  terminal.type("y");
  await terminal.see("1 decision carried out, 0 handed back");
  await page.locator(".result", { hasText: "1 decision was carried out" }).waitFor();
  assert.equal(fileOf(project, 2), "");
  assert.match(journalOf(project).at(-1) ?? "", /^forget [0-9a-f]{32} person$/);
  assert.deepEqual(findText(project.base, "number2"), []);
  assert.doesNotMatch(await found(project, "number2"), /project_rule_2/);
}

async function walkExport({ page }: Walk): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.locator(".chart").first().waitFor();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "JSON" }).click();
  const path = await (await waiting).path();
  assert.equal(typeof JSON.parse(readFileSync(path, "utf8")), "object");
}

/** A decision that nobody signed ends with the page, which says so and offers no signature. */
async function walkEnd({ page, terminal }: Walk): Promise<void> {
  await searchFor(page, 3);
  await page.keyboard.press("n");
  const go = page.locator(".question button.primary");
  assert.equal(await go.isDisabled(), true);
  await page.keyboard.type("doubtful");
  assert.equal(await go.isDisabled(), false);
  await page.keyboard.press("Enter");
  await page.locator(".tray", { hasText: "1 decision" }).waitFor();
  await terminal.press("q", "q again drops");
  await terminal.press("q", "[exit 0]");
  await page.locator(".notice.gone", { hasText: "credence ui" }).waitFor();
  assert.equal(await page.locator(".tray", { hasText: "1 decision" }).count(), 0);
}

test("ten memories are reviewed, one is edited, one undone, all signed at the terminal; then search, recall, forget and export", async (t) => {
  const project = await startProject(t);
  const { page, complaints } = await openTab(await launchBrowser(t), { acceptDownloads: true });
  const terminal = runPageAtTerminal(t, project);
  await openFrom(terminal, page);
  const walk = { project, page, terminal };
  for (const part of [walkReview, walkSearch, walkRecall, walkForget, walkExport]) {
    await part(walk);
  }
  await walkEnd(walk);
  assert.deepEqual(
    complaints.filter((each) => !EXPECTED.test(each)),
    [],
  );
});
