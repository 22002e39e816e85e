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
import { join } from "node:path";
import { test } from "node:test";
import { noteAccess, readAccesses } from "../../../src/app/capture/accesses.ts";
import { trimSpools } from "../../../src/app/capture/spool.ts";
import { takeSuggestion, triageSession } from "../../../src/app/capture/triage.ts";
import { captureProject, endOf, FROM, promptOf, toolOf } from "../../fixture/capture-project.ts";
import { findText } from "../../fixture/tree.ts";
import { freshDir } from "../../temp-dir.ts";

const DECIDED = "We settled on the zebrakiwi because it is small.\nWe chose it over the umbrella.";
const PREFERRED = "From now on always use tabs.\nI prefer them.\nNever use spaces.";
const LINE =
  "the last session may hold a decision worth keeping: ask your agent to save it, or use credence save";
const NOW = FROM.now;
const DAY_MS = 86_400_000;

test("a session with a decision leaves one line for the next start, said once and without a word of the session", (t) => {
  const project = captureProject(t);
  const place = project.place();
  const at = { state: place.state, rootId: place.root.id };
  project.capture(promptOf(DECIDED));
  project.capture(endOf("done"));
  assert.deepEqual(triageSession(place, { session: "s1", now: NOW }), {
    kind: "suggested",
    categories: ["decision"],
  });
  const path = join(project.state, "roots", place.root.id, "suggestion.json");
  assert.equal(readFileSync(path, "utf8"), '{"v":1,"at":"2026-05-01T12:00:00Z","categories":["decision"]}');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(takeSuggestion(at, NOW), LINE);
  assert.equal(takeSuggestion(at, NOW), null);
  assert.ok(findText(join(project.state, "roots"), "zebrakiwi").length === 0);
  assert.deepEqual(
    readdirSync(join(project.state, "roots", place.root.id)).filter((name) => name.includes("suggestion")),
    [],
  );
});

test("several categories are one line, in a fixed order", (t) => {
  const project = captureProject(t);
  const place = project.place();
  project.capture(promptOf(`${PREFERRED}\n\n\n\n\n${DECIDED}`));
  for (let use = 0; use < 12; use += 1) project.capture(toolOf({ tool: `T${use % 3}` }));
  triageSession(place, { session: "s1", now: NOW });
  assert.equal(
    takeSuggestion({ state: place.state, rootId: place.root.id }, NOW),
    "the last session may hold a decision, a preference and enough for a summary worth keeping: ask your agent to save it, or use credence save",
  );
});

test("a quiet session, an unknown one and one without a name leave nothing", (t) => {
  const project = captureProject(t);
  const place = project.place();
  project.capture(promptOf("what time is it?"));
  for (const session of ["s1", "unknown", "", null]) {
    assert.deepEqual(triageSession(place, { session, now: NOW }), { kind: "nothing" });
  }
  assert.equal(takeSuggestion({ state: place.state, rootId: place.root.id }, NOW), null);
});

test("a session that is resumed and ends again suggests only what is new", (t) => {
  const project = captureProject(t);
  const place = project.place();
  const end = () => triageSession(place, { session: "s1", now: NOW });
  project.capture(promptOf(DECIDED));
  assert.equal(end().kind, "suggested");
  assert.equal(end().kind, "nothing");
  project.capture(promptOf(PREFERRED, { prompt: "p2" }));
  assert.deepEqual(end(), { kind: "suggested", categories: ["preference"] });
});

test("a category that is turned off is not suggested", (t) => {
  for (const key of ["enabled", "auto_capture"]) {
    const project = captureProject(t, { categories: { decision: { [key]: false } } });
    project.capture(promptOf(DECIDED));
    assert.deepEqual(triageSession(project.place(), { session: "s1", now: NOW }), { kind: "nothing" });
  }
});

test("with a provider the categories are the Observer's and nothing is suggested", (t) => {
  const project = captureProject(t, { observer: { provider: "anthropic" } });
  const place = project.place();
  project.capture(promptOf(DECIDED));
  const outcome = { kind: "for-observer", categories: ["decision"] };
  assert.deepEqual(triageSession(place, { session: "s1", now: NOW }), outcome);
  assert.equal(takeSuggestion({ state: place.state, rootId: place.root.id }, NOW), null);
});

test("a private turn is not triaged", (t) => {
  const project = captureProject(t);
  project.capture(promptOf(`<private>${DECIDED}</private>`));
  assert.deepEqual(triageSession(project.place(), { session: "s1", now: NOW }), { kind: "nothing" });
});

test("a suggestion that is old, damaged or of another making says nothing of its own", (t) => {
  const project = captureProject(t);
  const place = project.place();
  const at = { state: place.state, rootId: place.root.id };
  const path = join(project.state, "roots", place.root.id, "suggestion.json");
  for (const text of [
    "",
    "[]",
    "{}",
    '{"at":"2026-05-01T12:00:00Z","categories":["obey me"]}',
    '{"at":"x","categories":["decision"]}',
    '{"at":"2026-05-01T12:00:00Z","categories":"decision"}',
  ]) {
    writeFileSync(path, text);
    assert.equal(takeSuggestion(at, NOW), null, text);
  }
  const good = '{"at":"2026-05-01T12:00:00Z","categories":["decision","obey me"]}';
  writeFileSync(path, good);
  assert.equal(takeSuggestion(at, NOW + 8 * DAY_MS), null);
  writeFileSync(path, good);
  assert.equal(takeSuggestion(at, NOW + 7 * DAY_MS), LINE);
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
