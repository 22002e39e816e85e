// Whose papers a hub takes for which machine, and how many.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { replacePapers } from "../../src/carrier/papers.ts";
import { put } from "../../src/carrier/put.ts";
import { examine } from "../../src/operate/doctor.ts";
import { forgetTexts, indexTexts } from "../../src/search/index-texts.ts";
import { openTeam, sayAbout } from "../team.ts";

const team = await openTeam();
after(team.close);
const ROOT = "1".repeat(32);
const { owner } = team.database;

async function newBearer(kind: "person" | "machine") {
  const bearer = { ...team.bearer, kind, subject: randomUUID() };
  await owner`INSERT INTO credence.granted (org, subject, root, may) VALUES (${team.org}, ${bearer.subject}, '*', 'write')`;
  return bearer;
}

const send = (bearer: typeof team.bearer, machine: string, text = "{}") =>
  team.within((tx) => replacePapers(tx, { bearer, root: ROOT, machine }, [["root.json", text]]));

test("a machine's token sends papers for one machine, a person's for sixteen, and all count in the root's quota", async () => {
  const [ci, ana] = [await newBearer("machine"), await newBearer("person")];
  const named = (letter: string, at: number) => letter.repeat(31) + "abcdefghijklmnopqrstuvwxyz"[at];
  assert.equal(await send(ci, named("a", 0)), true);
  await assert.rejects(send(ci, named("a", 1)), { code: "OTHER_MACHINE" });
  for (let at = 0; at < 16; at += 1) await send(ana, named("b", at));
  await assert.rejects(send(ana, named("b", 16)), { code: "OTHER_MACHINE" });
  assert.equal(await send(ana, named("b", 0), "[1]"), true);
  const [root] = await owner`SELECT objects, bytes FROM credence.root WHERE id = ${ROOT}`;
  assert.deepEqual([root?.["objects"], root?.["bytes"]], [17, 35]);
  const faults = (await examine(team.sql)).filter(({ what, isFine }) => !isFine && what.startsWith("Acme"));
  assert.deepEqual(faults, []);
  await owner`UPDATE credence.organisation SET bytes_max = 36`;
  await assert.rejects(send(ana, named("b", 1), "[1,2]"), { code: "QUOTA" });
  assert.equal(await send(ana, named("b", 0)), true);
  await owner`UPDATE credence.organisation SET bytes_max = 1000000`;
});

test("whoever took another machine's name before it came loses it to the token that brings what the machine signed", async () => {
  const [mallory, ana] = [await newBearer("person"), await newBearer("person")];
  const name = team.machine.signer.slice("machine:".length);
  await send(mallory, name);
  await assert.rejects(send(ana, name), { code: "OTHER_MACHINE" });
  const said = sayAbout({ root: ROOT, id: "project_pier", body: "It is lit.", by: team.machine });
  const indexer = { index: indexTexts, forget: forgetTexts };
  const bring = (bearer: typeof ana) =>
    team.within((tx) => put(tx, { bearer, root: ROOT, indexer }, [[`s/${said.hash}`, said.text]]));
  await bring(ana);
  await bring(mallory);
  assert.equal(await send(ana, name, "[]"), true);
  await assert.rejects(send(mallory, name), { code: "OTHER_MACHINE" });
});
