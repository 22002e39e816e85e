import assert from "node:assert/strict";
import { cpSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readChain } from "../../../src/memory/law/sets/policy.ts";
import { isPolicySigned } from "../../../src/trust/sign.ts";
import { playRows } from "../../fixture/command-rows.ts";
import { initRepository } from "../../fixture/git-repository.ts";
import { shareRoot } from "../../fixture/scratch-project.ts";
import { readTree } from "../../fixture/tree.ts";
import { APPROVED, fingerprintOf, standingsOf, twoMachines, WRITTEN } from "../../fixture/two-machines.ts";

test("a signer is added by the eight characters that the other machine shows, each key for itself, and removed by name", async (t) => {
  const { ana, bo } = await twoMachines(t, "real");
  const unknown = { [APPROVED]: "foreign: unknown signer", [WRITTEN]: "foreign: unknown signer" };
  assert.deepEqual(await standingsOf(bo), unknown);
  const person = fingerprintOf(ana, "person");
  const shown = (await ana.done(["trust", "show"])).stdout;
  assert.ok(shown.includes(`you           ${person.slice(0, 8)} ${person.slice(8, 16)} `), shown);
  const added = await bo.done(["trust", "add", "--name", "ana"], { answers: [person.slice(0, 8), "y"] });
  assert.equal(added.stdout, "ana is trusted in .claude/memory/\n");
  const approved = "verified: approved by ana on 2026-05-01";
  assert.deepEqual(await standingsOf(bo), { ...unknown, [APPROVED]: approved });
  const machine = fingerprintOf(ana, "machine").slice(0, 8).toUpperCase();
  await bo.done(["trust", "add", "--name", "ana's laptop"], {
    answers: [`${machine.slice(0, 4)} ${machine.slice(4)}`, "y"],
  });
  const written = "inferred: written by ana's laptop on 2026-05-01";
  assert.deepEqual(await standingsOf(bo), { [APPROVED]: approved, [WRITTEN]: written });
  await bo.done(["trust", "remove", "ana"], { answers: ["y"] });
  assert.deepEqual(await standingsOf(bo), { [APPROVED]: "foreign: unknown signer", [WRITTEN]: written });
  assert.equal(statSync(join(bo.state, "signers.json")).mode & 0o777, 0o600);
});

test("the screen says whose key it is and what trusting it means, and shows the fingerprint only after it was typed", async (t) => {
  const { ana, bo } = await twoMachines(t);
  const person = fingerprintOf(ana, "person");
  const screens: string[] = [];
  const onAsk = (screen: string): unknown => screens.push(screen);
  await bo.done(["trust", "add", "--name", "ana"], { answers: [person.slice(0, 8), "y"], onAsk });
  const [asked = "", confirmed = ""] = screens;
  assert.equal(asked.includes(person.slice(0, 8)), false);
  assert.equal(
    confirmed,
    [
      `${person.slice(0, 8)} ${person.slice(8, 16)} ${person.slice(16, 24)} ${person.slice(24)}, the key of a person`,
      "made statements about these memories of .claude/memory/:",
      `  ${APPROVED}`,
      "This person's approvals there apply as fact here, immediately and from now on.",
      "trust it in this root, as ana? [y/N] ",
    ].join("\n"),
  );
});

test("a policy is signed by a person who sees every key, numbered, and enrols a machine that only writes until one ends it", async (t) => {
  const { ana } = await twoMachines(t);
  const screens: string[] = [];
  const answers = { answers: ["y"], onAsk: (screen: string): unknown => screens.push(screen) };
  const first = await ana.done(
    ["trust", "policy", "acme.policy", "--organisation", "Acme", "--json"],
    answers,
  );
  const { number, file, policy } = JSON.parse(first.stdout) as Record<string, string>;
  assert.equal(number, 1);
  assert.match(screens.join("\n"), /you, .*: approves, and signs the next policy/);
  assert.match(screens.join("\n"), /sign policy 1 of Acme\?/);
  const key = `machine:${"q".repeat(32)}=${"A".repeat(43)}=CI`;
  await ana.done(["trust", "policy", "acme.policy", "--enrol", key], answers);
  assert.match(screens.at(-1) ?? "", /CI, .*: writes for a hub or for CI, and nothing else/);
  await ana.done(["trust", "policy", "acme.policy"], answers);
  const readNewest = () => {
    const lines = readFileSync(String(file), "utf8").split("\n").filter(Boolean);
    const texts = lines.map((line) => `${line}\n`);
    const chain = readChain(texts, { pinned: String(policy), seen: null, isSigned: isPolicySigned });
    assert.ok(chain.kind === "policy");
    return {
      number: chain.policy.number,
      writing: chain.policy.keys.filter(({ may }) => may === "wrote").length,
    };
  };
  assert.deepEqual(readNewest(), { number: 3, writing: 1 });
  const signer = `machine:${"q".repeat(32)}`;
  await ana.done(["trust", "policy", "acme.policy", "--end", signer], answers);
  assert.match(screens.at(-1) ?? "", /qqqq.*: writes no more/);
  await assert.rejects(ana.done(["trust", "policy", "acme.policy", "--end", signer], answers));
  await assert.rejects(ana.done(["trust", "policy", "acme.policy"], { answers: ["n"] }));
  assert.deepEqual(readNewest(), { number: 4, writing: 0 });
});

test("strangers are told by the end of their fingerprint, with counts and ids and nothing they say", async (t) => {
  const { ana, bo } = await twoMachines(t);
  const [person, machine] = [fingerprintOf(ana, "person"), fingerprintOf(ana, "machine")];
  for (const verb of ["list", "show"]) {
    const { stdout } = await bo.done(["trust", verb]);
    for (const fingerprint of [person, machine]) {
      assert.ok(stdout.includes(`unknown       …${fingerprint.slice(-6)} `), stdout);
      assert.equal(stdout.includes(fingerprint.slice(0, 8)), false);
    }
    assert.equal(stdout.includes(`  ${APPROVED}\n`), verb === "show");
  }
  const { unknown } = JSON.parse((await bo.done(["trust", "show", "--json"])).stdout);
  assert.deepEqual(
    unknown.find((each: { kind: string }) => each.kind === "person"),
    { kind: "person", ends: person.slice(-6), root: ".claude/memory/", statements: 1, ids: [APPROVED] },
  );
  assert.equal(JSON.stringify(unknown).includes(person.slice(0, 8)), false);
});

test("a signer of all roots counts in every project, also in one that is made later, and never in the user root", async (t) => {
  const { ana, bo } = await twoMachines(t);
  await ana.done(["init", "--scope", "user"]);
  await ana.save("user_of_hers", { answers: ["y"] });
  const typed = fingerprintOf(ana, "person").slice(0, 8);
  const screens: string[] = [];
  const added = await bo.done(["trust", "add", "ana", "--all-roots"], {
    answers: [typed, "y"],
    onAsk: (screen) => screens.push(screen),
  });
  assert.equal(added.stdout, "ana is trusted in every project\n");
  assert.match(screens.at(-1) ?? "", /every project on this machine, now and later; not in your user root/);
  assert.equal((await standingsOf(bo))[APPROVED], "verified: approved by ana on 2026-05-01");
  // Another project, of which Bo has heard nothing yet.
  const [hers, his] = [join(ana.base, "other"), join(bo.base, "other")];
  initRepository(hers);
  shareRoot({ ...ana, top: hers });
  await ana.save("project_in_another_one", { answers: ["y"], cwd: hers });
  cpSync(hers, his, { recursive: true });
  // Her user root in the place of his.
  cpSync(ana.userRoot, bo.userRoot, { recursive: true });
  assert.deepEqual(await standingsOf(bo, { cwd: his }), {
    project_in_another_one: "verified: approved by ana on 2026-05-01",
    user_of_hers: "foreign: unknown signer",
  });
  const refused = await bo.call(["trust", "add", "ana of mine", "--all-roots", "--scope", "user"], {
    answers: [typed, "y"],
  });
  assert.match(refused.stderr, /^error: USAGE: --all-roots means the roots of projects/);
});

test("a signer who is known is trusted further by name", async (t) => {
  const { ana, bo } = await twoMachines(t);
  const typed = fingerprintOf(ana, "person").slice(0, 8);
  await bo.done(["trust", "add", "ana"], { answers: [typed, "y"] });
  const shown = async (): Promise<Record<string, unknown>> =>
    JSON.parse((await bo.done(["trust", "list", "--json"])).stdout).signers[0];
  const before = await shown();
  assert.deepEqual([before["root"], before["via"]], [".claude/memory/", "typed"]);
  const declined = await bo.call(["trust", "add", "ana", "--all-roots"], { answers: ["n"] });
  assert.match(declined.stderr, /^error: DECLINED: /);
  assert.deepEqual(await shown(), before);
  const wider = await bo.done(["trust", "add", "ana", "--all-roots"], { answers: ["y"] });
  assert.equal(wider.stdout, "ana is trusted in every project\n");
  assert.deepEqual(await shown(), { ...before, root: "all projects" });
  await bo.done(["trust", "remove", "ana"], { answers: ["y"] });
  assert.equal((await standingsOf(bo))[APPROVED], "foreign: unknown signer");
});

test("what is not typed at the terminal by a person adds nobody, and a played person is told where to give the characters", async (t) => {
  const { ana, bo } = await twoMachines(t, "test");
  const typed = fingerprintOf(ana, "person").slice(0, 8);
  const add = "trust add --name ana";
  const says = (...answers: string[]) => ({ answers });
  const played =
    "error: USAGE: --as-test-person asks nobody for the fingerprint\nhint: credence trust add CHARACTERS --name NAME --as-test-person takes its first 8 characters\n";
  // The first look at a root is recorded.
  await bo.done(["list"]);
  const before = readTree(bo.base);
  await playRows(bo.call, [
    [add, 1, /^error: NEEDS_PERSON: /],
    ["trust remove ana", 1, /^error: NEEDS_PERSON: /],
    [`trust add ${typed} --name ana`, 64, /^error: USAGE: /, says("y")],
    [add, 64, /^error: USAGE: /, says(typed.slice(0, 7), "y")],
    [add, 1, /^error: NOT_FOUND: /, says("aaaaaaaa", "y")],
    [add, 1, /^error: DECLINED: /, says(typed, "n")],
    ["trust add", 64, /^error: USAGE: /, says(typed, "y")],
    ["trust add --name You", 1, /^error: EXISTS: /, says(typed, "y")],
    ["trust add You --all-roots", 1, /^error: EXISTS: /, says(typed, "y")],
    ["trust remove ana", 1, /^error: NOT_FOUND: /, says("y")],
    ["trust remove you", 1, /^error: NOT_FOUND: /, says("y")],
    ["trust constructor", 64, /^error: USAGE: /, says("y")],
    ["trust add ana --as-test-person", 64, played, says()],
  ]);
  assert.deepEqual(readTree(bo.base), before);
});
