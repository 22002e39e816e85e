// What one statement, or many at once, may do: a tombstone that names as much as it may is taken everywhere, and what takes a great deal
// out of use waits for the person, whatever act it is.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { TombstoneContent } from "../../src/memory/law/statement.ts";
import { ENDED_MAX, TOMBSTONE_BYTES_MAX } from "../../src/memory/limits.ts";
import { signStatement } from "../../src/trust/sign.ts";
import { filesOf, machinesTogether, PERSON, rootId, standingsOf } from "./machines.ts";
import { keyOf, MALLORY, publishAs, SOURCE, say } from "./victim.ts";

function hashes(of: string): string[] {
  const all = Array.from({ length: ENDED_MAX }, (_, at) =>
    createHash("sha256").update(`${of} ${at}`).digest("hex"),
  );
  return all.sort();
}

test("a tombstone that names as many words and texts as it may is taken by everybody", async (t) => {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  await ana.save("user_plan", { more: [PERSON] });
  for (const machine of [ana, bo]) assert.equal((await machine.sync()).exit, 0);
  assert.deepEqual(await standingsOf(bo), { user_plan: "verified" });
  const [statement = ""] = Object.entries(filesOf(ana)).flatMap(([path, text]) =>
    path.startsWith("attest/user_plan/") ? [text] : [],
  );
  const { born, device } = JSON.parse(statement);
  const about = { v: 1, act: "forget", root: rootId(ana), scope: "user", born, source: null } as const;
  const chain = { device, seq: 900, prev: null, time: "2026-05-01T09:30:00Z", test: true } as const;
  const named = { digests: hashes("digest"), reason: "r".repeat(300) };
  const tombstone: Omit<TombstoneContent, "signer"> = { ...about, ...chain, ...named };
  const { text } = signStatement(tombstone, keyOf(ana, "person"));
  assert.ok(text.length > 64 * 1024 && text.length <= TOMBSTONE_BYTES_MAX);
  publishAs({ remote, machine: MALLORY }, { said: [text] });
  for (const machine of [bo, ana]) {
    await machine.sync();
    assert.deepEqual(await standingsOf(machine), {}, machine.name);
  }
});

test("more than ten memories that one machine archives at once wait for the person here, with their texts", async (t) => {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  await ana.save("user_own");
  assert.equal((await ana.sync()).exit, 0);
  const [said, archived, texts]: [string[], string[], string[]] = [[], [], []];
  for (let number = 0; number < 12; number += 1) {
    const [born, id] = [number.toString(16).padStart(32, "0"), `user_note_${number}`];
    const source = SOURCE(id, `What was found out about subject ${number}, on some day of spring.`);
    const about = { root: rootId(ana), id, source };
    said.push(say({ key: keyOf(ana, "machine"), ...about }, { born }).text);
    archived.push(say({ key: keyOf(bo, "machine"), ...about }, { born, act: "archive" }).text);
    texts.push(source);
  }
  publishAs({ remote, machine: MALLORY }, { said, texts });
  assert.equal((await ana.sync()).exit, 0);
  publishAs({ remote, machine: MALLORY }, { said: [...said, ...archived], texts });
  const held = await ana.sync();
  assert.equal(held.exit, 2, held.stdout);
  assert.ok(!Object.values(filesOf(ana)).some((each) => each.includes("\nstatus: archived\n")));
  assert.equal((await ana.sync(["--accept-changes", PERSON])).exit, 0);
  const marked = Object.values(filesOf(ana)).filter((each) => each.includes("\nstatus: archived\n"));
  assert.equal(marked.length, 12);
});
