// A remote that sends too much: more bytes or objects than a root can be, a few bytes that become gigabytes, statements of strangers
// without end.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { signStatement } from "../../src/trust/sign.ts";
import { filesOf, type Machine, machinesTogether, PERSON, rootId, standingsOf } from "./machines.ts";
import { BODY, listen, MALLORY, newKey, publishAs, SOURCE, say, victim } from "./victim.ts";

// A pack by hand: a megabyte of zeros, and a delta that copies it a thousand times.

const [MEGABYTE, COPIES] = [1024 * 1024, 1024];

function lengthOf(size: number): number[] {
  return size < 0x80 ? [size] : [(size & 0x7f) | 0x80, ...lengthOf(Math.floor(size / 0x80))];
}

/** The head of an object in a pack. */
function headOf(type: number, size: number): Buffer {
  const rest = Math.floor(size / 16);
  const first = (type << 4) | (size & 0x0f);
  return Buffer.from(rest === 0 ? [first] : [first | 0x80, ...lengthOf(rest)]);
}

function bombPack(): Buffer {
  const zeros = Buffer.alloc(MEGABYTE);
  const oid = createHash("sha1").update(`blob ${zeros.length}\0`).update(zeros).digest();
  const copy = [0xf0, MEGABYTE & 0xff, (MEGABYTE >> 8) & 0xff, MEGABYTE >> 16];
  const delta = Buffer.from([
    ...lengthOf(MEGABYTE),
    ...lengthOf(MEGABYTE * COPIES),
    ...Array.from({ length: COPIES }, () => copy).flat(),
  ]);
  const [BLOB, REF_DELTA, VERSION, OBJECTS] = [3, 7, 2, 2];
  const head = Buffer.from([...Buffer.from("PACK"), 0, 0, 0, VERSION, 0, 0, 0, OBJECTS]);
  const whole = Buffer.concat([
    ...[head, headOf(BLOB, zeros.length), deflateSync(zeros)],
    ...[headOf(REF_DELTA, delta.length), oid, deflateSync(delta)],
  ]);
  return Buffer.concat([whole, createHash("sha1").update(whole).digest()]);
}

function packet(text: string): string {
  return `${(text.length + 4).toString(16).padStart(4, "0")}${text}`;
}

test("a pack of a few kilobytes that would become a gigabyte is refused before it does", async (t) => {
  const there = await victim(t);
  const pack = bombPack();
  assert.ok(pack.length < 10_000);
  // As little of git's protocol as a fetch needs.
  const port = await listen(t, (socket) => {
    socket.write(`${packet(`${"1".repeat(40)} refs/heads/m/${MALLORY}\0ofs-delta\n`)}0000`);
    socket.on("data", (chunk) => {
      if (chunk.includes("done\n")) socket.end(Buffer.concat([Buffer.from(packet("NAK\n")), pack]));
    });
  });
  const before = filesOf(there.ana);
  const url = `git://127.0.0.1:${port}/x.git`;
  const { exit, stdout } = await there.ana.call(["sync", "--remote", url, "--pull-only", "--json", PERSON]);
  assert.equal(exit, 6, stdout);
  const [{ path, why }] = JSON.parse(stdout)[0].refused;
  assert.equal(path, `m/${MALLORY}`);
  assert.match(why, /attempting to allocate \d+ over limit/);
  assert.deepEqual(filesOf(there.ana), before);
});

function idsIn({ root }: Machine): string[] {
  return readdirSync(join(root, "attest")).filter((name) => name.startsWith("user_"));
}

test("of a stranger 64 statements are taken, of strangers 32, and what is trusted comes all the same", async (t) => {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  const root = rootId(ana);
  const sources = Array.from({ length: 70 }, (_, at) =>
    SOURCE(`Text ${at}`, `${BODY} ${"x".repeat(at + 1)}`),
  );
  const one = newKey("person");
  const many = sources.map((source, at) => say({ key: one, root, id: `user_one_${at}`, source }).text);
  publishAs({ remote, machine: MALLORY }, { said: many, texts: sources });
  const { exit, stdout } = await ana.sync();
  assert.equal(exit, 0);
  assert.match(stdout, /6 statements: beyond the share of strangers/);
  assert.equal(idsIn(ana).length, 64);
  const letters = [..."abcdefghijklmnoprstuvwxyz234567", "q2", "q3", "q4", "q5"].map((each) =>
    each.slice(0, 2),
  );
  const others = letters.map((letter, at) => {
    const key = { ...newKey("machine"), signer: `machine:${letter.repeat(32).slice(0, 32)}` };
    return say({ key, root, id: `user_each_${at}`, source: sources[at] ?? "" }).text;
  });
  publishAs({ remote, machine: MALLORY }, { said: [...many, ...others], texts: sources });
  await bo.save("user_honest", { more: [PERSON] });
  for (const machine of [bo, ana, ana]) assert.equal((await machine.sync()).exit, 0);
  assert.equal(idsIn(ana).filter((id) => id.startsWith("user_one_")).length, 64);
  assert.equal(idsIn(ana).filter((id) => id.startsWith("user_each_")).length, 31);
  const used = Object.entries(await standingsOf(ana)).filter(([, standing]) => standing !== "foreign");
  assert.deepEqual(used, [["user_honest", "verified"]]);
});

test("a stranger's tombstones, demotions and retirements of a memory change nothing about it", async (t) => {
  const { ana, remote } = await victim(t);
  const [name = ""] = readdirSync(join(ana.root, "attest/user_good"));
  const genuine = JSON.parse(filesOf(ana)[`attest/user_good/${name}`] ?? "");
  const { born, digest, text, scope, root } = genuine;
  const key = newKey("person");
  const source = SOURCE("Other", BODY);
  const acts = (["lower", "disown", "retire", "archive"] as const).map(
    (act) => say({ key, root, id: "user_good", source }, { act, born, digest, text }).text,
  );
  const { device, seq, prev, time } = genuine;
  const tombstone = {
    act: "forget",
    born,
    digests: [digest],
    source: null,
    reason: null,
  } as const;
  const signed = { v: 1, root, scope, device, seq, prev, time, test: true } as const;
  const erased = signStatement({ ...signed, ...tombstone }, key).text;
  const before = filesOf(ana)["memories/user_good.md"];
  publishAs({ remote, machine: MALLORY }, { said: [...acts, erased] });
  for (const round of [1, 2]) assert.equal((await ana.sync()).exit, 0, `round ${round}`);
  assert.equal(filesOf(ana)["memories/user_good.md"], before);
  assert.deepEqual(await standingsOf(ana), { user_good: "inferred" });
});
