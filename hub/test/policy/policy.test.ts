import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { addPolicies } from "../../src/policy/add-policies.ts";
import { addPolicy, findPolicy } from "../../src/policy/policies.ts";
import { createSearchCache } from "../../src/search/cache.ts";
import { indexRoot, listOutdated } from "../../src/search/index-texts.ts";
import { listKeys, searchRoots } from "../../src/search/search.ts";
import { findWord } from "../postgres.ts";
import { forget, makePolicy, newKey, openTeam, policyKey, sayAbout, store } from "../team.ts";

const ROOT = "1".repeat(32);
const team = await openTeam();
after(team.close);

const eve = newKey("person");

test("what a policy stops to trust is out of a search once its rows are of it", async () => {
  const cache = createSearchCache();
  const memory = sayAbout({
    root: ROOT,
    id: "project_tide",
    body: "The tide table of the harbour is printed on Fridays.",
    by: team.machine,
  });
  await store(team, ROOT, [memory]);
  const search = () =>
    team.within(async (tx) => {
      const keys = [...(await listKeys(tx, "*")).keys()];
      return (
        await searchRoots(tx, cache, { keys, prompt: "tide table", filter: {}, now: 0, abstains: false })
      ).kept.length;
    });
  assert.equal(await search(), 1);
  const before = await team.within(findPolicy);
  const without = makePolicy(team.person, [policyKey(team.person)], {
    number: 2,
    previous: before?.hash ?? "",
  });
  assert.equal((await team.within((tx) => addPolicy(tx, team.org, without.text))).kind, "added");
  assert.deepEqual(await team.within((tx) => listOutdated(tx, 2)), [ROOT]);
  await team.within((tx) => indexRoot(tx, { org: team.org, root: ROOT }));
  assert.equal(await search(), 0);
  assert.deepEqual(await team.within((tx) => listOutdated(tx, 2)), []);
});

test("what a person forgot whom the policy counts is erased for ever, whoever brings it, and what waited once a policy counts them", async () => {
  const org = await openTeam(team.database);
  const [bo, root] = [newKey("person"), "2".repeat(32)];
  const say = (id: string, by = org.person) =>
    sayAbout({ root, id, body: `The harbour's ${id} is painted green every spring.`, by });
  const [crane, buoy] = [say("project_crane"), say("project_buoy", bo)];
  await store(org, root, [crane, buoy]);
  assert.deepEqual(await findWord(org.database, "crane"), ["memory_row", "search_root", "statement", "text"]);
  const machine = { ...org, bearer: { ...org.bearer, kind: "machine", subject: randomUUID() } as const };
  await org.database.owner`
    INSERT INTO credence.granted (org, subject, root, may) VALUES (${org.org}, ${machine.bearer.subject}, '*', 'write')`;
  await store(machine, root, [
    forget(root, crane, org.person),
    forget(root, buoy, bo),
    forget(root, crane, eve),
  ]);
  const left = () =>
    org.within(async (tx) => (await tx`SELECT born FROM statement WHERE NOT erases`).map(({ born }) => born));
  assert.deepEqual(await left(), [buoy.born]);
  await assert.rejects(store(org, root, [crane]), /ended/);
  const [before, file] = [
    await org.within(findPolicy),
    join(mkdtempSync(join(tmpdir(), "credence-policy-")), "policies"),
  ];
  const keys = [policyKey(org.person), policyKey(org.machine), policyKey(bo)];
  writeFileSync(file, makePolicy(org.person, keys, { number: 2, previous: before?.hash ?? "" }).text);
  await addPolicies(org.sql, org.org, file);
  rmSync(dirname(file), { recursive: true });
  assert.deepEqual(await left(), []);
  for (const word of ["crane", "buoy"]) assert.deepEqual(await findWord(org.database, word), []);
  await org.close();
});

test("a hub takes a policy only where it continues the chain", async () => {
  const strange = makePolicy(eve, [policyKey(eve)], { number: 3, previous: "0".repeat(64) });
  const added = await team.within((tx) => addPolicy(tx, team.org, strange.text));
  assert.equal(added.kind, "refused");
});
