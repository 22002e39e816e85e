// What a hub takes into a root: numbers, signatures, quotas, and what a tombstone ends.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import { endToken } from "../../src/operate/enrol.ts";
import { ask, startTestHub } from "../running-hub.ts";
import { makeRoot, type Pair, type SignedRoot, signingKey } from "../signed.ts";

const hub = await startTestHub();
after(() => hub.close());
const person = await hub.tokenFor();
const machine = await hub.tokenFor({ kind: "machine", name: "CI" });
const ME = "a".repeat(32);

type Answered = { readonly status: number; readonly json: Record<string, unknown> };

function put(root: SignedRoot, objects: readonly Pair[], token = person): Promise<Answered> {
  return ask(hub, token, { path: `/v1/roots/${root.id}/put`, body: { objects } });
}

function question(root: SignedRoot, path: string, body: object): Promise<Answered> {
  return ask(hub, person, { path: `/v1/roots/${root.id}/${path}`, body });
}

async function namesOf(root: SignedRoot, after: unknown = null): Promise<unknown> {
  return (await question(root, "changes", { machine: ME, after })).json["names"];
}

test("the same batch is taken once, a text after a statement names it, and nothing under another hash", async () => {
  const root = makeRoot();
  const one = root.remember("What is sent twice is stored once.");
  const [statement, text] = one.objects;
  assert.ok(statement !== undefined && text !== undefined);
  assert.deepEqual((await put(root, [text])).json["refused"], [[text[0], "no word"]]);
  assert.equal((await put(root, [statement])).json["taken"], 1);
  assert.equal((await put(root, [text])).json["taken"], 1);
  assert.deepEqual((await put(root, one.objects)).json, { taken: 0, refused: [], forgotten: 0 });
  assert.deepEqual(await namesOf(root), [statement[0], text[0]]);
  const two = root.remember("Another text, whose bytes do not fit its name.");
  const [said] = two.objects;
  assert.ok(said !== undefined);
  const other = makeRoot().remember("About another root.").objects[0];
  assert.ok(other !== undefined);
  const edited = said[1].replace('"act":"wrote"', '"act":"approve"');
  const forged: Pair[] = [
    [said[0], `${said[1]} `],
    [`t/${two.text}`, "other words"],
    other,
    [`s/${sha256Hex(edited)}`, edited],
    [`s/${sha256Hex("{}\n")}`, "{}\n"],
  ];
  const refused = (await put(root, forged)).json["refused"];
  assert.deepEqual((Array.isArray(refused) ? refused : []).map(([, why]) => why).sort(), [
    "another root",
    "hash",
    "hash",
    "no statement",
    "signature",
  ]);
  assert.deepEqual((await question(root, "missing", { names: [said[0], statement[0]] })).json["missing"], [
    said[0],
  ]);
});

test("eight writers at once: a reader who follows the numbers misses nothing and sees nothing twice", async () => {
  const root = makeRoot();
  const seen = new Set<string>();
  let [after, isOver]: [unknown, boolean] = [null, false];
  const read = async (): Promise<void> => {
    const { json } = await question(root, "changes", { machine: ME, after });
    for (const name of Array.isArray(json["names"]) ? json["names"] : []) {
      assert.ok(!seen.has(name), `${name} came twice`);
      seen.add(name);
    }
    after = json["cursor"] ?? after;
  };
  const reader = (async () => {
    while (!isOver) await read();
  })();
  const written = await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      const names: string[] = [];
      for (let at = 0; at < 12; at += 1) {
        const memory = root.remember(`Writer ${writer} says for the time number ${at} what it has to say.`);
        assert.equal((await put(root, memory.objects)).status, 200);
        names.push(...memory.objects.map(([name]) => name));
      }
      return names;
    }),
  );
  isOver = true;
  await reader;
  await read();
  assert.deepEqual([...seen].sort(), written.flat().sort());
  assert.equal(seen.size, 192);
});

test("a tombstone erases what its person's own token brought, nobody else's words, and never by a machine", async () => {
  const root = makeRoot();
  const [gone, stays] = [
    root.remember("This will be forgotten soon."),
    root.remember("This stays as it is."),
  ];
  const other = await hub.tokenFor({ name: "Eve" });
  await put(root, gone.objects);
  await put(root, stays.objects, other);
  const tombstone = root.forget(gone);
  assert.deepEqual((await put(root, [tombstone], machine)).json, { taken: 1, refused: [], forgotten: 0 });
  assert.equal((await put(root, [tombstone], other)).json["forgotten"], 0);
  assert.equal((await put(root, [tombstone])).json["forgotten"], 1);
  assert.deepEqual(await namesOf(root), [...stays.objects.map(([name]) => name), tombstone[0]]);
  const forged = root.forget(stays);
  forged[1] = forged[1].replace(/"signature":"./, '"signature":"_');
  const tombstones = [
    forged,
    root.forget(stays),
    root.forget(stays, signingKey("person", "r")),
    root.forget(stays, signingKey("machine")),
  ];
  for (const each of tombstones)
    for (const by of [person, machine]) assert.equal((await put(root, [each], by)).json["forgotten"], 0);
  // Whoever brings another person's words does not end them.
  assert.equal(
    (await put(root, [root.forget(stays, signingKey("person", "s"))], other)).json["forgotten"],
    0,
  );
  const said = await question(root, "get", { names: stays.objects.map(([name]) => name) });
  assert.deepEqual(said.json["objects"], stays.objects);
});

test("a machine's token brings fifty memories of machines a root a day, and the rest another day", async () => {
  const root = makeRoot();
  const [key, token] = [signingKey("machine"), await hub.tokenFor({ kind: "machine", name: "CI" })];
  const objects = Array.from({ length: 52 }, (_, at) => root.remember(`Machine's word ${at}.`, key).objects);
  const first = await put(root, objects.flat().slice(0, 80), token);
  assert.deepEqual([first.json["taken"], first.json["refused"]], [80, []]);
  const { json } = await put(root, objects.flat(), token);
  assert.equal(json["taken"], 20);
  const why = new Set((Array.isArray(json["refused"]) ? json["refused"] : []).map(([, each]) => each));
  assert.deepEqual(why, new Set(["day", "no word"]));
  assert.equal((await put(makeRoot(), [], token)).status, 200);
  // A person answers for what their own machines wrote.
  assert.equal((await put(root, objects.flat())).json["taken"], 4);
});

test("a root that is as large as it may be, and an organisation with as many, take no more", async () => {
  const root = makeRoot();
  const one = root.remember("There is room for this one and for no other.");
  await hub.database.owner`UPDATE credence.organisation SET objects_max = 2 WHERE id = ${hub.org}`;
  assert.equal((await put(root, one.objects)).json["taken"], 2);
  assert.equal((await put(root, root.remember("No room for this.").objects)).status, 507);
  assert.equal((await put(root, one.objects)).status, 200);
  const [{ count } = { count: 0 }] = await hub.database.owner<{ count: number }[]>`
    SELECT count(*) AS count FROM credence.root WHERE org = ${hub.org}`;
  await hub.database.owner`UPDATE credence.organisation SET objects_max = 1000, roots_max = ${count}`;
  assert.equal((await put(makeRoot(), [])).status, 507);
  await hub.database.owner`UPDATE credence.organisation SET roots_max = 1000`;
});

test("papers of a machine are replaced by the subject that sent the first ones, and by nobody else", async () => {
  const root = makeRoot();
  const send = (token: string, text: string): Promise<Answered> =>
    ask(hub, token, {
      path: `/v1/roots/${root.id}/papers`,
      body: { machine: ME, papers: [["root.json", text]] },
    });
  assert.deepEqual((await send(person, "{}")).json, { isNew: true });
  assert.deepEqual((await send(person, "{}")).json, { isNew: false });
  assert.equal((await send(machine, "[]")).status, 409);
  const { json } = await question(root, "changes", { machine: ME, after: null });
  assert.deepEqual(json["papers"], [[ME, [["root.json", "{}"]]]]);
  assert.equal(json["isOwnHere"], true);
});

test("a token that is revoked between two batches ends the push there", async () => {
  const [root, token] = [makeRoot(), await hub.tokenFor()];
  assert.equal((await put(root, root.remember("Before.").objects, token)).status, 200);
  await endToken(hub.database.owner, hub.org, token.slice(4, 20));
  assert.equal((await put(root, root.remember("After.").objects, token)).status, 401);
});
