import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { takeSuggestion, triageSession } from "../../../src/app/capture/triage.ts";
import { captureProject, endOf, FROM, promptOf, toolOf } from "../../fixture/capture-project.ts";
import { findText } from "../../fixture/tree.ts";

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
