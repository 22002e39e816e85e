// A remote that sends too much: more bytes or objects than a root can be, a few bytes that become gigabytes, or statements of
// strangers about one memory without end.

import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { wroteStatement } from "../../bench/store-samples.ts";
import { parseRemoteUrl } from "../../src/git/remote-url.ts";
import { signStatement } from "../../src/trust/sign.ts";
import { entriesOf, type Planted, plant, plantFiles, sorted, writeTree } from "./hostile-tree.ts";
import { filesOf, machinesTogether, PERSON, rootId, standingsOf } from "./machines.ts";
import { file, listen, syncWith, type Victim, victim } from "./victim.ts";

const ROOMY = { idleMs: 20_000, totalMs: 60_000 };

async function assertRefused(
  { ana }: Victim,
  address: string,
  { limits, why }: { readonly limits: Parameters<typeof syncWith>[2]; readonly why: RegExp },
): Promise<void> {
  const before = filesOf(ana);
  const url = parseRemoteUrl(address);
  assert.ok(url.kind !== "refused");
  await assert.rejects(syncWith(ana, url, { ...ROOMY, ...limits }), { code: "REMOTE_FAILED", message: why });
  assert.deepEqual(filesOf(ana), before);
  // Nothing of it is left.
  const kept = readdirSync(join(ana.state, "sync", rootId(ana))).sort();
  assert.deepEqual(kept, ["agreement", "remote.json", "repo"]);
}

test("more bytes than a root can be, or more objects, are refused, and nothing of them is kept", async (t) => {
  const there = await victim(t);
  const { remote } = there;
  plant(remote, writeTree(remote, sorted([...entriesOf(remote), ["README.md", file(randomBytes(400_000))]])));
  await assertRefused(there, remote, {
    limits: { bytesMax: 100_000 },
    why: /the remote sent more than a memory root can be/,
  });
  await assertRefused(there, remote, {
    limits: { objectsMax: 2 },
    why: /the remote sent more objects than a memory root has/,
  });
});

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
    socket.write(`${packet(`${"1".repeat(40)} refs/heads/main\0ofs-delta\n`)}0000`);
    socket.on("data", (chunk) => {
      if (chunk.includes("done\n")) socket.end(Buffer.concat([Buffer.from(packet("NAK\n")), pack]));
    });
  });
  await assertRefused(there, `git://127.0.0.1:${port}/x.git`, {
    limits: {},
    why: /attempting to allocate \d+ over limit/,
  });
});

test("of strangers' tombstones 1 024 are kept, and one of somebody trusted is carried out", async (t) => {
  const { machines, remote } = await machinesTogether(t, ["ana", "bo"]);
  const [ana, bo] = machines;
  assert.ok(ana !== undefined && bo !== undefined);
  await ana.save("user_good");
  for (const machine of [ana, bo]) await machine.sync();
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "jwk" }).x ?? "";
  const signer = { kind: "person", signer: `person:${"q".repeat(32)}`, key, privateKey } as const;
  const tombstones = Array.from({ length: 1_030 }, (_, number) => {
    const digest = createHash("sha256").update(String(number)).digest("hex");
    const about = {
      ...wroteStatement({ root: rootId(ana), id: digest, digest }),
      v: 2,
    } as const;
    const { hash, text } = signStatement({ ...about, act: "forget", scope: "user", folded: null }, signer);
    return [`attest/forgotten/${hash}.json`, text] as const;
  });
  plantFiles(remote, Object.fromEntries(tombstones));
  const { exit, stdout } = await bo.sync(["--json"], { answers: [] });
  assert.equal(exit, 0, stdout);
  assert.equal(JSON.parse(stdout)[0].refused.length, 6);
  assert.equal(readdirSync(join(bo.root, "attest/forgotten")).length, 1_024);
  await ana.done(["forget", "user_good", "--reason", "private", "--scope", "user", PERSON]);
  for (const machine of [ana, bo]) await machine.sync();
  assert.deepEqual(await standingsOf(bo), {});
});

test("of strangers' statements about one memory 1 024 are kept, and its own still counts", async (t) => {
  const { ana, remote } = await victim(t);
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "jwk" }).x ?? "";
  const signer = { kind: "machine", signer: `machine:${"q".repeat(32)}`, key, privateKey } as const;
  const statements = Array.from({ length: 1_030 }, (_, number): readonly [string, Planted] => {
    const digest = createHash("sha256").update(String(number)).digest("hex");
    const about = wroteStatement({ root: rootId(ana), id: "user_good", digest });
    const { hash, text } = signStatement({ ...about, scope: "user" }, signer);
    return [`${hash}.json`, file(text)];
  });
  const own = entriesOf(remote, "attest/user_good");
  const attest = sorted([["user_good", { mode: "40000", tree: sorted([...own, ...statements]) }]]);
  const top = entriesOf(remote).filter(([name]) => name !== "attest");
  plant(remote, writeTree(remote, sorted([...top, ["attest", { mode: "40000", tree: attest }]])));
  const { exit, stdout } = await ana.sync(["--json"], { answers: [] });
  assert.equal(exit, 0, stdout);
  const refused: { why: string }[] = JSON.parse(stdout)[0].refused;
  assert.deepEqual(
    new Set(refused.map(({ why }) => why)),
    new Set(["there are too many statements of strangers about it"]),
  );
  assert.equal(refused.length, 7);
  assert.equal(readdirSync(join(ana.root, "attest/user_good")).length, 1_024);
  assert.deepEqual(await standingsOf(ana), { user_good: "inferred" });
});
