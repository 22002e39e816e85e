// A carrier that is killed, has no room, or meets a remote that stalls, lies about its packs or refuses: nothing is lost, and the next
// meeting ends as if nothing had happened.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { findGit, noteGit } from "../../src/git/find-git.ts";
import { chanceOf, HOW_TO_REPEAT, sampleOf } from "../faults/sample.ts";
import { gitIn } from "../sync/machines.ts";
import { listen } from "../sync/victim.ts";
import { freshDir } from "../temp-dir.ts";
import type { ChildPlan } from "./carrier-child.ts";
import {
  add,
  bareRemote,
  branchOf,
  fingerprint,
  holdIn,
  meet,
  memory,
  namesOf,
  newPeer,
  type Peer,
  writeHeld,
} from "./carriers.ts";

const CHILD = join(import.meta.dirname, "carrier-child.ts");

function runChild(plan: ChildPlan): { readonly signal: string | null; readonly out: string } {
  const { signal, stdout, stderr, status } = spawnSync(process.execPath, [CHILD, JSON.stringify(plan)], {
    encoding: "utf8",
  });
  assert.ok(signal === "SIGKILL" || status === 0, stderr);
  return { signal, out: stdout };
}

test("a meeting is killed before and after each start of git, and the next one ends as if it had not been", async (t) => {
  const remote = bareRemote(t);
  const [ana, bo] = [newPeer(t, "ana", remote), newPeer(t, "bo", remote)];
  add(ana, memory("first"));
  for (const peer of [ana, bo]) await meet(peer);
  add(ana, memory("of ana"));
  await meet(ana);
  add(bo, memory("of bo"));
  const held = join(dirname(bo.directory), "held.json");
  writeFileSync(held, writeHeld(bo));
  const places = [dirname(bo.directory), remote];
  const saved = freshDir(t);
  for (const [at, path] of places.entries()) cpSync(path, join(saved, String(at)), { recursive: true });
  const rewind = (): void => {
    for (const [at, path] of places.entries()) {
      rmSync(path, { recursive: true });
      cpSync(join(saved, String(at)), path, { recursive: true });
    }
  };
  const plan = { name: "bo", directory: bo.directory, remote, when: "before" } as const;
  const starts = Number(runChild({ ...plan, at: 0 }).out);
  assert.ok(starts > 10, String(starts));
  const instants = Array.from({ length: starts }, (_, at) => at + 1).flatMap((at) =>
    (["before", "after"] as const).map((when) => ({ at, when })),
  );
  for (const { at, when } of sampleOf(instants, 4, chanceOf(t))) {
    rewind();
    const where = `${when} start ${at}, ${HOW_TO_REPEAT}`;
    assert.equal(runChild({ ...plan, at, when }).signal, "SIGKILL", where);
    const after: Peer = { ...bo, held: new Map() };
    holdIn(after, readFileSync(held, "utf8"));
    await meet(after);
    const all = [...memory("first").keys(), ...memory("of ana").keys(), ...memory("of bo").keys()];
    assert.deepEqual(namesOf(after.held.keys()), namesOf(all), where);
    assert.equal(branchOf(remote, bo).length, 7, where);
    assert.equal(gitIn(remote, "rev-list", "--count", `m/${bo.me}`).trim(), "2", where);
  }
});

test("a disk that is full ends a meeting with a clear refusal, and the next one ends as if it had had room", async (t) => {
  const remote = bareRemote(t);
  const [ana, bo] = [newPeer(t, "ana", remote), newPeer(t, "bo", remote)];
  for (const about of ["one", "two", "three"]) add(ana, memory(about));
  await meet(ana);
  const [shim, real] = [freshDir(t), findGit()];
  t.after(() => noteGit("/nowhere"));
  for (const [says, step, code, message] of [
    ["fatal: write error: No space left on device", "fetch", "DISK_FULL", /^no space left to write machine/],
    ["fatal: sha1 file 'x' write error. Out of diskspace", "push", "DISK_FULL", /./],
    ["fatal: remote error: No space left on device", "push", "PUSH_FAILED", /./],
  ] as const) {
    const script = `#!/bin/sh\ncase " $* " in *" ${step} "*) echo "${says}" >&2; exit 128;; esac\nexec ${real} "$@"\n`;
    writeFileSync(join(shim, "git"), script, { mode: 0o755 });
    writeFileSync(join(shim, "noted"), join(shim, "git"));
    noteGit(join(shim, "noted"));
    add(bo, memory("of bo"));
    await assert.rejects(meet(bo), { code, message }, says);
    assert.deepEqual(readdirSync(bo.directory), ["carrier"], says);
  }
  noteGit("/nowhere");
  await meet(bo);
  assert.deepEqual([bo.held.size, branchOf(remote, bo).length], [8, 9]);
});

test("a disk that is really full ends a meeting, too", async (t) => {
  const remote = bareRemote(t);
  const [ana, bo] = [newPeer(t, "ana", remote), newPeer(t, "bo", remote)];
  for (let at = 0; at < 200; at += 1)
    add(ana, memory(`${at} ${createHash("sha512").update(String(at)).digest("hex").repeat(4)}`));
  await meet(ana);
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=128k,mode=0700", "tmpfs", bo.directory]);
  // Where this machine lets nobody mount one, the test before this is all there is.
  if (status !== 0) return;
  try {
    await assert.rejects(meet(bo), { code: "DISK_FULL" });
    assert.equal(bo.held.size, 0);
  } finally {
    spawnSync("umount", [bo.directory]);
  }
  await meet(bo);
  assert.equal(bo.held.size, 400);
});

function packet(text: string): string {
  return `${(text.length + 4).toString(16).padStart(4, "0")}${text}`;
}

test("a remote that answers garbage, closes, stalls or redirects ends in an error, and a pack that is cut short is one branch", async (t) => {
  const machine = fingerprint("mallory");
  const heads = `${packet(`${"1".repeat(40)} refs/heads/m/${machine}\0ofs-delta\n`)}0000`;
  const pack = Buffer.from([...Buffer.from("PACK"), 0, 0, 0, 2, 0, 0, 0, 3, 0x30]);
  const silent = await listen(t, () => undefined);
  const closing = await listen(t, (socket) => socket.destroy());
  const stalling = await listen(t, (socket) => void socket.write(heads));
  const cutting = await listen(t, (socket) => {
    socket.write(heads);
    socket.on("data", (chunk) => {
      if (chunk.includes("done\n")) socket.end(Buffer.concat([Buffer.from(packet("NAK\n")), pack]));
    });
  });
  const babbling = await listen(t, (socket) => socket.end("x".repeat(100_000)));
  const elsewhere = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/x\r\nContent-Length: 0\r\n\r\n";
  const redirecting = await listen(t, (socket) => socket.end(elsewhere));
  const limits = { idleMs: 700, totalMs: 3_000 };
  for (const [port, message, schemes = ["git"]] of [
    [silent, /did not answer/, ["git", "http"]],
    [stalling, /did not answer/],
    [closing, /./, ["git", "http"]],
    [babbling, /./, ["git", "http"]],
    [redirecting, /./, ["http"]],
  ] as const)
    for (const scheme of schemes) {
      const peer = newPeer(t, "bo", `${scheme}://127.0.0.1:${port}/x.git`);
      await assert.rejects(meet(peer, { carrier: peer.open(limits) }), { code: "REMOTE_FAILED", message });
      assert.deepEqual(readdirSync(peer.directory), ["carrier"]);
    }
  const peer = newPeer(t, "bo", `git://127.0.0.1:${cutting}/x.git`);
  const { unreadable, missing } = await peer.open().diff({ has: () => false, list: () => [] });
  assert.deepEqual([[...unreadable.keys()], missing], [[machine], []]);
  assert.deepEqual(readdirSync(peer.directory), ["carrier"]);
});

test("a remote that does not take what is sent costs nothing, and no hook of it runs", async (t) => {
  const remote = bareRemote(t);
  const ana = newPeer(t, "ana", remote);
  add(ana, memory("one"));
  const ran = join(freshDir(t), "ran");
  mkdirSync(join(remote, "hooks"), { recursive: true });
  for (const name of ["pre-receive", "update", "post-receive", "reference-transaction"])
    writeFileSync(join(remote, "hooks", name), `#!/bin/sh\ntouch ${ran}\nexit 1\n`, { mode: 0o755 });
  await meet(ana);
  assert.equal(existsSync(ran), false);
  const tip = gitIn(remote, "rev-parse", `m/${ana.me}`);
  gitIn(remote, "config", "receive.denyNonFastForwards", "true");
  const [name = "s/"] = memory("one").keys();
  add(ana, memory("two"));
  const refused = await meet(ana, { drop: [name], isCheckpoint: true });
  assert.deepEqual([refused.published, gitIn(remote, "rev-parse", `m/${ana.me}`)], ["rejected", tip]);
  gitIn(remote, "config", "--unset", "receive.denyNonFastForwards");
  ana.held.delete(name);
  await meet(ana, { drop: [name], isCheckpoint: true });
  assert.equal(branchOf(remote, ana).length, 4);
});
