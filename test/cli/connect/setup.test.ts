// Setup, from a home in which nothing was set up. The screens are what a person sees; what they answered is checked on disk.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note, writeNotes } from "../../app/transfer/import/claude-notes.ts";
import { inProcess } from "../../fixture/command-in-process.ts";
import { PASSPHRASE } from "../../fixture/keyed-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { shareRoot } from "../../fixture/scratch-project.ts";
import { findText, readTree } from "../../fixture/tree.ts";
import { addNotes, KEY, walk } from "./setup-walk.ts";

const FIRST_SCREEN = readFileSync(join(import.meta.dirname, "first-screen.txt"), "utf8");
const LAST_SCREEN = readFileSync(join(import.meta.dirname, "last-screen.txt"), "utf8");

test("setup asks about capture, asks whether to go on, makes the key and connects every agent; again it has nothing to do", async (t) => {
  const project = walk(t, ["claude", "codex"]);
  const { exit, stdout, stderr } = await project.setUp(["", "", ...KEY], []);
  assert.deepEqual([exit, stderr], [0, ""]);
  assert.equal(stdout, FIRST_SCREEN + LAST_SCREEN);
  assert.deepEqual(project.asked.slice(0, 2), [
    "Keep your prompts on this machine for 14 days, known secrets removed, so that\nmemories can be suggested? They are sent nowhere unless you later choose a\nprovider. [y/N] ",
    "Go on? [Y/n/details] ",
  ]);
  assert.deepEqual(project.config(), { capture: { enabled: false }, roots: { auto: true } });
  assert.equal(project.hasKey(), true);
  assert.equal(existsSync(join(project.userRoot, "memories")), true);
  assert.equal(existsSync(project.root), false);
  for (const file of [".claude/settings.json", ".codex/hooks.json"])
    assert.match(readFileSync(join(project.home, file), "utf8"), /credence\/state\/launch/);
  const before = readTree(project.base);
  const again = await project.setUp(["n"]);
  assert.equal(again.exit, 0, again.stderr);
  assert.match(
    again.stdout,
    /So far {3}Claude Code is connected · Codex is connected · you have a person key/,
  );
  assert.match(again.stdout, /memories in your home: yes · capture: off\nnothing was changed\n$/);
  assert.deepEqual(readTree(project.base), before);
  // Bare `credence` is help again.
  assert.equal((await project.setUp([], [])).exit, 64);
});

test("an answer is changed by running it again, with the passphrase, and only that answer changes", async (t) => {
  const project = walk(t, ["claude"]);
  assert.equal((await project.setUp(["y", "", ...KEY])).exit, 0);
  assert.deepEqual(project.config(), { capture: { enabled: true }, roots: { auto: true } });
  const changed = await project.setUp(["y", "", "n", "31", "x", "3", "n", PASSPHRASE]);
  assert.equal(changed.exit, 0, changed.stderr);
  const after = { capture: { enabled: false }, roots: { auto: true }, trust: { observation_days: 3 } };
  assert.deepEqual(project.config(), after);
  const wrong = await project.setUp(["y", "n", "", "", "n", "wrong", "wrong", "wrong"]);
  assert.match(wrong.stderr, /^(?:.*\n)*error: NEEDS_PERSON: wrong passphrase/);
  assert.match(wrong.stdout, /capture: off · days before review asks: 3\n/);
  assert.deepEqual(project.config(), after);
});

test("no to going on changes nothing, and in the details every step can be declined by itself", async (t) => {
  const project = walk(t, ["claude", "codex"]);
  const before = readTree(project.base);
  assert.match((await project.setUp(["y", "n"])).stdout, /nothing was changed\n$/);
  const none = await project.setUp(["", "details", "n", "n", "n", "n", "", "n", "n"]);
  assert.match(none.stdout, /nothing was changed\n$/);
  assert.deepEqual(readTree(project.base), before);
  // Codex alone, and nothing else.
  const { exit, stdout } = await project.setUp(["", "d", "n", "y", "n", "y", "", "n", "y"]);
  assert.equal(exit, 0);
  assert.match(stdout, /its file would change/);
  assert.equal(
    stdout.slice(stdout.indexOf(" – ")),
    ` – Claude Code is not connected: credence install claude-code
 – no person key, so nothing can be approved, and capture stays off: credence
   setup
 – no memory in your home: credence init makes a root for a project

Start your agent here and say:  remember that we deploy on Tuesdays
To begin with what a repository says itself:  learn this project with Credence
Later:  credence review · credence status · credence import
`,
  );
  assert.deepEqual([project.config(), project.hasKey(), existsSync(project.userRoot)], [null, false, false]);
  assert.equal(existsSync(join(project.home, ".codex/hooks.json")), true);
  assert.equal(existsSync(join(project.home, ".claude/settings.json")), false);
});

test("interrupted at any question it has changed nothing, and goes on when it is run again", async (t) => {
  const project = walk(t, ["claude"]);
  const all = ["y", "details", "y", "y", "y", "", "y", "n", "y", ...KEY];
  const before = readTree(project.base);
  for (let typed = 0; typed < all.length; typed += 1) {
    const { exit, stderr } = await project.setUp(all.slice(0, typed));
    assert.deepEqual([exit, stderr.startsWith("error: NEEDS_PERSON: no ")], [1, true], `${typed}: ${stderr}`);
    assert.deepEqual(readTree(project.base), before, String(typed));
  }
  assert.equal((await project.setUp(all)).exit, 0);
  assert.deepEqual(project.config(), { capture: { enabled: true }, roots: { auto: true } });
});

test("without an agent there is still a key and a place, and the end says what to do", async (t) => {
  const project = walk(t, []);
  const { exit, stdout } = await project.setUp(["", "", ...KEY]);
  assert.equal(exit, 0);
  assert.match(stdout, /^Found {4}no coding agent that Credence knows · project shop$/m);
  assert.match(
    stdout,
    /\nNo agent is connected: credence setup looks again\. Meanwhile:\n {2}credence save 'we deploy on Tuesdays'\n/,
  );
  assert.deepEqual([project.hasKey(), existsSync(project.userRoot)], [true, true]);
});

test("settings that cannot be read are named before the question and at the end, stay as they are, and are a failure", async (t) => {
  const project = walk(t, ["claude", "codex"]);
  const file = join(project.home, ".claude/settings.json");
  mkdirSync(join(project.home, ".claude"));
  writeFileSync(file, '{ "model": "opus", ');
  const named = /Claude Code: \S*\/\.claude\/settings\.json:/;
  const { exit, stdout } = await project.setUp(["", "", ...KEY]);
  const [first = "", last = ""] = stdout.replaceAll(/\n {3,}/g, " ").split(/(?= ✗ )/);
  assert.match(first, named);
  assert.match(last, /^ ✗ Claude Code is not connected: \S*\/\.claude\/settings\.json: .*\n/);
  assert.match(stdout, /✓ Codex is prepared/);
  assert.equal(exit, 1);
  assert.equal(readFileSync(file, "utf8"), '{ "model": "opus", ');
  // Everything else is set up now, and this is still not.
  const again = await project.setUp([""]);
  assert.deepEqual([again.exit, again.stdout.includes(" ✗ Claude Code is not connected:")], [1, true]);
  // Whoever wants nothing of it has nothing that failed.
  assert.equal((await project.setUp(["n"])).exit, 0);
  const script = await project.setUp(null, ["setup", "--yes"]);
  assert.deepEqual([script.exit, script.stdout.includes(file)], [1, true], script.stdout);
});

test("--yes connects agents and does nothing else; nobody is asked, and an agent is refused", async (t) => {
  const project = walk(t, ["claude"]);
  addNotes(project);
  const before = readTree(project.base);
  const alone = await project.setUp(null);
  assert.match(
    alone.stderr,
    /^error: NEEDS_PERSON: setup asks a person: .*\nhint: credence setup --yes connects /,
  );
  const agent = await inProcess(project)(["setup", "--yes"], { env: { CLAUDECODE: "1" } });
  assert.match(
    agent.stderr,
    /^error: NEEDS_PERSON: only a person can set up Credence: an agent runs this command/,
  );
  assert.deepEqual(readTree(project.base), before);
  const { exit, stdout } = await project.setUp(null, ["setup", "--yes"]);
  assert.equal(exit, 0);
  assert.match(stdout, /^Claude Code 2\.1\.50: connected$/m);
  assert.deepEqual([project.config(), project.hasKey(), existsSync(project.userRoot)], [null, false, false]);
  assert.equal(existsSync(project.root), false);
  // A person who comes later is still asked.
  const later = await project.setUp(["", "n"]);
  assert.equal(later.stderr, "");
  assert.match(later.stdout, /So far {3}Claude Code is connected\n/);
});

test("notes about this project are looked at one by one; what is left is offered again, what is here is not", async (t) => {
  const project = walk(t, ["claude"]);
  addNotes(project);
  const { exit, stdout } = await project.setUp(["", "", ...KEY, "", "y", "a", "n"]);
  // Something was left out that somebody may miss.
  assert.equal(exit, 1);
  const offered = project.asked.filter((screen) => screen.includes("leave out"));
  // A reference is not offered as a fact.
  assert.deepEqual(
    offered.map((screen) => [/^\| name: (.*)$/m.exec(screen)?.[1], screen.includes("[y] fact")]),
    [
      ["Deploying", true],
      ["Board", false],
      ["Tabs", true],
    ],
  );
  assert.match(stdout, /^ {9}4 notes about this project in Claude Code's own memory$/m);
  assert.match(
    stdout,
    /\n ✓ notes: 1 approved, 1 kept as advice, 2 left out\n {3}project_token\.md: SECRET_DETECTED: [\s\S]*?looks like a GitHub token/,
  );
  assert.equal(stdout.includes(SAMPLE_SECRET), false);
  assert.deepEqual(await project.standings(), ["project_deploy verified", "reference_board inferred"]);
  assert.equal(findText(project.home, "Another project").length, 1);
  const again = await project.setUp(["", "", PASSPHRASE, "q"]);
  assert.match(again.stdout, /^ {9}1 note about this project in /m);
  assert.match(again.stdout, /\n – stopped: credence setup goes on with the others\n/);
  const last = await project.setUp(["", "n"]);
  assert.match(last.stdout, /\n – 1 note stays where it is: credence import\n/);
  const taken = await project.setUp(["", "", PASSPHRASE, "a"]);
  assert.match(taken.stdout, /\n ✓ notes: 0 approved, 1 kept as advice, 1 left out\n/);
  const done = await project.setUp([""]);
  assert.match(done.stdout, /\nnothing was changed\n$/);
  assert.deepEqual(await project.standings(), [
    "project_deploy verified",
    "reference_board inferred",
    "user_tabs inferred",
  ]);
});

test("Enter at each question of the notes imports none of them, and doctor counts what stays", async (t) => {
  const project = walk(t, ["claude"]);
  addNotes(project);
  const { stdout } = await project.setUp(["", "", ...KEY, "", "", "", ""]);
  assert.match(stdout, /\n ✓ notes: 0 approved\n – stopped: credence setup goes on with the others\n/);
  assert.deepEqual(await project.standings(), []);
  const doctor = await project.setUp(null, ["doctor"]);
  assert.match(doctor.stdout, /auto-memory: Claude Code keeps 5 notes of its own about this project, /);
  const again = await project.setUp(["", "n"]);
  assert.match(again.stdout, /\n – 3 notes stay where they are: credence import\n/);
});

test("outside git there is no place for notes, so nobody is asked about them", async (t) => {
  const project = walk(t, ["claude"]);
  addNotes(project);
  rmSync(join(project.top, ".git"), { recursive: true });
  const { exit, stdout } = await project.setUp(["", "", ...KEY]);
  assert.equal(exit, 0);
  assert.match(stdout, /· no git project here\n {9}4 notes about this project in /);
  assert.match(stdout, /\n – 4 notes stay where they are: credence import\n/);
});

test("notes that would be shared want a yes, many are left to import, and without a place or a key they stay", async (t) => {
  // In a test state the key makes itself.
  const project = walk(t, ["claude"], "test");
  addNotes(project);
  const many = Array.from({ length: 51 }, (_, each) => [`project_n${each}.md`, note(`N${each}`)]);
  const keyless = await project.setUp(["", "d", "", "", "", "", "n", "n", ""]);
  assert.match(keyless.stdout, /\n – 4 notes stay where they are: credence import\n/);
  const placeless = await project.setUp(["", "d", "n", "", "", "n", ""]);
  assert.match(placeless.stdout, /\n – 4 notes stay where they are: credence import\n/);
  assert.equal((await project.setUp([], ["init", "--never"])).exit, 0);
  const declined = await project.setUp(["y", "y", "", "", "n", ""]);
  assert.equal(declined.exit, 1);
  assert.match(
    declined.stdout,
    /\n – the notes stay where they are: there is no memory root, and none is made: the\n {3}user wants none here \(credence init --never\); /,
  );
  shareRoot(project);
  const shared = await project.setUp(["", ""]);
  assert.match(
    project.asked.at(-1) ?? "",
    /^\nWhat you take goes to \.claude\/memory\/, which the repository shares\.\nLook at the 3 notes about this project now\? \[y\/N\] $/,
  );
  assert.match(shared.stdout, /\n – 3 notes stay where they are: credence import\n/);
  assert.deepEqual(await project.standings(), []);
  writeNotes(project, project.top, Object.fromEntries(many));
  const large = await project.setUp([""]);
  assert.match(large.stdout, /\n {9}55 notes about this project in Claude Code's own memory\n/);
  assert.match(large.stdout, /\nnothing was changed\n$/);
});
