// Two machines and one root: whose word counts where.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { findUnknownSigners } from "../../../src/app/people/describe-trust.ts";
import { fingerprintKey } from "../../../src/trust/fingerprint.ts";
import { renderSignersFile } from "../../../src/trust/signers-file.ts";
import { ANY_STATE } from "../../deep.ts";
import { look } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";

const ID = "project_deploy_on_fridays";

type Machines = { readonly ana: OpenProject; readonly bo: OpenProject };

/** Ana saves a memory as a person and one as a machine; Bo has a copy of her root, as after a clone. */
async function twoMachines(t: TestContext): Promise<Machines> {
  const [ana, bo] = [openProject(t, ANY_STATE), openProject(t, ANY_STATE)];
  await ana.save({}, { person: true });
  await ana.save({ name: "By her machine" });
  rmSync(bo.root, { recursive: true });
  mkdirSync(join(bo.root, ".."), { recursive: true });
  cpSync(ana.root, bo.root, { recursive: true });
  return { ana, bo };
}

function trust({ ana, bo }: Machines, kinds: readonly ("machine" | "person")[], root?: string): void {
  const own: { root: string } = JSON.parse(readFileSync(join(ana.root, "root.json"), "utf8"));
  const signers = kinds.map((kind) => {
    const { signer, key } = JSON.parse(readFileSync(join(ana.state, "keys", `${kind}.json`), "utf8"));
    return { signer, key, root: root ?? own.root, petname: `ana's ${kind}`, own: false };
  });
  writeFileSync(join(bo.state, "signers.json"), renderSignersFile(signers));
}

async function standings(project: OpenProject): Promise<string[]> {
  const found = [await look(project, ID), await look(project, "project_by_her_machine")];
  return found.map(({ standing }) => `${standing.standing}: ${standing.reason}`);
}

test("what somebody else signed is foreign until a person here trusts the signer, each key for itself", async (t) => {
  const machines = await twoMachines(t);
  assert.deepEqual(await standings(machines.bo), ["foreign: unknown signer", "foreign: unknown signer"]);
  trust(machines, ["machine"]);
  assert.deepEqual(await standings(machines.bo), [
    "foreign: unknown signer",
    "inferred: written by ana's machine on 2026-05-01",
  ]);
  trust(machines, ["machine", "person"]);
  assert.deepEqual(await standings(machines.bo), [
    "verified: approved by ana's person on 2026-05-01",
    "inferred: written by ana's machine on 2026-05-01",
  ]);
});

test("a signer trusted for one root counts in no other", async (t) => {
  const machines = await twoMachines(t);
  trust(machines, ["machine", "person"], "f".repeat(32));
  assert.deepEqual(await standings(machines.bo), ["foreign: unknown signer", "foreign: unknown signer"]);
});

test("a signer who is no longer trusted no longer counts, though the statements were seen", async (t) => {
  const machines = await twoMachines(t);
  trust(machines, ["person"]);
  assert.equal((await standings(machines.bo))[0], "verified: approved by ana's person on 2026-05-01");
  trust(machines, []);
  assert.equal((await standings(machines.bo))[0], "foreign: unknown signer");
});

test("who is unknown is told by the statements there are, also of a signer who was trusted when they were seen", async (t) => {
  const machines = await twoMachines(t);
  const unknown = async (): Promise<string[]> =>
    findUnknownSigners(await machines.bo.open()).map(({ kind, statements }) => `${kind} ${statements}`);
  assert.deepEqual((await unknown()).sort(), ["machine 1", "person 1"]);
  trust(machines, ["machine", "person"]);
  await standings(machines.bo);
  assert.deepEqual(await unknown(), []);
  trust(machines, ["machine"]);
  assert.deepEqual(await unknown(), ["person 1"]);
});

test("a key that claims a trusted signer's name signs nothing in it", async (t) => {
  const { ana, bo } = await twoMachines(t);
  const person = JSON.parse(readFileSync(join(ana.state, "keys", "person.json"), "utf8"));
  const mallory = JSON.parse(readFileSync(join(ana.state, "keys", "machine.json"), "utf8"));
  const { root } = JSON.parse(readFileSync(join(ana.root, "root.json"), "utf8"));
  // The list names Ana's fingerprint with another key: what she signed does not hold under it.
  const signers = [{ signer: person.signer, key: mallory.key, root, petname: "ana", own: false }];
  writeFileSync(join(bo.state, "signers.json"), renderSignersFile(signers));
  assert.equal((await standings(bo))[0], "foreign: never seen here");
  assert.equal(person.signer, `person:${fingerprintKey("person", person.key, ANY_STATE)}`);
});
