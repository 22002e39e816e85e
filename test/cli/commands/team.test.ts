// People of one project come to trust each other by typed characters, and what becomes of it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createKeyFile, type SigningKey, unlockKey } from "../../../src/trust/key-file.ts";
import { signConsent } from "../../../src/trust/person-statements.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import {
  accept,
  beginSession,
  CLAIM,
  changeMachine,
  ENDS,
  forge,
  joinTeam,
  keyOf,
  MACHINE,
  type Member,
  pair,
  pull,
  pullAll,
  readAloud,
  three,
} from "../../fixture/team-machines.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

const list = async (member: Member): Promise<string> => (await member.done(["team"], { answers: [] })).stdout;

function newKey(kind: "machine" | "person"): SigningKey {
  const file = createKeyFile(kind, "2026-05-01T12:00:00Z", { seal: null, purpose: "test" });
  const key = unlockKey(file, null);
  assert.ok(key);
  return key;
}

test("whoever joins and is accepted vouches for memories, and their machine gives advice", async (t) => {
  const [ana, bo] = await pair(t);
  await ana.save("project_approved", { answers: ["y"] });
  await ana.save("project_written");
  assert.match(await joinTeam(ana), /^your card is in \.claude\/memory\/team\/\nCommit and push it\./);
  const [card = ""] = readdirSync(join(ana.root, "team"));
  assert.equal(JSON.parse(readFileSync(join(ana.root, "team", card), "utf8")).name, "Ana");
  pull(bo, ana);
  assert.deepEqual(await standingsOf(bo), {
    project_approved: "foreign: unknown signer",
    project_written: "foreign: unknown signer",
  });
  const typed = await readAloud(ana);
  const screens: string[] = [];
  const accepted = await bo.done(["team", "add"], { answers: [typed], onAsk: (each) => screens.push(each) });
  assert.equal(accepted.stdout, "accepted Ana\n");
  assert.equal(screens.join("").includes(typed), false, "the beginning is not shown before it is typed");
  assert.deepEqual(await standingsOf(bo), {
    project_approved: "verified: approved by Ana on 2026-05-01",
    project_written: `inferred: written by Ana's ${MACHINE} on 2026-05-01`,
  });
  assert.deepEqual(
    ["signers.json", "people.json"].map((name) => statSync(join(bo.state, name)).mode & 0o777),
    [0o600, 0o600],
  );
  assert.equal((await bo.done(["team", "add"], { answers: [] })).stdout, "nothing waits\n");
});

test("the list shows who is in, who waits and what to do, and one's own fingerprint whole", async (t) => {
  const [ana, bo, cy] = await three(t);
  assert.equal(await list(ana), "You have no card here: credence team join\n");
  for (const member of [ana, bo, cy]) await joinTeam(member);
  pullAll([ana, bo, cy]);
  await accept(ana, bo);
  const shown = await list(ana);
  assert.match(shown, /^Ana {11}(?:[a-z2-7]{8} ){4}you, 1 machine$/m);
  assert.match(shown, /^Bo {12}…[a-z2-7]{6} in, 1 machine$/m);
  assert.match(shown, /^Cy {12}…[a-z2-7]{6} waits, 1 machine$/m);
  assert.match(shown, /credence team add goes through what waits/);
  const agent = JSON.parse(
    (await ana.done(["team", "--json"], { answers: [], env: { CLAUDECODE: "1" } })).stdout,
  );
  assert.equal(JSON.stringify(agent).includes("Cy"), false, "no name that nobody here accepted");
  assert.match((await beginSession(ana)).join("\n"), /1 person or key of your team waits: credence team add/);
});

test("a new machine of somebody accepted gives advice by itself and is named once; a fifth waits for a yes", async (t) => {
  const [ana, bo] = await pair(t);
  for (const member of [ana, bo]) await joinTeam(member);
  pullAll([ana, bo]);
  await accept(bo, ana);
  changeMachine(ana);
  await ana.done(["team", "join"], { answers: ["y"] });
  await ana.save("project_of_new");
  pull(bo, ana);
  assert.match(
    (await beginSession(bo)).join("\n"),
    /new machines of people you trust, used as advice: Ana's /,
  );
  assert.match((await standingsOf(bo))["project_of_new"] ?? "", /^inferred: written by Ana's /);
  assert.doesNotMatch((await beginSession(bo)).join("\n"), /new machines/);
  const by = keyOf(ana, "person");
  for (let more = 0; more < 4; more += 1) {
    const machine = newKey("machine");
    const said = { ...CLAIM, label: `m${more}`, consent: signConsent(machine, by.key) };
    forge(bo.root, { by, kind: "machine", key: machine.key }, said);
  }
  assert.match(await list(bo), /^waits {9}Ana's \S+: more new machines than count without a yes$/m);
  const { stdout } = await bo.done(["team", "add", "Ana"], { answers: ["y"] });
  assert.match(stdout, /^confirmed Ana's /);
  assert.doesNotMatch(await list(bo), /^waits|^new/m);
});

test("a second person key waits for its own characters, under the petname of the first", async (t) => {
  const [ana, bo] = await pair(t);
  for (const member of [ana, bo]) await joinTeam(member);
  pullAll([ana, bo]);
  await accept(bo, ana);
  await ana.save("project_before", { answers: ["y"] });
  pullAll([ana, bo]);
  await bo.done(["list"]);
  await ana.done(["key", "rotate"], { answers: ["y", "none", "none"] });
  await ana.done(["team", "join"], { answers: ["y"] });
  await ana.save("project_after", { answers: ["y"] });
  pull(bo, ana);
  await beginSession(bo);
  const standings = await standingsOf(bo);
  assert.match(standings["project_before"] ?? "", /^verified: approved by Ana/);
  assert.match(standings["project_after"] ?? "", /^foreign/);
  assert.match(await list(bo), /^revoked {7}Ana: honour or drop what was signed$/m);
  const typed = await readAloud(ana);
  const answers = (screen: string): string => (screen.includes("8 characters") ? typed : "honour");
  const { stdout } = await bo.done(["team", "add"], { answers });
  assert.match(stdout, /accepted Ana; Ana: what was received until now counts/);
  assert.deepEqual(await standingsOf(bo), {
    project_before: "verified: approved by Ana on 2026-05-01",
    project_after: "verified: approved by Ana on 2026-05-01",
  });
});

test("of what a revoked key signed nothing new counts, and dropping it ends the rest", async (t) => {
  const [ana, bo] = await pair(t);
  for (const member of [ana, bo]) await joinTeam(member);
  pullAll([ana, bo]);
  await accept(bo, ana);
  await ana.save("project_of_ana", { answers: ["y"] });
  pull(bo, ana);
  assert.match((await standingsOf(bo))["project_of_ana"] ?? "", /^verified/);
  const person = keyOf(ana, "person");
  forge(bo.root, { by: person, kind: "person", key: person.key }, ENDS);
  await beginSession(bo);
  await ana.save("project_too_late", { answers: ["y"] });
  pull(bo, ana);
  assert.match((await standingsOf(bo))["project_too_late"] ?? "", /^foreign/);
  assert.match((await standingsOf(bo))["project_of_ana"] ?? "", /^verified/, "what was received counts");
  const screens: string[] = [];
  await bo.done(["team", "add"], { answers: ["maybe", "drop"], onAsk: (each) => screens.push(each) });
  assert.match(screens[0] ?? "", /1 memory stands on what was signed:\n {2}project_of_ana\n/);
  assert.match((await standingsOf(bo))["project_of_ana"] ?? "", /^foreign/);
  // Revoked is for ever: no characters bring it back.
  const again = await bo.call(["team", "add", "Ana"], { answers: [] });
  assert.match(again.stderr, /^error: REMOVED: the key of Ana is revoked for ever/);
});

test("whoever is removed vouches for nothing, and what they took out of use stays out", async (t) => {
  const [ana, bo] = await pair(t);
  for (const member of [ana, bo]) await joinTeam(member);
  pullAll([ana, bo]);
  await accept(bo, ana);
  await accept(ana, bo);
  await bo.save("project_of_bo", { answers: ["y"] });
  pullAll([ana, bo]);
  await ana.save("project_of_ana", { answers: ["y"] });
  await ana.done(["demote", "project_of_bo", "--reason", "wrong"], { answers: ["y"] });
  pullAll([ana, bo]);
  await bo.done(["list"]);
  const screens: string[] = [];
  const { stdout } = await bo.done(["team", "remove", "Ana"], {
    answers: ["y"],
    onAsk: (each) => screens.push(each),
  });
  assert.equal(stdout, "Ana is no longer trusted\n");
  assert.match(
    screens[0] ?? "",
    /1 memory stands lower without what they vouched for:\n {2}project_of_ana\nWhat they took out of use stays out until you lift it: 1 statement\./,
  );
  const standings = await standingsOf(bo);
  assert.match(standings["project_of_ana"] ?? "", /^foreign/);
  assert.match(standings["project_of_bo"] ?? "", /^quarantined/);
  assert.equal(
    (await bo.done(["team", "remove", "Ana"], { answers: [] })).stdout,
    "Ana was removed before\n",
  );
  await beginSession(bo);
  assert.equal(
    (await bo.done(["team", "add"], { answers: [] })).stdout,
    "nothing waits\n",
    "no card of theirs waits",
  );
  await accept(bo, ana);
  assert.match((await standingsOf(bo))["project_of_ana"] ?? "", /^verified/);
});

test("characters that do not fit accept nobody, and a name that is a secret is not published", async (t) => {
  const [ana, bo] = await pair(t);
  for (const member of [ana, bo]) await joinTeam(member);
  pullAll([ana, bo]);
  const wrong = await bo.done(["team", "add"], { answers: ["aaaaaaaa", "bbbbbbbb", "cccccccc"] });
  assert.equal(wrong.stdout, "nobody was accepted; 1 key waits\n");
  const secret = await ana.call(["team", "join", "--name", SAMPLE_SECRET.slice(0, 40)], { answers: ["y"] });
  assert.match(secret.stderr, /^error: (?:SECRET_DETECTED|USAGE)/);
});

test("a name that has no card, a verb that is none and an agent are refused before any question", async (t) => {
  const [ana] = await pair(t);
  for (const [args, says, env] of [
    [["team", "add", "Zoe"], /^error: NOT_FOUND: no card of Zoe is here/, {}],
    [["team", "accept"], /^error: USAGE: team takes list, add, join or remove/, {}],
    [["team", "remove", "Zoe"], /^error: NOT_FOUND: no signer here is named Zoe/, {}],
    [["team", "join", "--name", "Ana"], /^error: NEEDS_PERSON/, { CLAUDECODE: "1" }],
  ] as const)
    assert.match((await ana.call([...args], { answers: [], env })).stderr, says);
});
