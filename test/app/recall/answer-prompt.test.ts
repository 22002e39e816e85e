// The block for a prompt of a session: silent where a person paused, and given once to a prompt that comes by two ways.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";
import { type AnswerRoom, answerPrompt } from "../../../src/app/recall/answer-prompt.ts";
import { claimOnce, dropOldClaims, releaseClaim } from "../../../src/app/recall/claim-once.ts";
import { addPause, endPauses } from "../../../src/app/workspace/pause.ts";
import { armFaults, disarmFaults } from "../../faults/fs-faults.ts";
import { idsIn, later, recallProject } from "../../fixture/recall-project.ts";
import { freshDir } from "../../temp-dir.ts";
import { openSessionWorkspace } from "../session/session-workspace.ts";

const project = await recallProject({ after });
await project.save("project_wombat", { body: "The wombat digests grass for two whole weeks in its burrow." });
const NOW = later();
const ROOM = { budgetChars: 10_000, isLate: () => false, tells: false };

const TEXT = "how long does the wombat digest grass in its burrow?";

afterEach(() => endPauses(project.state));

/** The ids that a prompt of this session is answered with. */
async function ask(session: string, promptId: string | null, text = TEXT): Promise<string[]> {
  const workspace = openSessionWorkspace(project, NOW);
  try {
    return idsIn((await answerPrompt(workspace, { text, session, promptId }, ROOM)).text);
  } finally {
    workspace.close();
  }
}

test("a prompt of a paused session is answered with nothing, and one of another session is", async () => {
  const now = Date.parse(NOW);
  addPause(project.state, { until: null, session: "paused" }, now);
  assert.deepEqual(await ask("paused", null), []);
  assert.deepEqual(await ask("other", null), ["project_wombat"]);
  addPause(project.state, { until: now + 60_000, session: null }, now);
  assert.deepEqual(await ask("other", null), []);
});

test("a prompt that comes by two ways is answered once; the next one, and one without a name, each time", async () => {
  assert.deepEqual(await ask("s", "p1"), ["project_wombat"]);
  assert.deepEqual(await ask("s", "p1"), []);
  assert.deepEqual(await ask("s", "p2"), ["project_wombat"]);
  assert.deepEqual(await ask("t", "p1"), ["project_wombat"]);
  for (let time = 0; time < 2; time += 1) assert.deepEqual(await ask("s", null), ["project_wombat"]);
});

test("a person who is shown no notices is told by the model that memories came too late", async () => {
  const workspace = openSessionWorkspace(project, NOW);
  try {
    const hints = { ...workspace.hints, isOver: () => true };
    const late = await answerPrompt(
      { ...workspace, hints },
      { text: TEXT, session: "n", promptId: null },
      ROOM,
    );
    const said = "memories came too late for this prompt\n";
    assert.deepEqual(late, { text: said, lines: [] });
  } finally {
    workspace.close();
  }
});

test("where there is no root nobody looks what is due of a start, and where none can be read nothing is recalled and the person is told", async (t) => {
  const none = { ...project, top: join(project.home, "elsewhere") };
  mkdirSync(none.top);
  const unasked = (): never => assert.fail("nobody is to ask");
  const answer = async (place: typeof project, room: Partial<AnswerRoom>): Promise<readonly string[]> => {
    const workspace = openSessionWorkspace(place, NOW);
    try {
      const prompt = { text: TEXT, session: "r", promptId: null };
      const { text, lines } = await answerPrompt(workspace, prompt, { ...ROOM, tells: true, ...room });
      return [text, ...lines];
    } finally {
      workspace.close();
    }
  };
  assert.deepEqual(await answer(none, { giveStart: unasked }), [""]);
  project.keep();
  t.after(() => project.restore());
  rmSync(join(project.root, "root.json"));
  mkdirSync(join(project.root, "root.json"));
  const unread = { openEarlier: unasked };
  assert.deepEqual(await answer(project, { ...unread, tells: false }), [""]);
  // Whoever could not be shown the line was not told.
  const [text, line] = await answer(project, unread);
  assert.equal(text, "");
  assert.match(line ?? "", /\.claude\/memory/);
  assert.deepEqual(await answer(project, unread), [""]);
});

const DAY_MS = 24 * 3_600_000;

function stateOf(owner: Parameters<typeof freshDir>[0]): string {
  const state = freshDir(owner);
  chmodSync(state, 0o700);
  return state;
}

test("the first that claims has it, whoever claims the same within its time has not", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  const claim = (words: readonly string[], at = now): boolean =>
    claimOnce(state, { words, holdsMs: 1_000, now: at });
  assert.deepEqual(
    [claim(["a", "b"]), claim(["a", "b"]), claim(["a", "b"], now + 900)],
    [true, false, false],
  );
  assert.equal(claim(["a", "b"], now + 60_000), true);
  assert.equal(claim(["ab"]), true);
});

test("the path that had it has it again for the next event, and the other path of the same event has not", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  const claim = (by: string, ms: number): boolean =>
    claimOnce(state, { words: ["start"], holdsMs: 3_000, now: now + ms, by });
  assert.deepEqual([claim("a", 0), claim("b", 5), claim("a", 10)], [true, false, false]);
  assert.deepEqual([claim("b", 1_000), claim("a", 1_005), claim("b", 1_010)], [false, true, false]);
  releaseClaim(state, ["start"]);
  assert.equal(claim("b", 1_020), true);
  releaseClaim(state, ["start"]);
  // Both began two seconds ago, and waited for a busy machine.
  assert.deepEqual([claim("a", -2_000), claim("a", -1_990)], [true, false]);
});

test("a claim from far ahead is none: the clock was set back", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  assert.equal(claimOnce(state, { words: ["a"], holdsMs: 1_000, now }), true);
  assert.equal(claimOnce(state, { words: ["a"], holdsMs: 1_000, now: now - DAY_MS }), true);
});

test("words that only look the same in one row are different claims", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  const claim = (...words: string[]): boolean => claimOnce(state, { words, holdsMs: 1_000, now });
  assert.deepEqual(
    [claim("a b", "c"), claim("a", "b c"), claim('a","b', "c"), claim("../../x")],
    [true, true, true, true],
  );
  const long = "x".repeat(300);
  assert.deepEqual([claim(long, "a"), claim(long, "b"), claim(long, "a")], [true, true, false]);
  for (const name of readdirSync(join(state, "claims"))) assert.match(name, /^[0-9a-f]{2,240}$/);
});

test("where no claim can be made, everybody has it", (t) => {
  const state = stateOf(t);
  writeFileSync(join(state, "claims"), "in the way");
  const claim = { words: ["a"], holdsMs: 1_000, now: Date.now() };
  assert.deepEqual([claimOnce(state, claim), claimOnce(state, claim)], [true, true]);
});

test("claims of more than a day ago go, and the others stay", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  for (const words of [["old"], ["new"]]) claimOnce(state, { words, holdsMs: 1_000, now });
  const [first = "", second = ""] = readdirSync(join(state, "claims"));
  utimesSync(join(state, "claims", first), (now - 2 * DAY_MS) / 1_000, (now - 2 * DAY_MS) / 1_000);
  dropOldClaims(state, now);
  const look = Buffer.from('["old claims"]').toString("hex");
  assert.deepEqual(new Set(readdirSync(join(state, "claims"))), new Set([second, look]));
  rmSync(join(state, "claims"), { recursive: true });
  dropOldClaims(state, now);
});

test("whose claim it is is written whole, though the system takes half of it", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  const claim = (ms: number): boolean =>
    claimOnce(state, { words: ["start"], holdsMs: 3_000, now: now + ms, by: "plugin" });
  const plan = { under: state, at: 0, trouble: { kind: "none" } } as const;
  t.after(() => void disarmFaults());
  // The first makes the directory.
  for (const _ of [1, 2]) {
    releaseClaim(state, ["start"]);
    armFaults(plan);
    claim(0);
  }
  const at = disarmFaults().findIndex(({ name }) => name === "writeSync") + 1;
  assert.ok(at > 0);
  releaseClaim(state, ["start"]);
  armFaults({ ...plan, at, trouble: { kind: "short" } });
  claim(0);
  const [name = ""] = readdirSync(join(state, "claims"));
  assert.equal(readFileSync(join(state, "claims", name), "utf8"), "plugin");
});
