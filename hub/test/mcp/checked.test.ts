import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openCheckedHub } from "../../../src/app/hub/checked-hub.ts";
import { openHubMemories } from "../../../src/app/hub/hub-memories.ts";
import { BLANK_DRAFT } from "../../../src/memory/file/draft.ts";
import { parsePolicy } from "../../../src/memory/law/sets/policy.ts";
import { addPolicy, listPolicies } from "../../src/policy/policies.ts";
import { call, listen, tokenFor } from "../agents.ts";
import { makePolicy, newKey, openTeam, policyKey, sayAbout, store } from "../team.ts";

const ROOT = "1".repeat(32);
const team = await openTeam();
const hub = await listen(team);
const state = mkdtempSync(join(tmpdir(), "credence-hub-client-"));
after(async () => {
  rmSync(state, { recursive: true, force: true });
  await hub.close();
  await team.close();
});
const [first] = await team.within(listPolicies);
const pinned = parsePolicy(first ?? "")?.hash ?? "";
const token = await tokenFor(team, [ROOT]);

const freeze = sayAbout({
  root: ROOT,
  id: "project_freeze",
  body: "Deploys are frozen for two days before each release of billing.",
  by: team.person,
});
const retry = sayAbout({
  root: ROOT,
  id: "project_retry",
  body: "Billing retries a failed charge three times within an hour.",
  by: team.machine,
});
await store(team, ROOT, [freeze, retry]);

type Answer = {
  evidence: { root: string; scope: string; statements: string[]; texts: string[] }[];
  policies: string[];
  hits: object[];
};

/** Stands between the hub and its clients, and changes what the hub answers. */
let lie: (answer: Answer) => void | Promise<void> = () => undefined;
const liar = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = {
      Authorization: request.headers.authorization ?? "",
      "Content-Type": "application/json",
    };
    const answered = await fetch(`${hub.origin}${request.url}`, {
      method: "POST",
      headers,
      body: Buffer.concat(chunks),
    });
    const answer = (await answered.json()) as Answer;
    if ("evidence" in answer) await lie(answer);
    response.writeHead(answered.status).end(JSON.stringify(answer));
  })();
});
await new Promise<void>((resolve) => liar.listen(0, "127.0.0.1", resolve));
after(() => void liar.close());
const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;

function openMemories(directory = state) {
  const connection = { url, pinned, token, state: directory, now: Date.now };
  return openHubMemories(openCheckedHub(connection, { client: "test", session: null }));
}

async function search(query: string, directory = state): Promise<string[]> {
  const { found } = await openMemories(directory).search({ query, filter: {}, limit: 8 });
  return found.map(({ hit }) => `${hit.id} ${hit.standing}`);
}

test("an honest hub's answers are the same memories, rendered here, with no word of doubt", async () => {
  lie = () => undefined;
  assert.deepEqual((await search("billing release charge")).toSorted(), [
    "project_freeze verified",
    "project_retry inferred",
  ]);
  const { value } = await openMemories().answerPrompt({
    text: "When are deploys of billing frozen before a release?",
    session: "s",
    promptId: null,
  });
  const block = String(value["block"]);
  assert.match(block.split("\n")[0] ?? "", new RegExp(`checked by policy ${pinned.slice(0, 16)}`));
  assert.match(block, /Deploys are frozen/);
  assert.match(readFileSync(join(state, "receipts.ndjson"), "utf8"), /"id":"project_freeze"/);
});

test("a fact that the hub invents is foreign, whoever it says signed it", async () => {
  const eve = newKey("person");
  const invented = sayAbout({
    root: ROOT,
    id: "project_freeze",
    body: "Deploys are never frozen, and billing may be released at any time.",
    by: eve,
    born: freeze.born,
  });
  const posing = sayAbout({
    root: ROOT,
    id: "project_freeze",
    body: "Deploys are never frozen, and billing may be released at any time.",
    by: { ...eve, signer: team.person.signer },
    born: freeze.born,
  });
  for (const { text, source } of [invented, posing]) {
    lie = ({ evidence }) => {
      for (const each of evidence) {
        each.statements = [text];
        each.texts = [source];
      }
    };
    assert.deepEqual(await search("billing release deploys frozen"), []);
  }
});

test("a text that the hub swaps is no text of anybody", async () => {
  lie = ({ evidence }) => {
    for (const each of evidence) each.texts = each.texts.map((text) => text.replace("two days", "two years"));
  };
  assert.deepEqual(await search("billing release deploys frozen"), ["project_retry inferred"]);
});

test("what the hub sends in place of what was asked for is not that memory", async () => {
  const honest: Partial<Answer> = {};
  lie = (answer) => void Object.assign(honest, answer);
  await openMemories().get({ ids: ["project_retry"], scope: null });
  lie = (answer) => void Object.assign(answer, honest);
  const { memories, missing } = await openMemories().get({ ids: ["project_freeze"], scope: null });
  assert.deepEqual([memories, missing], [[], ["project_freeze"]]);
});

test("a statement moved to another root says nothing there", async () => {
  lie = ({ evidence, hits }) => {
    for (const each of [...evidence, ...hits] as { root: string }[]) each.root = "9".repeat(32);
  };
  assert.deepEqual(await search("billing release charge"), []);
});

test("a lowering that came here once cannot be dropped again", async () => {
  lie = () => undefined;
  const lowered = sayAbout({
    root: ROOT,
    id: "project_retry",
    body: "Billing retries a failed charge three times within an hour.",
    by: team.person,
    act: "lower",
    born: retry.born,
  });
  const before: Answer[] = [];
  lie = (answer) => void before.push(structuredClone(answer));
  assert.deepEqual(await search("failed charge"), ["project_retry inferred"]);
  await store(team, ROOT, [lowered]);
  lie = () => undefined;
  const [got] = (await openMemories().get({ ids: ["project_retry"], scope: null })).memories;
  assert.deepEqual([got?.memory.standing, got?.memory.body], ["quarantined", null]);
  lie = (answer) => void Object.assign(answer, before[0]);
  assert.deepEqual(await search("failed charge"), []);
  // A client that never saw it cannot know.
  const fresh = mkdtempSync(join(tmpdir(), "credence-hub-client-"));
  assert.deepEqual(await search("failed charge", fresh), ["project_retry inferred"]);
  rmSync(fresh, { recursive: true, force: true });
});

test("a fact that was replaced does not come back where the hub leaves the newer approval out", async () => {
  lie = () => undefined;
  const about = { root: ROOT, id: "project_thaw", by: team.person };
  const two = sayAbout({ ...about, body: "After a thaw of the database wait for two days." });
  const five = sayAbout({
    ...about,
    body: "After a thaw of the database wait for five days.",
    born: two.born,
    follows: [two.hash],
  });
  const before: Answer[] = [];
  lie = (answer) => void before.push(structuredClone(answer));
  await store(team, ROOT, [two]);
  assert.deepEqual(await search("thaw of the database"), ["project_thaw verified"]);
  await store(team, ROOT, [five]);
  lie = () => undefined;
  const [got] = (await openMemories().get({ ids: ["project_thaw"], scope: null })).memories;
  assert.match(got?.memory.body ?? "", /five days/);
  // As it was: neither the newer approval nor its text.
  lie = (answer) => void Object.assign(answer, before[0]);
  assert.deepEqual(await search("thaw of the database"), []);
  // Nor where the older text alone is approved once more by the same old statement, beside the newer one without its text.
  lie = ({ evidence }) => {
    for (const each of evidence) each.texts = each.texts.filter((text) => !text.includes("five days"));
  };
  assert.deepEqual(await search("thaw of the database"), []);
  lie = () => undefined;
  assert.deepEqual(await search("thaw of the database"), ["project_thaw verified"]);
});

/** Begins a search whose answer is that of an earlier time, and arrives when it is let go. */
async function searchLate(query: string, answered: Partial<Answer>) {
  const held = Promise.withResolvers<void>();
  const asked = new Promise<void>((resolve) => {
    lie = async (answer) => {
      lie = () => undefined;
      resolve();
      await held.promise;
      Object.assign(answer, answered);
    };
  });
  const found = search(query);
  found.catch(() => undefined);
  await asked;
  return { found, letGo: held.resolve };
}

test("an answer that was under way while a lowering came here is judged with it", async () => {
  const about = { root: ROOT, id: "project_late", body: "Refunds are paid on the first Tuesday of a month." };
  const wrote = sayAbout({ ...about, by: team.machine });
  await store(team, ROOT, [wrote]);
  let before: Answer | null = null;
  lie = (answer) => {
    before = structuredClone(answer);
  };
  assert.deepEqual(await search("refunds Tuesday"), ["project_late inferred"]);
  assert.ok(before !== null);
  const late = await searchLate("refunds Tuesday", before);
  await store(team, ROOT, [sayAbout({ ...about, by: team.person, act: "lower", born: wrote.born })]);
  const [got] = (await openMemories().get({ ids: ["project_late"], scope: null })).memories;
  assert.equal(got?.memory.standing, "quarantined");
  late.letGo();
  assert.deepEqual(await late.found, []);
});

test("a hit that the hub repeats is one hit, and hits beyond what is asked for are not looked at", async () => {
  const by = team.machine;
  const many = Array.from({ length: 60 }, (_, at) =>
    sayAbout({
      root: ROOT,
      id: `project_lot${at}`,
      body: `Lot ${at} of the stock is counted on day ${at}.`,
      by,
    }),
  );
  lie = (answer) => {
    const [each] = answer.evidence;
    answer.hits = Array.from({ length: 100 }, () => answer.hits[0] ?? {});
    answer.evidence = Array.from({ length: 100 }, () => each ?? assert.fail());
  };
  const { memories } = await openMemories().get({ ids: ["project_freeze"], scope: null });
  assert.deepEqual(
    memories.map(({ memory }) => memory.id),
    ["project_freeze"],
  );
  lie = (answer) => {
    answer.hits = many.map(({ born }) => ({ root: ROOT, born, isCentre: false }));
    answer.evidence = [
      {
        root: ROOT,
        scope: "project",
        statements: many.map(({ text }) => text),
        texts: many.map(({ source }) => source),
      },
    ];
  };
  const around = await openMemories().around({ around: "2026-05-01", before: 4, after: 4 });
  assert.equal(around.length, 50);
});

test("what was signed for a project is not shown as the user's", async () => {
  lie = ({ evidence }) => {
    for (const each of evidence) each.scope = "user";
  };
  assert.deepEqual(await search("billing release deploys frozen"), []);
});

test("under a pin that the hub's policy does not begin with no tool answers, not even with nothing", async () => {
  lie = () => undefined;
  const connection = { url, pinned: "f".repeat(64), token, state, now: Date.now };
  const memories = openHubMemories(openCheckedHub(connection, { client: "test", session: null }));
  const words = { name: "A name", description: "Some words", body: "Some words of a body." };
  const draft = { ...BLANK_DRAFT, ...words, type: "project", origin: "inference" } as const;
  for (const ask of [
    () => memories.status(),
    () => memories.get({ ids: ["project_nothing"], scope: null }),
    () => memories.search({ query: "xylophone", filter: {}, limit: 8 }),
    () => memories.around({ around: "1999-01-01", before: 1, after: 1 }),
    () => memories.save({ scope: null, draft }),
  ])
    await assert.rejects(ask, /not the pinned one/);
});

test("a policy that is rolled back, forked, or a stranger's ends every answer", async () => {
  lie = () => undefined;
  const old = await team.within(listPolicies);
  const late = await searchLate("billing release", { policies: old });
  const next = { number: 2, previous: pinned };
  const second = makePolicy(team.person, [policyKey(team.person), policyKey(team.machine)], next);
  assert.equal((await team.within((tx) => addPolicy(tx, team.org, second.text))).kind, "added");
  assert.deepEqual(await search("billing release"), ["project_freeze verified"]);
  // One that was under way brings the older policy back for nobody.
  late.letGo();
  await assert.rejects(late.found, /policy 1 is older than policy 2/);
  const fork = makePolicy(team.person, [policyKey(team.person)], next);
  const eve = newKey("person");
  const strange = makePolicy(eve, [policyKey(eve)]);
  for (const [policies, why] of [
    [old, /policy 1 is older than policy 2/],
    [[...old, fork.text], /policy 2 is not the one that was seen before/],
    [[strange.text], /not the pinned one/],
    [[], /there is no policy/],
  ] as const) {
    lie = (answer) => void Object.assign(answer, { policies });
    await assert.rejects(search("billing release"), why);
  }
});

const OFFER = {
  type: "project",
  name: "Charges on Sundays",
  description: "When charges are made",
  body: "Charges are never made on a Sunday, because the bank is closed then.",
};

async function openServed(): Promise<Client> {
  const client = new Client({ name: "ci", version: "1" });
  const args = [
    join(import.meta.dirname, "../../../src/bin/mcp.ts"),
    "mcp",
    "--hub",
    url,
    "--policy",
    pinned,
    "--state",
    state,
  ];
  const env = { PATH: process.env["PATH"] ?? "", HOME: state, CREDENCE_HUB_TOKEN: token };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  after(() => client.close());
  return client;
}

test("credence mcp --hub serves it over stdio, and saves with a key of its own", async () => {
  lie = () => undefined;
  const client = await openServed();
  const { text, value } = await call(client, "memory_search", { query: "billing release deploys frozen" });
  assert.equal((value["rows"] as { id: string }[])[0]?.id, "project_freeze");
  assert.doesNotMatch(text, /as told by/);
  assert.match((await call(client, "memory_status", {})).text, /note: counted as told by 127\.0\.0\.1/);
  const saved = await call(client, "memory_save", OFFER);
  assert.equal(saved.value["outcome"], "created");
  const [row] = await team.database.owner<{ signer: string }[]>`
    SELECT signer FROM credence.statement WHERE act = 'wrote' ORDER BY n DESC LIMIT 1`;
  const own = JSON.parse(
    readFileSync(join(state, "hubs", pinned.slice(0, 16), "machine-key.json"), "utf8"),
  ) as { signer: string; key: string };
  assert.equal(row?.signer, own.signer);
  // Enrolled for `wrote`, it counts.
  const keys = [
    policyKey(team.person),
    policyKey(team.machine),
    { ...policyKey({ ...team.machine, ...own }), name: "CI", may: "wrote" as const },
  ];
  const [, before] = await team.within(listPolicies);
  const third = makePolicy(team.person, keys, { number: 3, previous: parsePolicy(before ?? "")?.hash ?? "" });
  assert.equal(keys.at(-1)?.key, own.key);
  assert.equal((await team.within((tx) => addPolicy(tx, team.org, third.text))).kind, "added");
  const { value: got } = await call(client, "memory_get", { ids: [String(saved.value["id"])] });
  assert.deepEqual(
    (got["memories"] as { standing: string; why: string }[]).map(({ standing, why }) => [
      standing,
      why.slice(0, 13),
    ]),
    [["inferred", "written by CI"]],
  );
});
