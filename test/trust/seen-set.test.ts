import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import {
  isTextStatement,
  parseStatement,
  type SignedTextStatement,
  type TextContent,
} from "../../src/memory/law/statement.ts";
import { makeFile } from "../../src/trust/seen-file.ts";
import { openSeenSet, type SeenPlace } from "../../src/trust/seen-set.ts";
import { signStatement } from "../../src/trust/sign.ts";
import { freshDir } from "../temp-dir.ts";
import { MACHINE_SIGNER, sampleKey } from "./sample-key.ts";

const ROOT = "0".repeat(32);

/** A root that is new to this machine unless the test says otherwise. */
function placeOf(path: string): SeenPlace {
  const mark = `${path}.mark`;
  return {
    path,
    root: ROOT,
    mark: {
      read: () => (existsSync(mark) ? readFileSync(mark, "utf8") : null),
      write: (text) => writeFileSync(mark, text),
    },
    isKnown: () => false,
  };
}

const BORN = "b".repeat(32);

function statement(change: Partial<Omit<TextContent, "signer">> = {}): SignedTextStatement {
  const { hash, text } = signStatement(
    {
      v: 1,
      root: ROOT,
      scope: "project",
      born: BORN,
      source: null,
      time: "2026-05-01T12:00:00Z",
      device: MACHINE_SIGNER,
      seq: 0,
      prev: null,
      reason: "kept here, too",
      act: "wrote",
      id: "project_x",
      digest: "1".repeat(64),
      text: "2".repeat(64),
      follows: [],
      lifts: [],
      acknowledged: [],
      ...change,
    },
    sampleKey(),
  );
  const read = parseStatement(text, hash);
  assert.ok("hash" in read && isTextStatement(read));
  return read;
}

test("what was seen is there for any process that opens the set next, field by field and without its proof", (t) => {
  const path = join(freshDir(t), "ledger.sqlite");
  const follows = ["2".repeat(64), "3".repeat(64)];
  const source = { origin: "user", session: "s-1", taint: ["web"] } as const;
  const change = {
    act: "wrote",
    follows,
    lifts: ["4".repeat(64)],
    source,
    seq: 3,
    prev: "5".repeat(64),
  } as const;
  const seen = statement({ ...change, acknowledged: ["a-rule"], test: true });
  const first = openSeenSet(placeOf(path));
  first.remember([seen]);
  first.close();
  const second = openSeenSet(placeOf(path));
  t.after(() => second.close());
  const { key: _, signature: __, ...kept } = seen;
  assert.deepEqual(second.recall("project_x"), [kept]);
  assert.deepEqual(kept, {
    ...{ v: 1, hash: seen.hash, root: ROOT, scope: "project", born: BORN, id: "project_x" },
    ...{ time: "2026-05-01T12:00:00Z", signer: MACHINE_SIGNER, device: MACHINE_SIGNER },
    ...{ digest: "1".repeat(64), text: "2".repeat(64), reason: "kept here, too", test: true },
    ...{ ...change, acknowledged: ["a-rule"] },
  });
  assert.equal(readFileSync(path).includes(seen.signature), false);
});

test("what was seen is one row with its statement as JSON", (t) => {
  const path = join(freshDir(t), "ledger.sqlite");
  const set = openSeenSet(placeOf(path));
  t.after(() => set.close());
  const { key: _, signature: __, ...kept } = statement();
  set.remember([kept]);
  const rows = set.opened?.prepare("SELECT * FROM statements").all() ?? [];
  assert.deepEqual(
    rows.map(({ statement: json, ...columns }) => ({ ...columns, statement: JSON.parse(String(json)) })),
    [
      {
        ...{ hash: kept.hash, id: "project_x", born: BORN, act: "wrote", signer: MACHINE_SIGNER },
        statement: kept,
      },
    ],
  );
});

test("ids are found by the memories that were seen under them", (t) => {
  const set = openSeenSet(placeOf(join(freshDir(t), "ledger.sqlite")));
  t.after(() => set.close());
  const another = "c".repeat(32);
  set.remember([statement(), statement({ seq: 1 }), statement({ id: "project_y", born: another })]);
  assert.deepEqual(set.idsOfBorns([BORN]), ["project_x"]);
  assert.deepEqual(set.idsOfBorns([another, BORN]).sort(), ["project_x", "project_y"]);
  assert.deepEqual(set.idsOfBorns(["d".repeat(32)]), []);
  assert.deepEqual(set.idsOfBorns([]), []);
});

test("recall finds one id, or one act, or a range of ids", (t) => {
  const set = openSeenSet(placeOf(join(freshDir(t), "ledger.sqlite")));
  t.after(() => set.close());
  set.remember([statement(), statement({ id: "project_y", act: "retire" })]);
  const ids = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id).sort();
  assert.deepEqual(ids(set.recall("project_x")), ["project_x"]);
  assert.deepEqual(ids(set.recallAct("retire")), ["project_y"]);
  assert.deepEqual(ids(set.recallBetween("a", "z")), ["project_x", "project_y"]);
  assert.deepEqual(ids(set.recallEach(["project_y", "project_x", "project_z"])), ["project_x", "project_y"]);
  assert.deepEqual(set.recallAct("lower"), []);
});

test("a text is found by its hash where it is retained, else by its digest; erasing takes it for whatever reason", (t) => {
  const path = join(freshDir(t), "ledger.sqlite");
  const { texts, close } = openSeenSet(placeOf(path));
  t.after(() => close());
  const [hash, digest, source] = ["3".repeat(64), "4".repeat(64), "The pelican has a plan."];
  for (const why of ["retained", "approved"] as const) texts.keep([{ hash, digest, source }], why);
  assert.deepEqual([texts.read(hash), texts.read(digest)], [source, null]);
  assert.deepEqual([texts.find(digest, "approved"), texts.find(digest, "replaced")], [source, null]);
  texts.drop([hash]);
  assert.deepEqual([texts.read(hash), texts.find(digest, "approved")], [null, source]);
  texts.erase([digest]);
  assert.equal(texts.find(digest, "approved"), null);
  assert.ok(!readFileSync(path).includes("pelican"));
});

test("a tombstone is kept whole, once", (t) => {
  const { texts, close } = openSeenSet(placeOf(join(freshDir(t), "ledger.sqlite")));
  t.after(() => close());
  const tombstone = { hash: "5".repeat(64), text: "{}\n" };
  texts.keepTombstones([tombstone]);
  texts.keepTombstones([tombstone]);
  assert.deepEqual(texts.tombstones(), [tombstone]);
});

test("seeing the same again changes nothing, and seeing nothing costs nothing", (t) => {
  const set = openSeenSet(placeOf(join(freshDir(t), "ledger.sqlite")));
  t.after(() => set.close());
  set.remember([]);
  set.remember([statement()]);
  set.remember([statement(), statement()]);
  assert.equal(set.recallBetween("a", "z").length, 1);
});

test("what is erased leaves no letter of its id in the file, also where pages were split since", (t) => {
  const path = join(freshDir(t), "ledger.sqlite");
  const set = openSeenSet(placeOf(path));
  t.after(() => set.close());
  const ids = Array.from({ length: 400 }, (_, at) => `project_${(at * 7_919) % 400}_of_the_secret_plan`);
  for (let at = 0; at < ids.length; at += 20)
    set.remember(ids.slice(at, at + 20).map((id) => statement({ id })));
  const erased = ids.filter((_, at) => at % 4 === 1);
  for (const id of erased) assert.ok(set.erase({ id, digests: [], words: [] }));
  const file = readFileSync(path);
  assert.deepEqual(
    erased.filter((id) => file.includes(id)),
    [],
  );
  assert.equal(set.ids().size, 300);
});

test("every file of the set is for its owner alone, whatever the umask is", (t) => {
  const dir = freshDir(t);
  const before = process.umask(0);
  const set = openSeenSet(placeOf(join(dir, "ledger.sqlite")));
  set.remember([statement()]);
  process.umask(before);
  const names = readdirSync(dir).filter((name) => !name.endsWith(".mark"));
  const modes = names.map((name) => [name, statSync(join(dir, name)).mode & 0o777]);
  set.close();
  assert.deepEqual(modes.sort(), [
    ["ledger.sqlite", 0o600],
    ["ledger.sqlite-checked", 0o600],
  ]);
});

const OPENER = `
  const { parentPort, workerData } = require("node:worker_threads");
  import(workerData.module).then(({ openSeenSet }) => {
    parentPort.postMessage("ready");
    parentPort.once("message", () => {
      const mark = { read: () => null, write: () => undefined };
      const set = openSeenSet({ ...workerData, mark, isKnown: () => false });
      for (const each of workerData.statements) set.remember([each]);
      set.close();
      parentPort.close();
    });
  });
`;

test("eight that open a new set at once all write to it, and none is turned away", async (t) => {
  const path = join(freshDir(t), "ledger.sqlite");
  const module = new URL("../../src/trust/seen-set.ts", import.meta.url).href;
  const workers = Array.from({ length: 8 }, (_, worker) => {
    const statements = Array.from({ length: 20 }, (_, index) =>
      statement({ id: `project_${worker}_${index}` }),
    );
    return new Worker(OPENER, { eval: true, workerData: { module, path, root: ROOT, statements } });
  });
  const ready = workers.map((worker) => new Promise((resolve) => worker.once("message", resolve)));
  const ended = workers.map(
    (worker) => new Promise((resolve, reject) => worker.once("exit", resolve).once("error", reject)),
  );
  await Promise.all(ready);
  for (const worker of workers) worker.postMessage("go");
  assert.deepEqual(await Promise.all(ended), [0, 0, 0, 0, 0, 0, 0, 0]);
  const set = openSeenSet(placeOf(path));
  t.after(() => set.close());
  assert.equal(set.recallBetween("a", "z").length, 160);
});

test("what was committed outlasts a power loss: the deletion of the rollback journal is synced, too", (t) => {
  const database = makeFile(join(freshDir(t), "ledger.sqlite"));
  const [EXTRA, row] = [3, database.prepare("PRAGMA synchronous").get()];
  database.close();
  assert.equal(row?.["synchronous"], EXTRA);
});
