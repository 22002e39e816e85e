// Machines that know nothing of each other but a repository: whatever order they meet it in, each has what all of them have.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn } from "../sync/machines.ts";
import {
  add,
  bareRemote,
  branchOf,
  bytes,
  knownTo,
  meet,
  memory,
  named,
  namesOf,
  newPeer,
} from "./carriers.ts";

test("two machines have what both of them have, and a third gets all of it from any of them", async (t) => {
  const remote = bareRemote(t);
  const [ana, bo, cy] = [newPeer(t, "ana", remote), newPeer(t, "bo", remote), newPeer(t, "cy", remote)];
  add(ana, memory("one"));
  assert.equal((await meet(ana)).published, "published");
  add(bo, memory("two"));
  const met = await meet(bo);
  assert.deepEqual(met.got, namesOf(memory("one").keys()));
  assert.deepEqual(met.papers.get(ana.me), ana.papers);
  await meet(ana);
  assert.deepEqual(namesOf(ana.held.keys()), namesOf(bo.held.keys()));
  // One branch is enough.
  gitIn(remote, "update-ref", "-d", `refs/heads/m/${ana.me}`);
  await meet(cy);
  assert.deepEqual(namesOf(cy.held.keys()), namesOf([...memory("one").keys(), ...memory("two").keys()]));
  const [first] = memory("one").keys();
  const hash = first?.slice(2) ?? "";
  assert.ok(branchOf(remote, bo).includes(`s/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`));
  assert.ok(branchOf(remote, bo).includes("papers/root.json"));
});

test("what did not change costs one question, and nothing is published", async (t) => {
  const remote = bareRemote(t);
  const [ana, bo] = [newPeer(t, "ana", remote), newPeer(t, "bo", remote)];
  add(ana, memory("one"));
  for (const peer of [ana, bo, ana]) await meet(peer);
  const tips = gitIn(remote, "for-each-ref");
  const { missing, unsent, papers, own, published } = await meet(ana);
  assert.deepEqual(
    { missing, unsent, papers, own, published },
    {
      missing: [],
      unsent: [],
      papers: new Map(),
      own: "published",
      published: "nothing",
    },
  );
  assert.equal(gitIn(remote, "for-each-ref"), tips);
  // With nothing known all of it is told, also what was settled.
  assert.deepEqual(namesOf((await ana.open().diff(null)).missing), namesOf(memory("one").keys()));
});

test("a branch that goes back, begins anew or disappears takes nothing away", async (t) => {
  const remote = bareRemote(t);
  const [ana, bo] = [newPeer(t, "ana", remote), newPeer(t, "bo", remote)];
  add(ana, memory("one"));
  await meet(ana);
  const first = gitIn(remote, "rev-parse", `m/${ana.me}`).trim();
  add(ana, memory("two"));
  for (const peer of [ana, bo]) await meet(peer);
  const all = namesOf(bo.held.keys());
  gitIn(remote, "update-ref", `refs/heads/m/${ana.me}`, first);
  assert.deepEqual([(await meet(bo)).missing, namesOf(bo.held.keys())], [[], all]);
  // Whoever finds their own branch changed publishes all they have, on top of nothing.
  const again = await meet(ana);
  assert.deepEqual([again.own, again.published], ["other", "published"]);
  assert.equal(gitIn(remote, "rev-list", "--count", `m/${ana.me}`).trim(), "1");
  assert.equal(branchOf(remote, ana).length, 5);
  assert.deepEqual((await meet(bo)).missing, []);
  for (const { me } of [ana, bo]) gitIn(remote, "update-ref", "-d", `refs/heads/m/${me}`);
  assert.deepEqual([(await meet(bo)).own, namesOf(bo.held.keys())], ["absent", all]);
  assert.deepEqual([(await meet(ana)).own, branchOf(remote, ana).length], ["absent", 5]);
});

test("what was dropped is unreachable after a checkpoint of each machine, there and in the local store", async (t) => {
  const remote = bareRemote(t);
  const [ana, bo] = [newPeer(t, "ana", remote), newPeer(t, "bo", remote)];
  add(ana, memory("kept"));
  add(ana, memory("gone"));
  for (const peer of [ana, bo, ana]) await meet(peer);
  const gone = [...memory("gone").keys()];
  const [, text] = named("t", "What gone is.\n");
  const oid = gitIn(
    remote,
    "rev-parse",
    `m/${ana.me}:${branchOf(remote, ana).find((path) => path.endsWith(gone[1]?.slice(2) ?? "?"))}`,
  ).trim();
  assert.equal(gitIn(remote, "cat-file", "blob", oid), Buffer.from(text).toString());
  for (const peer of [ana, bo]) {
    for (const name of gone) peer.held.delete(name);
    await meet(peer, { drop: gone, isCheckpoint: true });
  }
  const reachable = gitIn(remote, "rev-list", "--objects", "--all");
  assert.ok(!reachable.includes(oid));
  assert.ok(
    branchOf(remote, ana).some((path) => path.endsWith([...memory("kept").keys()][0]?.slice(2) ?? "?")),
  );
  // Each store lets go of it once it has met the others' checkpoints.
  for (const peer of [ana, bo, ana]) await meet(peer);
  for (const { directory } of [ana, bo]) {
    const listed = gitIn(join(directory, "carrier"), "cat-file", "--batch-all-objects", "--batch-check");
    assert.ok(!listed.includes(oid));
  }
});

test("each publish builds on the one before it, and the five hundredth begins anew", async (t) => {
  const remote = bareRemote(t);
  const ana = newPeer(t, "ana", remote);
  const carrier = ana.open();
  const lengthOf = (): string => gitIn(remote, "rev-list", "--count", `m/${ana.me}`).trim();
  add(ana, memory("0"));
  await meet(ana, { carrier });
  add(ana, memory("1"));
  await meet(ana, { carrier });
  assert.equal(lengthOf(), "2");
  // A branch of that length, made by git.
  const tree = gitIn(remote, "rev-parse", `m/${ana.me}^{tree}`).trim();
  const commits = Array.from(
    { length: 498 },
    (_, at) =>
      `commit refs/heads/m/${ana.me}\ncommitter a <a@example.invalid> ${1_700_000_000 + at} +0000\ndata 0\n${at === 0 ? `from refs/heads/m/${ana.me}^0\n` : ""}M 040000 ${tree} ""\n`,
  );
  execFileSync("git", ["fast-import", "--quiet"], { cwd: remote, input: commits.join("") });
  const tip = gitIn(remote, "rev-parse", `m/${ana.me}`).trim();
  gitIn(
    join(ana.directory, "carrier"),
    "fetch",
    "--quiet",
    remote,
    `+refs/heads/m/${ana.me}:refs/credence/own`,
  );
  assert.equal(lengthOf(), "500");
  add(ana, memory("2"));
  const met = await meet(ana);
  assert.deepEqual([met.own, met.published, lengthOf()], ["published", "published", "1"]);
  assert.notEqual(gitIn(remote, "rev-parse", `m/${ana.me}`).trim(), tip);
  assert.equal(branchOf(remote, ana).length, 7);
});

test("papers are told of each branch that changed, all of them, and those that are gone are gone", async (t) => {
  const remote = bareRemote(t);
  const [ana, bo] = [newPeer(t, "ana", remote), newPeer(t, "bo", remote)];
  const card = `attest/people/${"a".repeat(64)}.json`;
  ana.papers.set(card, bytes("{}\n"));
  ana.papers.set(`attest/people/${"0".repeat(64)}.json`, bytes("[]\n"));
  ana.papers.set("memory-config.json", bytes("{}\n"));
  await meet(ana);
  assert.deepEqual((await meet(bo)).papers, new Map([[ana.me, ana.papers]]));
  ana.papers.delete(card);
  await meet(ana);
  assert.deepEqual((await meet(bo)).papers, new Map([[ana.me, ana.papers]]));
});

test("a local store that is lost or damaged is made anew, and nothing is lost by it", async (t) => {
  const remote = bareRemote(t);
  const [ana, bo] = [newPeer(t, "ana", remote), newPeer(t, "bo", remote)];
  for (const about of ["one", "two"]) add(ana, memory(about));
  for (const peer of [ana, bo, ana]) await meet(peer);
  const store = join(ana.directory, "carrier");
  for (const [at, path] of ["", "objects", "objects/pack", "refs/credence/own", "HEAD"].entries()) {
    rmSync(join(store, path), { recursive: true });
    add(bo, memory(`of bo ${at}`));
    add(ana, memory(`of ana ${at}`));
    for (const peer of [bo, ana, bo, ana]) await meet(peer);
    assert.deepEqual(namesOf(ana.held.keys()), namesOf(bo.held.keys()), path);
    assert.equal(branchOf(remote, ana).length, ana.held.size + 1, path);
  }
});

test("two machines with one key undo nothing of each other", async (t) => {
  const remote = bareRemote(t);
  const [ana, copy, bo] = [newPeer(t, "ana", remote), newPeer(t, "ana", remote), newPeer(t, "bo", remote)];
  add(ana, memory("one"));
  add(copy, memory("two"));
  add(bo, memory("three"));
  for (const peer of [ana, copy, bo, ana, copy, ana]) await meet(peer);
  for (const peer of [copy, bo]) assert.deepEqual(namesOf(peer.held.keys()), namesOf(ana.held.keys()));
  assert.equal(branchOf(remote, ana).length, 7);
});

test("a process that ended before it could say that it had published is believed by what is there", async (t) => {
  const remote = bareRemote(t);
  const ana = newPeer(t, "ana", remote);
  add(ana, memory("one"));
  await meet(ana);
  add(ana, memory("two"));
  await meet(ana);
  const store = join(ana.directory, "carrier");
  gitIn(store, "update-ref", "refs/credence/own", gitIn(store, "rev-parse", "refs/credence/own^").trim());
  const { own, unsent, published } = await meet(ana);
  assert.deepEqual([own, unsent, published], ["published", [], "nothing"]);
});

test("an empty remote gets a page and root.json once, and nobody writes there again", async (t) => {
  const remote = bareRemote(t);
  const [ana, bo] = [newPeer(t, "ana", remote), newPeer(t, "bo", remote)];
  add(ana, memory("one"));
  await meet(ana);
  assert.equal(gitIn(remote, "ls-tree", "-r", "--name-only", "main"), "README.md\nroot.json\n");
  const main = gitIn(remote, "rev-parse", "main");
  add(bo, memory("two"));
  for (const peer of [bo, ana, bo]) await meet(peer);
  assert.equal(gitIn(remote, "rev-parse", "main"), main);
  const known = knownTo(ana);
  gitIn(remote, "update-ref", "-d", "refs/heads/main");
  assert.equal((await ana.open().diff(known)).own, "published");
});
