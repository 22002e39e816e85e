// The review at a real terminal, screen by screen.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { atTerminal, type Screen } from "../../fixture/at-terminal.ts";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { reviewProject, TODAY } from "../../fixture/review-project.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

const KEYS = "[q]uit:";
const AS_TEST_PERSON = ["review", "--as-test-person", "--now", TODAY];

/** What was on it, without what differs from machine to machine. */
function rowsOf({ text }: Screen): string[] {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/^(digest {7})[0-9a-f]{64}$/gm, "$1DIGEST")
    .replaceAll(/^(created {6}\S+ on ).+$/gm, "$1HOST")
    .split("\n");
}

const OVERVIEW = [
  "",
  "3 to review",
  "  1  inferred    project_one · you said this; confirm it?",
  "  2  inferred    project_two · you said this; confirm it?",
  "  3  inferred    project_x · you said this; confirm it?",
  "",
  "Enter to begin, q to quit: ",
];

/** One is confirmed, one demoted after a look at its details, and then they quit and sign. */
const SCREENS = readFileSync(join(import.meta.dirname, "review-screens.txt"), "utf8").split("\n");

test("the passphrase is asked for once, then one memory a screen, and nothing else is on it", async (t) => {
  const project = await initProject(t, { state: "real" });
  for (const id of ["project_one", "project_two", "project_x"])
    await project.save(id, { more: ["--dictated"] });
  const screen = await atTerminal(project, ["review"], {
    replies: [
      ["Enter to begin", "\r", "key"],
      ["Choose a passphrase", "correct horse"],
      ["once more:", "correct horse"],
      ["Enter when it is on paper:", ""],
      [KEYS, "y", "key"],
      [KEYS, "d", "key"],
      [KEYS, "n", "key"],
      ["why?", "it is not so"],
      [KEYS, "q", "key"],
      // Typed at the wrong question it is no answer, and is not shown either.
      ["Enter alone signs nothing:", "correct horse"],
      ["Enter alone signs nothing:", "sign"],
    ],
  });
  assert.deepEqual([screen.exit, screen.unasked, screen.echoes], [0, 0, true], screen.text);
  assert.equal(screen.text.includes("correct horse"), false);
  const rows = rowsOf(screen);
  assert.deepEqual(rows.slice(0, OVERVIEW.length), OVERVIEW);
  // In between a passphrase is chosen.
  assert.deepEqual(rows.slice(-SCREENS.length), SCREENS);
  assert.equal(rows.length, OVERVIEW.length + 9 + SCREENS.length);
});

test("an interrupt ends the review unsigned with its last line, and the terminal is as it was", async (t) => {
  const project = await reviewProject(t);
  const screen = await atTerminal(project, AS_TEST_PERSON, {
    replies: [
      ["Enter to begin", "\r", "key"],
      [KEYS, "n", "key"],
      [KEYS, "\u0003"],
    ],
  });
  assert.deepEqual([screen.exit, screen.echoes], [0, true], screen.text);
  assert.deepEqual(rowsOf(screen).slice(-3, -1), [
    "1 decision marked and not signed: nothing was changed",
    "0 reviewed; 8 left",
  ]);
});

/** Ends the process that runs it, as a power cut would. */
const KILLER = `#!/bin/sh
sed -i 's/it came up/it was asked for/' "$1"
pid=$PPID
case "$(ps -o comm= -p "$pid")" in *node*|*MainThread*) ;; *) pid=$(ps -o ppid= -p "$pid") ;; esac
kill -9 $pid
`;

async function killWhileEditing(project: InitProject): Promise<Screen> {
  const editor = join(project.base, "editor.sh");
  writeFileSync(editor, KILLER, { mode: 0o755 });
  const replies = [
    ["Enter to begin", "\r", "key"],
    [KEYS, "n", "key"],
    [KEYS, "e", "key"],
  ] as const;
  return atTerminal(project, AS_TEST_PERSON, { replies, env: { EDITOR: editor } });
}

test("a review that is killed while somebody edits has signed nothing, and the edit is in its file", async (t) => {
  const project = await reviewProject(t);
  const screen = await killWhileEditing(project);
  assert.equal(screen.exit, 137, screen.text);
  const path = /^editing (.+)$/m.exec(screen.text.replaceAll("\r", ""))?.[1] ?? "";
  assert.match(readFileSync(path, "utf8"), /it was asked for/);
  rmSync(dirname(path), { recursive: true });
  const { stdout } = await project.done(["review", "--json"], { now: TODAY });
  assert.equal(JSON.parse(stdout)[0].id, "project_wished");
  assert.match((await standingsOf(project))["project_changed"] ?? "", /^foreign: changed since approval/);
});
