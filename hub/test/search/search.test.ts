import assert from "node:assert/strict";
import { after, test } from "node:test";
import { hashWord } from "../../../src/search/words/hash-word.ts";
import type { Transaction } from "../../src/database/connect.ts";
import { createSearchCache } from "../../src/search/cache.ts";
import { keyInRoot, keyOfPart } from "../../src/search/keys.ts";
import { readRowName } from "../../src/search/rows.ts";
import { listAround, listKeys, searchRoots } from "../../src/search/search.ts";
import { forget, openTeam, type Saved, sayAbout, store, type Team } from "../team.ts";

const [ONE, TWO, OTHER] = ["1", "2", "3"].map((digit) => digit.repeat(32)) as [string, string, string];
const NOW = Date.parse("2026-05-02T00:00:00Z");
const team = await openTeam();
const cache = createSearchCache();
after(team.close);

type Searching = { readonly of?: Team; readonly rankedMax?: number; readonly abstains?: boolean };

async function search(prompt: string, roots: readonly string[] | "*", searching: Searching = {}) {
  const { of = team, abstains = false, ...more } = searching;
  return of.within(async (tx) => {
    const keys = [...(await listKeys(tx, roots)).keys()];
    const hits = await searchRoots(tx, cache, { keys, prompt, filter: {}, now: NOW, abstains, ...more });
    return hits.kept.map(({ row, score }) => ({ id: readRowName(row.id).id, score, standing: row.standing }));
  });
}

type Lookup = { readonly root: number; readonly word: number; readonly byRoot: boolean };

function matchWords(tx: Transaction, { root, word, byRoot }: Lookup) {
  return tx`SELECT match_words(${[root]}, ${[word]}, ${[word]}, ${byRoot}, 100, 100)`;
}

const BODIES = {
  project_deploy: "The deploy of the payment service goes through the green cluster on Tuesdays.",
  project_rollback: "A rollback of the payment service is made by the release bot within minutes.",
  project_cache: "The cache of the catalogue lives in Redis and is emptied at every deploy.",
  project_index: "The search index of the catalogue is rebuilt at night by a worker.",
};

const saved: Record<string, Saved> = {};
for (const [id, body] of Object.entries(BODIES)) {
  const by = id === "project_rollback" ? team.person : team.machine;
  saved[id] = sayAbout({ root: ONE, id, body, by, tags: id === "project_cache" ? ["redis"] : [] });
}
await store(team, ONE, Object.values(saved));

test("a search finds by words, facts first, as far as the roots go that it may see", async () => {
  const found = await search("rollback of the payment service", [ONE]);
  assert.deepEqual(
    found.slice(0, 2).map(({ id, standing }) => `${id} ${standing}`),
    ["project_rollback verified", "project_deploy inferred"],
  );
  assert.deepEqual(await search("rollback of the payment service", [TWO]), []);
});

test("what another root holds changes no score of this one", async () => {
  const before = await search("payment service deploy", [ONE]);
  const more = Array.from({ length: 40 }, (_, number) =>
    sayAbout({
      root: TWO,
      id: `project_pay_${number}`,
      body: `Payment number ${number} of a service that nobody deploys.`,
      by: team.machine,
    }),
  );
  await store(team, TWO, more);
  assert.deepEqual(await search("payment service deploy", [ONE]), before);
  const both = await search("payment service deploy", [ONE, TWO]);
  assert.notDeepEqual(
    both.find(({ id }) => id === "project_deploy"),
    before[0],
  );
});

test("a word is found by its beginning, and by what was saved a moment ago", async () => {
  assert.equal((await search("catal", [ONE]))[0]?.id.startsWith("project_"), true);
  const late = sayAbout({
    root: ONE,
    id: "project_zeppelin",
    body: "Zeppelins are moored behind the hangar since Monday.",
    by: team.machine,
  });
  await store(team, ONE, [late]);
  assert.deepEqual(
    (await search("zeppelin", [ONE])).map(({ id }) => id),
    ["project_zeppelin"],
  );
});

test("a forgotten text leaves no row, no passage and no word behind", async () => {
  const secret = sayAbout({
    root: ONE,
    id: "project_quux",
    body: "The quuxotron is switched off by pulling its plug twice.",
    by: team.machine,
  });
  await store(team, ONE, [secret]);
  assert.equal((await search("quuxotron", [ONE])).length, 1);
  await store(team, ONE, [forget(ONE, secret, team.person)]);
  assert.deepEqual(await search("quuxotron", [ONE]), []);
  const rows = await team.database.owner`SELECT born FROM credence.memory_row WHERE born = ${secret.born}`;
  assert.equal(rows.length, 0);
  const [list] = await team.database.owner<
    { words: Uint8Array }[]
  >`SELECT words FROM credence.search_root WHERE root = ${ONE}`;
  assert.equal(Buffer.from(list?.words ?? []).includes("quuxotron"), false);
  const held = await team.database.owner`
    SELECT FROM credence.memory_words LEFT JOIN credence.memory_row USING (row) WHERE born IS NULL`;
  assert.equal(held.length, 0);
});

test("an edit by its own machine replaces the row, and a person's lowering takes it out", async () => {
  const first = saved["project_index"];
  assert.ok(first !== undefined);
  const second = sayAbout({
    root: ONE,
    id: "project_index",
    body: "The search index of the catalogue is rebuilt at noon by hand.",
    by: team.machine,
    born: first.born,
    follows: [first.hash],
  });
  await store(team, ONE, [second]);
  assert.deepEqual(
    (await search("noon", [ONE])).map(({ id }) => id),
    ["project_index"],
  );
  assert.deepEqual(await search("night", [ONE]), []);
  const lowered = sayAbout({
    root: ONE,
    id: "project_index",
    body: "The search index of the catalogue is rebuilt at noon by hand.",
    by: team.person,
    act: "lower",
    born: first.born,
  });
  await store(team, ONE, [lowered]);
  assert.deepEqual(await search("noon", [ONE]), []);
});

test("nothing of another organisation matches, and asking for its root is refused", async () => {
  const stranger = await openTeam(team.database);
  after(stranger.close);
  const body = "Nobody else may read about the green cluster.";
  await store(stranger, OTHER, [sayAbout({ root: OTHER, id: "project_x", body, by: stranger.machine })]);
  assert.deepEqual(
    (await search("green cluster", "*", { of: stranger })).map(({ id }) => id),
    ["project_x"],
  );
  assert.equal(
    (await search("green cluster", "*")).some(({ id }) => id === "project_x"),
    false,
  );
  const [key] = [...(await stranger.within((tx) => listKeys(tx, "*"))).keys()];
  const word = hashWord("green");
  const ask = (of: Team) =>
    of.within((tx) => matchWords(tx, { root: key ?? 0, word: keyInRoot(key ?? 0, word), byRoot: true }));
  const anywhere = (of: Team) => of.within((tx) => matchWords(tx, { root: key ?? 0, word, byRoot: false }));
  for (const asked of [ask, anywhere]) {
    assert.equal((await asked(stranger)).length, 1);
    await assert.rejects(asked(team), /a root of nobody/);
  }
  await assert.rejects(
    team.within((tx) => tx`SELECT * FROM memory_words`),
    /permission denied/,
  );
});

test("what changed around a moment comes in order", async () => {
  const ids = await team.within(async (tx) => {
    const keys = [...(await listKeys(tx, [ONE])).keys()];
    const rows = await listAround(tx, keys, { moment: { time: 0, id: "" }, before: 2, after: 3, now: NOW });
    return (await cache.readRows(tx, rows)).size;
  });
  assert.equal(ids, 3);
});

test("the plan is the words' own index, whatever the statistics say", async () => {
  const { owner } = team.database;
  for (const analyze of [false, true]) {
    if (analyze) await owner`ANALYZE credence.memory_words`;
    for (const [root, asked] of [
      [
        "root_key = asked.root",
        "unnest('{1,2}'::int[], '{5,6}'::int[], '{5,7}'::int[]) AS asked (root, a, b)",
      ],
      ["root_key = ANY ('{1,2}')", "unnest('{5,6}'::int[], '{5,7}'::int[]) AS asked (a, b)"],
    ]) {
      const plan = await owner.begin(async (tx) => {
        await tx`SET LOCAL enable_seqscan = off`;
        return tx.unsafe(
          `EXPLAIN SELECT found.row FROM ${asked} CROSS JOIN LATERAL
             (SELECT row FROM credence.memory_words WHERE words @> ARRAY[a, b] AND ${root} LIMIT 100) AS found LIMIT 100`,
        );
      });
      assert.match(JSON.stringify(plan), /Bitmap Index Scan on memory_words_gin/, root);
    }
  }
});

test("facts are found among facts, however many notes have their words", async () => {
  const root = "4".repeat(32);
  const fact = sayAbout({
    root,
    id: "project_fact",
    body: "The harbour crane is oiled every second Tuesday.",
    by: team.person,
  });
  const notes = Array.from({ length: 60 }, (_, number) =>
    sayAbout({
      root,
      id: `project_crane_${number}`,
      body: `The harbour crane was oiled, says note ${number}.`,
      by: team.machine,
    }),
  );
  await store(team, root, [fact, ...notes]);
  assert.deepEqual((await search("harbour crane oiled", [root]))[0]?.id, "project_fact");
  const [key] = [...(await team.within((tx) => listKeys(tx, [root]))).keys()];
  const one = keyInRoot(key ?? 0, keyOfPart(hashWord("harbour"), "verified"));
  assert.equal(
    (await team.within((tx) => matchWords(tx, { root: key ?? 0, word: one, byRoot: true }))).length,
    1,
  );
});

test("where words are in too many memories, those that hold two of them are found beside those with a rare one", async () => {
  const root = "5".repeat(32);
  const bodies = ["The lamp is lit.", "The lamp is cleaned.", "The tower is old.", "The tower is tall."];
  const notes = [...bodies, "The tower has a lamp.", "A walrus lives here."].map((body, number) =>
    sayAbout({ root, id: `project_${number}`, name: `Note ${number}`, body, by: team.machine }),
  );
  await store(team, root, notes);
  const find = async (searching: Searching) =>
    (await search("lamp of the tower walrus", [root], searching)).map(({ id }) => id);
  assert.deepEqual((await find({ rankedMax: 1 })).toSorted(), ["project_4", "project_5"]);
  assert.deepEqual((await find({})).slice(0, 2), (await find({ rankedMax: 1 })).slice(0, 2));
});

test("to a prompt about something else nothing is the answer, and a search shows what there is", async () => {
  const prompt = "please write a haiku about the green sea and its many waves";
  assert.deepEqual(await search(prompt, [ONE], { abstains: true }), []);
  assert.notDeepEqual(await search(prompt, [ONE]), []);
});
