// Setup at a real terminal: one walk in the quick gate, and every step declined or broken off in the deep one. Whatever ended
// it, the next run goes on, and comes to the same end.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { IS_DEEP } from "../../deep.ts";
import { atTerminal, type Typing } from "../../fixture/at-terminal.ts";
import { AGAIN, CHOOSE, PASSPHRASE, WRITTEN } from "../../fixture/keyed-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText, readTree } from "../../fixture/tree.ts";
import { builtScript } from "./connect-project.ts";
import { addNotes, type Programs, type Walk, walk } from "./setup-walk.ts";

type Reply = NonNullable<Typing["replies"]>[number];

const CAPTURE = "provider. [y/N]";
const GO_ON = "Go on? [Y/n/details]";
const LOOK = "now? [Y/n]";
const EACH = "[q]uit:";
const ANSWERS: readonly Reply[] = [
  [CAPTURE, "n"],
  [GO_ON, ""],
  [CHOOSE, PASSPHRASE],
  [AGAIN, PASSPHRASE],
  [WRITTEN, ""],
  [LOOK, "y"],
  [EACH, "y"],
  [EACH, "a"],
  [EACH, "a"],
];
/** The first that comes after a change. */
const LOOKS = 5;
const TAKEN = ["project_deploy verified", "reference_board inferred", "user_tabs inferred"];

const SCREEN = readFileSync(join(import.meta.dirname, "setup-screen.txt"), "utf8");

function normalize(text: string): string {
  return text
    .replaceAll("\r", "")
    .replace(/(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}/, "CODE")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z on \S+/g, "TIME on MACHINE");
}

/** The whole build: its hooks answer when they are proved. */
async function play(project: Walk, replies: readonly Reply[], { before = "", args = ["setup"] } = {}) {
  const script = await builtScript();
  return atTerminal(project, args, { replies, before, script, env: { PATH: project.path } });
}

/** On disk: the key, the answers, the settings of the clients, the memories, and of the notes the secret nowhere else. */
async function assertSetUp(project: Walk, files: readonly string[], told = ""): Promise<void> {
  assert.equal(project.hasKey(), true, told);
  assert.deepEqual(project.config(), { capture: { enabled: false }, roots: { auto: true } }, told);
  for (const file of files)
    assert.match(readFileSync(join(project.home, file), "utf8"), /credence\/state\/launch/, told);
  assert.deepEqual(await project.standings(), TAKEN, told);
  assert.equal(findText(project.base, SAMPLE_SECRET).length, 1, told);
  assert.equal(existsSync(join(project.top, ".claude")), false, told);
}

const FILES = { claude: ".claude/settings.json", codex: ".codex/hooks.json" } as const;

test("at a real terminal the built program connects two agents, makes the key, and takes the notes that a person wants", async (t) => {
  const project = walk(t, ["claude", "codex"], "real");
  addNotes(project);
  const { exit, text, echoes, unasked } = await play(project, ANSWERS, { args: [] });
  assert.deepEqual([exit, echoes, unasked], [1, true, 0], text);
  assert.equal(normalize(text), SCREEN);
  assert.equal(text.includes(PASSPHRASE), false);
  await assertSetUp(project, Object.values(FILES));
});

/** A minute each on a slow machine; in the quick gate `setup.test.ts` tries the same without a terminal. */
function inDeepGate<Case>(cases: readonly Case[]): readonly Case[] {
  return IS_DEEP ? cases : [];
}

const PRESENT: readonly Programs[] = [["claude"], ["codex"], []];

for (const programs of inDeepGate(PRESENT))
  test(`with ${programs[0] ?? "no program"} on PATH`, async (t) => {
    const project = walk(t, programs, "real");
    addNotes(project);
    const { exit, text, unasked } = await play(project, ANSWERS);
    assert.deepEqual([exit, unasked], [1, 0], text);
    assert.doesNotMatch(text, /✗/);
    // Whoever has notes of Claude Code has its directory, too.
    await assertSetUp(project, [FILES.claude, ...programs.map((name) => FILES[name])]);
  });

/** Each step as it is asked for in the details, and what a no to it alone leaves undone. */
const STEPS: readonly (readonly [asked: string, undone: (project: Walk) => boolean])[] = [
  ["Connect Claude Code? [Y/n]", ({ home }) => !existsSync(join(home, FILES.claude))],
  ["Connect Codex? [Y/n]", ({ home }) => !existsSync(join(home, FILES.codex))],
  ["first memory? [Y/n]", ({ userRoot }) => !existsSync(userRoot)],
  [
    "provider. [",
    ({ config }) => JSON.stringify(config()) === '{"capture":{"enabled":false},"roots":{"auto":true}}',
  ],
  ["Choose one now? [Y/n]", ({ hasKey, config }) => !hasKey() && config() === null],
];

for (const [declined, [step]] of inDeepGate([...STEPS.entries()]))
  test(`a no to «${step}» leaves that undone, and nothing else`, async (t) => {
    const project = walk(t, ["claude", "codex"], "real");
    const hasKey = declined !== 4;
    const { exit, text, unasked } = await play(project, [
      [CAPTURE, "y"],
      [GO_ON, "details"],
      ...STEPS.slice(0, 4).map(([asked], each): Reply => [asked, each === declined ? "n" : "y"]),
      ["0 to 30 [7]", ""],
      ["Choose one now? [Y/n]", hasKey ? "y" : "n"],
      [GO_ON, "y"],
      ...(hasKey ? ANSWERS.slice(2, LOOKS) : []),
    ]);
    assert.deepEqual([exit, unasked], [0, 0], text);
    assert.deepEqual(
      STEPS.map(([, undone]) => undone(project)),
      STEPS.map((_, each) => each === declined),
      text,
    );
    assert.match(text, /\n – /);
  });

/** A key, the window closed, or the command killed. */
const ENDS = ["interrupt", "close", "kill"] as const;

/** The command, and the terminal that it runs at. */
function findPids(file: string): { readonly command: number; readonly terminal: number } {
  const command = Number(readFileSync(file, "utf8"));
  for (let pid = command; pid > 1; ) {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    if (name === "script") return { command, terminal: pid };
    pid = Number(parent);
  }
  throw new Error("no terminal above it");
}

async function breakOff(project: Walk, at: number, end: (typeof ENDS)[number]): Promise<void> {
  const file = join(project.base, "pid");
  const strike = (): void => {
    const { command, terminal } = findPids(file);
    process.kill(end === "kill" ? command : terminal, "SIGKILL");
  };
  const [asked = ""] = ANSWERS[at] ?? [];
  const replies: readonly Reply[] = [
    ...ANSWERS.slice(0, at),
    [asked, end === "interrupt" ? "\u0003" : strike],
  ];
  try {
    const { exit } = await play(project, replies, { before: `sh -c 'echo $$ >"$0"; exec "$@"' ${file}` });
    // Whoever stops at a note has answered everything else.
    if (at <= LOOKS) assert.notEqual(exit, 0);
  } catch (error) {
    // Without its terminal nobody says how it ended.
    if (end !== "close" || !String(error).includes("did not end")) throw error;
  }
  const pid = readFileSync(file, "utf8").trim();
  while (existsSync(`/proc/${pid}`)) await pause(20);
}

function withoutPlay(tree: Record<string, string>): Record<string, string> {
  const { "play.sh": _, pid: __, ...others } = tree;
  return others;
}

/** Set up by then, it asks whether to change an answer, and for the passphrase before the notes. */
const SET_UP: readonly Reply[] = [
  ["[y/N]", "n"],
  [LOOK, "y"],
  ["to import memories:", PASSPHRASE],
];

for (const end of inDeepGate(ENDS))
  test(`ended by ${end} at any question, it goes on when it is run again`, async (t) => {
    for (const at of ANSWERS.keys()) {
      const told = `${end} at question ${at}`;
      const project = walk(t, ["claude"], "real");
      addNotes(project);
      const before = readTree(project.base);
      await breakOff(project, at, end);
      if (at < LOOKS) assert.deepEqual(withoutPlay(readTree(project.base)), before, told);
      else assert.equal(project.hasKey(), true, told);
      const rest = [...SET_UP, ...ANSWERS.slice(Math.max(at, LOOKS + 1))];
      const { text, unasked } = await play(project, at < LOOKS ? ANSWERS : rest);
      assert.equal(unasked, 0, `${told}\n${text}`);
      await assertSetUp(project, [FILES.claude], told);
    }
  });
