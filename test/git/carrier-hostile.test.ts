// The remote, or one machine that may write to it, is in other hands. What it plants is counted and left there; what it makes
// unreadable is one branch; and what others published comes all the same.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathOf, type Refusal } from "../../src/git/carrier/layout.ts";
import type { Limits } from "../../src/git/transport.ts";
import { type Planted, plant, writeTree } from "../sync/hostile-tree.ts";
import { gitIn } from "../sync/machines.ts";
import { file } from "../sync/victim.ts";
import { freshDir, type Owner } from "../temp-dir.ts";
import {
  add,
  bareRemote,
  bytes,
  fingerprint,
  meet,
  memory,
  named,
  namesOf,
  newPeer,
  type Peer,
  plantBranch,
  treeOf,
} from "./carriers.ts";

const MALLORY = fingerprint("mallory");

type Stage = { readonly remote: string; readonly ana: Peer; readonly bo: Peer };

/** Ana has published; Bo has not met anybody yet. */
async function stage(t: Owner): Promise<Stage> {
  const remote = bareRemote(t);
  const [ana, bo] = [newPeer(t, "ana", remote), newPeer(t, "bo", remote)];
  add(ana, memory("honest"));
  await meet(ana);
  return { remote, ana, bo };
}

/** What is honest came, and nothing else. */
function assertHonest({ held, directory }: Peer, more: readonly string[] = []): void {
  assert.deepEqual(namesOf(held.keys()), namesOf([...memory("honest").keys(), ...more]));
  assert.deepEqual(readdirSync(directory), ["carrier"]);
}

/** A path that would be right, for content of any kind. */
function placeOf(content: string, kind: "s" | "t" = "s"): string {
  return pathOf(named(kind, content)[0]);
}

/** Of a content that is there already: to write it thousands of times takes long. */
const EMPTY: Planted = { mode: "100644", oid: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391" };
const LONG = `{"follows":["${"0".repeat(36 * 1024)}"]}`;
const JUNK = "x".repeat(60 * 1024);
const LARGE_TEXT = "y".repeat(70 * 1024);
/** Larger than any paper. */
const LARGE_PAPER = "y".repeat(330 * 1024);
const TOMBSTONE = `{"act":"forget","ends":["${"0".repeat(100 * 1024)}"]}`;
const HUGE_TOMBSTONE = `{"act":"forget","ends":["${"0".repeat(700 * 1024)}"]}`;

const CARD = `papers/attest/people/${"a".repeat(64)}.json`;
const [HONEST = "s/"] = memory("honest").keys();

function deep(remote: string): Planted {
  let oid = writeTree(remote, [["x", file("x")]]);
  for (let depth = 0; depth < 1_000; depth += 1) oid = writeTree(remote, [["ab", { mode: "40000", oid }]]);
  return { mode: "40000", oid };
}

/** What Mallory's branch has, and why it is not taken; null for what is. */
const ROWS: readonly (readonly [path: string, planted: Planted, why: Refusal | null])[] = [
  [placeOf("good"), file("good"), null],
  [placeOf(TOMBSTONE), file(TOMBSTONE), null],
  // One that replaces and lifts as many as it may.
  [placeOf(LONG), file(LONG), null],
  [placeOf("link"), { mode: "120000", content: "/etc/passwd" }, "mode"],
  [placeOf("program"), { mode: "100755", content: "program" }, "mode"],
  [placeOf("module"), { mode: "160000", oid: "1".repeat(40) }, "mode"],
  [placeOf("directory"), { mode: "40000", tree: [["x", file("x")]] }, "mode"],
  [placeOf("upper").toUpperCase().replace("S/", "s/"), file("upper"), "path"],
  [`${placeOf("json")}.json`, file("json"), "path"],
  [`s/00/00/${placeOf("elsewhere").slice(8)}`, file("elsewhere"), "path"],
  [`s/${placeOf("shallow").slice(8)}`, file("shallow"), "path"],
  [placeOf("twin").replace(/.$/, "\u00ef\u00bc\u0091"), file("twin"), "path"],
  ["t/ab/cd/note.txt", file("hello"), "path"],
  ["s/ab/cd/ef", { mode: "40000", tree: [["x", file("x")]] }, "path"],
  [".gitattributes", file("* filter=run\n"), "path"],
  ["hooks/post-checkout", { mode: "100755", content: "exit 1\n" }, "path"],
  ["memories/user_x.md", file("x"), "path"],
  [placeOf(JUNK), file(JUNK), "size"],
  [placeOf(HUGE_TOMBSTONE), file(HUGE_TOMBSTONE), "size"],
  [placeOf(LARGE_TEXT, "t"), file(LARGE_TEXT), "size"],
  [placeOf("said"), file("other"), "hash"],
  // In place of what Ana has.
  [pathOf(HONEST), file("forged"), "hash"],
  ["papers/evil.json", file("{}"), "path"],
  ["papers/team/up/x.json", file("{}"), "path"],
  ["papers/root.json", { mode: "120000", content: "/etc/passwd" }, "mode"],
  ["papers/memory-config.json", file(LARGE_PAPER), "size"],
  [CARD, file("{}"), null],
];

test("links, programs, submodules, twins, deep trees and bytes of another name are counted, and the rest comes", async (t) => {
  const { remote, ana, bo } = await stage(t);
  const planted = treeOf(ROWS.map(([path, each]) => [path, each]));
  // A directory that is a thousand deep has a path of its own.
  const tree = planted.map(([name, each]) => {
    const more = name === "s" ? [...(each.tree ?? []), ["zz", deep(remote)] as const] : each.tree;
    return [name, more === undefined ? each : { ...each, tree: more }] as const;
  });
  plantBranch(remote, MALLORY, tree);
  const met = await meet(bo);
  assert.deepEqual(Object.fromEntries(met.refused), { path: 13, mode: 5, size: 4, hash: 2 });
  const whys = Object.groupBy(ROWS, ([, , why]) => why ?? "taken");
  assert.deepEqual(
    [whys.path?.length, whys.mode?.length, whys.size?.length, whys.hash?.length],
    [12, 5, 4, 2],
  );
  assert.deepEqual(met.unreadable, new Map());
  assert.deepEqual(met.papers.get(MALLORY), new Map([[CARD.slice("papers/".length), bytes("{}")]]));
  assertHonest(bo, [named("s", "good")[0], named("s", TOMBSTONE)[0], named("s", LONG)[0]]);
  assert.deepEqual(bytesOf(bo), bytesOf(ana));
  // Settled: it is not told again, and what is ours goes there.
  const again = await meet(bo);
  assert.deepEqual([again.missing, again.refused, again.published], [[], new Map(), "nothing"]);
});

test("one large object under thousands of names costs no more than one", async (t) => {
  const { remote, bo } = await stage(t);
  const large = join(freshDir(t), "large");
  writeFileSync(large, "x".repeat(500_000));
  const oid = gitIn(remote, "hash-object", "-w", large).trim();
  const rows = Array.from({ length: 4_000 }, (_, at): [string, Planted] => [
    `s/aa/bb/aabb${at.toString(16).padStart(60, "0")}`,
    { mode: "100644", oid },
  ]);
  plantBranch(remote, MALLORY, treeOf(rows));
  const from = process.cpuUsage();
  const { refused } = await meet(bo);
  assert.equal(refused.get("hash"), 4_000);
  // Hashed once for each name it would be eight.
  assert.ok(process.cpuUsage(from).user < 3_000_000);
});

function bytesOf({ held }: Peer): string {
  return Buffer.from(held.get(HONEST) ?? []).toString();
}

const INSIDE: Planted = { mode: "40000", tree: [["config", file("x")]] };
const UNREADABLE: readonly (readonly (readonly [string, Planted])[])[] = [
  [["..", INSIDE]],
  [[".git", INSIDE]],
  [[".GIT", INSIDE]],
  [["git~1", INSIDE]],
  [[".g\u00e2\u0080\u008cit", INSIDE]],
  [["a/b", file("x")]],
  [
    ["s", INSIDE],
    ["s", INSIDE],
  ],
  [[".gitmodules", { mode: "120000", content: "/etc/passwd" }]],
  // A directory and a content that nobody has.
  [["s", { mode: "40000", oid: "2".repeat(40) }]],
  [["s", { mode: "100644", oid: "3".repeat(40) }]],
];

test("trees that git does not allow, what is no commit, and what is not there make one branch unreadable", async (t) => {
  const { remote, bo, ana } = await stage(t);
  const strangers = [...UNREADABLE.keys()].map((at) => fingerprint(`mallory${"abcdefghij"[at]}`));
  for (const [at, row] of UNREADABLE.entries()) plantBranch(remote, strangers[at] ?? "", row);
  const blob = gitIn(remote, "rev-parse", `m/${ana.me}:papers/root.json`).trim();
  writeFileSync(join(remote, "refs/heads/m", MALLORY), `${blob}\n`);
  for (const round of ["first", "second"]) {
    add(ana, memory(`${round} round`));
    await meet(ana);
    const { unreadable, own } = await meet(bo);
    assert.deepEqual([...unreadable.keys()].sort(), [...strangers, MALLORY].sort(), round);
    assert.ok(bo.held.size === ana.held.size && own !== "other", round);
  }
  assert.deepEqual(readdirSync(bo.directory), ["carrier"]);
  // As soon as it can be read it is.
  plantBranch(remote, MALLORY, treeOf([[placeOf("late"), file("late")]]));
  assert.deepEqual((await meet(bo)).got, [named("s", "late")[0]]);
});

/** Two hundred and fifty-six times as many names a level. */
function bomb(remote: string): Planted {
  const oid = writeTree(
    remote,
    Array.from({ length: 999 }, (_, at) => [String(at).padStart(64, "0"), EMPTY]),
  );
  const hex = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, "0"));
  const all = (tree: string): (readonly [string, Planted])[] =>
    hex.map((name) => [name, { mode: "40000", oid: tree }]);
  return { mode: "40000", oid: writeTree(remote, all(writeTree(remote, all(oid)))) };
}

test("a branch that is larger than a root, or names millions in a few bytes, is left out alone", async (t) => {
  const { remote, bo } = await stage(t);
  plantBranch(remote, MALLORY, [["empty", file("")]]);
  const rows: readonly (readonly [Planted, Partial<Limits>, RegExp])[] = [
    [bomb(remote), {}, /more names than can be looked at/],
    [
      { mode: "40000", tree: treeOf([["ab/cd/x", file(randomBytes(400_000))]]) },
      { bytesMax: 100_000 },
      /more than a memory root/,
    ],
    [
      {
        mode: "40000",
        tree: treeOf(Array.from({ length: 60 }, (_, at) => [`ab/cd/${at}`, file(String(at))])),
      },
      { objectsMax: 40 },
      /more objects/,
    ],
  ];
  for (const [at, [planted, limits, why]] of rows.entries()) {
    plantBranch(remote, MALLORY, [["s", planted]]);
    const { unreadable } = await meet(bo, { carrier: bo.open(limits) });
    assert.match(unreadable.get(MALLORY) ?? "", why, `row ${at}`);
    assertHonest(bo);
  }
  // Many names are no crime, and each is counted.
  const names = Array.from({ length: 20_000 }, (_, at) => [String(at).padStart(64, "0"), EMPTY] as const);
  plantBranch(remote, MALLORY, treeOf(names.map(([name, each]) => [`t/ab/cd/${name}`, each])));
  assert.deepEqual((await meet(bo)).refused, new Map([["path", 20_000]]));
});

test("of thousands of branches those of machines we know come first, and odd names are counted", async (t) => {
  const { remote, ana, bo } = await stage(t);
  await meet(bo);
  add(ana, memory("later"));
  await meet(ana);
  const tip = plantBranch(remote, MALLORY, treeOf([[placeOf("flood"), file("flood")]]));
  const flood = Array.from({ length: 3_000 }, (_, at) => {
    const name = String(at)
      .padStart(4, "0")
      .replaceAll(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
    return `create refs/heads/m/${name.padEnd(32, "a")} ${tip}\n`;
  });
  const odd = ["m/x", `m/${"A".repeat(32)}`, `m/${"a".repeat(33)}`, `m/deep/${"a".repeat(32)}`, "n/x"];
  const list = join(freshDir(t), "list");
  writeFileSync(list, [...flood, ...odd.map((name) => `create refs/heads/${name} ${tip}\n`)].join(""));
  gitIn(undefined, "-c", `alias.many=!git --git-dir=${remote} update-ref --stdin < ${list}`, "many");
  const met = await meet(bo);
  assert.deepEqual([met.leftOut, met.odd], [3_003 - 256, 4]);
  assertHonest(bo, [...memory("later").keys(), named("s", "flood")[0]]);
});

const FRONTS: readonly (readonly [readonly (readonly [string, Planted])[], RegExp, RegExp])[] = [
  [[["root.json", file('{"v":1}\n')]], /has a form that this credence does not know/, /an empty repository/],
  [
    [["root.json", file('{"format":"credence/2","root":"00000000000000000000000000000000"}\n')]],
    /has a form that this credence does not know/,
    /an empty repository/,
  ],
  [[["main.c", file("int main;\n")]], /holds other files/, /an empty repository/],
];

test("a remote of another form, or of something else, is refused before anything is written to it", async (t) => {
  for (const [entries, message, hint] of FRONTS) {
    const remote = bareRemote(t);
    plant(remote, writeTree(remote, entries), null);
    const tips = gitIn(remote, "for-each-ref");
    const bo = newPeer(t, "bo", remote);
    await assert.rejects(meet(bo), { code: "REMOTE_FAILED", message, hint });
    assert.equal(gitIn(remote, "for-each-ref"), tips);
  }
});
