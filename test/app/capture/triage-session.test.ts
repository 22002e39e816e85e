import assert from "node:assert/strict";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { noteAccess, readAccesses } from "../../../src/app/capture/accesses.ts";
import { trimSpools } from "../../../src/app/capture/spool.ts";
import { type TriageOutcome, takeSuggestion, triageSession } from "../../../src/app/capture/triage.ts";
import {
  type CaptureProject,
  captureProject,
  endOf,
  FROM,
  promptOf,
  toolOf,
} from "../../fixture/capture-project.ts";
import { findText } from "../../fixture/tree.ts";
import { freshDir, type Owner } from "../../temp-dir.ts";

const DECIDED = "We settled on the zebrakiwi because it is small.\nWe chose it over the umbrella.";
const PREFERRED = "From now on always use tabs.\nI prefer them.\nNever use spaces.";
const LINE =
  "the last session may hold a decision worth keeping: ask your agent to save it, or use credence save";
const NOW = FROM.now;
const DAY_MS = 86_400_000;

type Session = CaptureProject & {
  /** What is kept until the next start. */
  readonly path: string;
  readonly end: (session?: string | null) => TriageOutcome;
  readonly take: (now?: number) => string | null;
};

function sessionProject(owner: Owner, config?: object): Session {
  const project = captureProject(owner, config);
  const place = project.place();
  const at = { state: place.state, rootId: place.root.id };
  return {
    ...project,
    path: join(project.state, "roots", place.root.id, "suggestion.json"),
    end: (session = "s1") => triageSession(place, { session, now: NOW }),
    take: (now = NOW) => takeSuggestion(at, now),
  };
}

test("a session with a decision leaves one line for the next start, said once and without a word of the session", (t) => {
  const { capture, end, take, path, state } = sessionProject(t);
  capture(promptOf(DECIDED));
  capture(endOf("done"));
  assert.deepEqual(end(), { kind: "suggested", categories: ["decision"] });
  assert.equal(readFileSync(path, "utf8"), '{"v":1,"at":"2026-05-01T12:00:00Z","categories":["decision"]}');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual([take(), take()], [LINE, null]);
  assert.deepEqual(findText(join(state, "roots"), "zebrakiwi"), []);
  const left = readdirSync(dirname(path)).filter((name) => name.includes("suggestion"));
  assert.deepEqual(left, []);
});

test("several categories are one line, in a fixed order", (t) => {
  const { capture, end, take } = sessionProject(t);
  capture(
    promptOf(`${PREFERRED}




${DECIDED}`),
  );
  for (let use = 0; use < 12; use += 1) capture(toolOf({ tool: `T${use % 3}` }));
  end();
  assert.equal(
    take(),
    "the last session may hold a decision, a preference and enough for a summary worth keeping: ask your agent to save it, or use credence save",
  );
});

test("a quiet session, an unknown one, one without a name and a private turn leave nothing", (t) => {
  const { capture, end, take } = sessionProject(t);
  capture(promptOf("what time is it?"));
  capture(promptOf(`<private>${DECIDED}</private>`, { prompt: "p2" }));
  for (const session of ["s1", "unknown", "", null]) assert.deepEqual(end(session), { kind: "nothing" });
  assert.equal(take(), null);
});

test("a session that is resumed and ends again suggests only what is new", (t) => {
  const { capture, end } = sessionProject(t);
  capture(promptOf(DECIDED));
  assert.deepEqual([end().kind, end().kind], ["suggested", "nothing"]);
  capture(promptOf(PREFERRED, { prompt: "p2" }));
  assert.deepEqual(end(), { kind: "suggested", categories: ["preference"] });
});

for (const [what, config, outcome] of [
  ["a category that is off", { categories: { decision: { enabled: false } } }, { kind: "nothing" }],
  ["one that is not captured", { categories: { decision: { auto_capture: false } } }, { kind: "nothing" }],
  [
    "what is the Observer's",
    { observer: { provider: "anthropic" } },
    { kind: "for-observer", categories: ["decision"] },
  ],
] as const) {
  test(`${what} is not suggested`, (t) => {
    const { capture, end, take } = sessionProject(t, config);
    capture(promptOf(DECIDED));
    assert.deepEqual(end(), outcome);
    assert.equal(take(), null);
  });
}

test("a suggestion that is old, damaged or of another making says nothing of its own", (t) => {
  const { take, path } = sessionProject(t);
  for (const text of [
    ...["", "[]", "{}", '{"at":"x","categories":["decision"]}'],
    '{"at":"2026-05-01T12:00:00Z","categories":["obey me"]}',
    '{"at":"2026-05-01T12:00:00Z","categories":"decision"}',
  ]) {
    writeFileSync(path, text);
    assert.equal(take(), null, text);
  }
  for (const [days, said] of [
    [8, null],
    [7, LINE],
  ] as const) {
    writeFileSync(path, '{"at":"2026-05-01T12:00:00Z","categories":["decision","obey me"]}');
    assert.equal(take(NOW + days * DAY_MS), said);
  }
});

const NOON = Date.parse("2026-05-01T12:00:00Z");
const KEY = "0".repeat(32);

/** A file with a line for each age in days, all of them of one session. */
function spoolOf(state: string, root: string, ages: readonly number[]): string {
  const directory = join(state, "spool", root);
  mkdirSync(directory, { recursive: true });
  for (const [number, age] of ages.entries()) {
    const path = join(directory, `${KEY}.${number}.ndjson`);
    writeFileSync(path, "a line\n");
    utimesSync(path, new Date(NOON - age * DAY_MS), new Date(NOON - age * DAY_MS));
  }
  return directory;
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory).filter((name) => name.startsWith(KEY));

test("without a spool, and where one cannot be trimmed, nothing happens and the others are trimmed", (t) => {
  const state = freshDir(t);
  trimSpools(state, NOON);
  assert.deepEqual(readdirSync(state), []);
  const [blocked, open] = [spoolOf(state, "a", [40]), spoolOf(state, "b", [40, 13])];
  writeFileSync(join(state, "spool", "a file"), "");
  mkdirSync(join(blocked, "dropped.ndjson"));
  trimSpools(state, NOON);
  assert.deepEqual(filesIn(open), [`${KEY}.1.ndjson`]);
});

function sample(t: { after(cleanUp: () => void): void }) {
  const base = freshDir(t);
  const [root, records] = [join(base, "root"), join(base, "records")];
  for (const path of [join(root, "memories"), join(root, "quarantine"), records])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(root, "memories", "project_x.md"), "text");
  const note = (path: string, cwd = base): boolean => noteAccess({ root, records }, { path, cwd, now: NOON });
  return { base, root, records, note };
}

test("reading a memory's file is noted by its id alone, however the path is spelled", (t) => {
  const { base, root, records, note } = sample(t);
  symlinkSync(root, join(base, "link"));
  for (const path of [
    join(root, "memories/project_x.md"),
    "root/memories/../memories/project_x.md",
    "link/memories/project_x.md",
  ]) {
    assert.ok(note(path), path);
  }
  assert.ok(note("memories/project_x.md", root));
  const access = { v: 1, at: "2026-05-01T12:00:00Z", id: "project_x" };
  assert.deepEqual(readAccesses(records), [access, access, access, access]);
  assert.equal(statSync(join(records, "accesses.ndjson")).mode & 0o777, 0o600);
});

test("other files are not noted", (t) => {
  const { root, records, note } = sample(t);
  writeFileSync(join(root, "index.md"), "");
  for (const path of [
    "root/index.md",
    "root/memories/Odd.md",
    "memories/project_x.md",
    "/etc/hosts",
    "root/memories",
    "a\0b.md",
    "",
  ]) {
    assert.ok(!note(path), path);
  }
  assert.deepEqual(readAccesses(records), []);
});

test("lines that are damaged are left out, and a log that has grown is put aside once", (t) => {
  const { root, records, note } = sample(t);
  const path = join(root, "memories/project_x.md");
  const log = join(records, "accesses.ndjson");
  note(path);
  appendFileSync(log, 'x\n{"v":1}\n{"v":1,"at":"x","id":"../x"}\nnull\n');
  appendFileSync(log, `${"x".repeat(600_000)}\n`);
  note(path);
  assert.equal(readAccesses(records).length, 2);
  assert.ok(statSync(log).size < 1_000);
});

test("a note that cannot be written spoils nothing", (t) => {
  const { root, records, note } = sample(t);
  mkdirSync(join(records, "accesses.ndjson"));
  assert.equal(note(join(root, "memories/project_x.md")), false);
});
