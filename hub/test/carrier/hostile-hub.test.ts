// The hub is whoever runs it: what it withholds, invents, swaps, repeats or delays, as in "A hostile remote" of docs/proofs.md.

import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import { after, type TestContext, test } from "node:test";
import { openHubCarrier } from "../../../src/hub/hub-carrier.ts";
import { HUB_PATH } from "../../../src/memory/carried.ts";
import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import { parseRemoteUrl } from "../../../src/memory/remote-url.ts";
import {
  filesOf,
  type Machine,
  machinesTogether,
  PERSON,
  rootId,
  standingsOf,
} from "../../../test/sync/machines.ts";
import { startTestHub } from "../running-hub.ts";
import { makeRoot } from "../signed.ts";

const hub = await startTestHub();
after(() => hub.close());

type Json = Record<string, unknown>;
type Lie = (path: string, answer: Json) => Json | string | null;

/** Between a machine and a true hub. */
async function lyingHub(t: TestContext, lies: { lie: Lie }): Promise<string> {
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const answer = await fetch(new URL(request.url ?? "", hub.url), {
      method: "POST",
      headers: { Authorization: request.headers.authorization ?? "" },
      body: Buffer.concat(chunks),
    });
    const path = request.url?.split("/").at(-1) ?? "";
    const lie = lies.lie(path, JSON.parse(await answer.text()));
    if (lie === null) return void request.socket.destroy();
    response.statusCode = answer.status;
    response.end(typeof lie === "string" ? lie : JSON.stringify(lie));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}${HUB_PATH}`;
}

async function victimOf(t: TestContext, url: string): Promise<Machine> {
  const { ana } = await machinesTogether(t, ["ana"]);
  await ana.save("user_good");
  const { exit, stderr } = await ana.sync(["--remote", url, PERSON], { answers: [await tokenOnce] });
  assert.equal(exit, 0, stderr);
  return ana;
}

// All victims are copies of one prepared machine: they speak for one subject.
const tokenOnce = hub.tokenFor();

const good = (text: string): [string, string] => [`s/${sha256Hex(text)}`, text];
const stranger = makeRoot().remember("About another root.").objects[0] ?? ["s/", ""];
const planted = [stranger, good("{}\n"), [`t/${"5".repeat(64)}`, "swapped"], good("y".repeat(70_000))];
const names = [
  ...planted.map(([name]) => name),
  "../../etc/passwd",
  "m/x",
  null,
  { a: 1 },
  `S/${"0".repeat(64)}`,
];
const plant: Lie = (path, answer) => {
  if (path === "changes")
    return {
      ...answer,
      names,
      papers: [
        ["..", []],
        [
          "a".repeat(32),
          [
            ["../x", "x"],
            ["memory-config.json", '{"trust":{"foreign":"advise"}}\n'],
          ],
        ],
      ],
    };
  if (path === "get") return { objects: [...planted, good("nobody asked"), null, [1, 2]] };
  return answer;
};

test("names of any form, forged and swapped objects, and objects that nobody asked for are counted and not taken", async (t) => {
  const lies: { lie: Lie } = { lie: (_, answer) => answer };
  const ana = await victimOf(t, await lyingHub(t, lies));
  const before = filesOf(ana);
  const root = rootId(ana);
  lies.lie = plant;
  const { exit, stdout } = await ana.sync(["--json"], { answers: [] });
  assert.equal(exit, 0, stdout);
  const rows: { path: string; why: string }[] = JSON.parse(stdout)[0].refused;
  const said = rows.map(({ path, why }) => `${path}: ${why}`).sort();
  assert.deepEqual(
    said.filter((each) => each.startsWith("1 object:")),
    [
      "1 object: it is about another root",
      "1 object: its name is not the hash of its content",
      "1 object: larger than it may be",
      "1 object: no statement",
    ],
  );
  assert.match(said.join("\n"), /objects: no part of a memory root/);
  assert.match(said.join("\n"), /memory-config\.json: it sets what a root cannot/);
  assert.deepEqual(filesOf(ana), before);
  lies.lie = (_, answer) => answer;
  assert.match((await ana.sync()).stdout, /nothing new/);
  assert.deepEqual(await standingsOf(ana), { user_good: "inferred" });
  assert.equal(rootId(ana), root);
});

test("a hub that withholds, forgets or repeats takes nothing away, and what is missing is sent again", async (t) => {
  const lies: { lie: Lie } = { lie: (_, answer) => answer };
  const ana = await victimOf(t, await lyingHub(t, lies));
  const before = filesOf(ana);
  const rows: Lie[] = [
    (path, answer) => (path === "get" ? { objects: [] } : answer),
    (path, answer) => (path === "changes" ? { ...answer, names: [], cursor: null, papers: [] } : answer),
    (path, answer) => (path === "changes" ? { ...answer, isKnown: false } : answer),
    (path, answer) => (path === "missing" ? { missing: [`s/${"7".repeat(64)}`] } : answer),
  ];
  for (const lie of rows) {
    lies.lie = lie;
    assert.equal((await ana.sync()).exit, 0);
    assert.deepEqual(filesOf(ana), before);
  }
});

test("garbage, an early end, endless names, silence and a redirect end in exit 6, and the token goes nowhere else", async (t) => {
  const lies: { lie: Lie } = { lie: (_, answer) => answer };
  const ana = await victimOf(t, await lyingHub(t, lies));
  const before = filesOf(ana);
  const rows: readonly (readonly [RegExp, Lie])[] = [
    [/not understood/, () => "garbage"],
    [/not understood/, () => ({})],
    [/sent more than/, (path) => (path === "changes" ? "x".repeat(80_000_000) : {})],
    [/cannot be reached/, () => null],
  ];
  for (const [why, lie] of rows) {
    lies.lie = lie;
    const { exit, stderr } = await ana.sync();
    assert.equal(exit, 6, stderr);
    assert.match(stderr, why);
  }
  assert.deepEqual(filesOf(ana), before);
});

test("a network that is cut in mid-push, or loses the answer, costs a repetition and doubles nothing", async (t) => {
  const lies: { lie: Lie } = { lie: (_, answer) => answer };
  const ana = await victimOf(t, await lyingHub(t, lies));
  await ana.save("user_cut");
  // The hub has it, and the machine does not know.
  lies.lie = (path, answer) => (path === "put" ? null : answer);
  const cut = await ana.sync();
  assert.equal(cut.exit, 4, cut.stderr);
  const before = filesOf(ana);
  lies.lie = (_, answer) => answer;
  assert.equal((await ana.sync()).exit, 0);
  assert.deepEqual(filesOf(ana), before);
  const rows = await hub.database.owner`
    SELECT count(*) AS count FROM credence.text WHERE position('user_cut' in convert_from(bytes, 'UTF8')) > 0`;
  assert.equal(Number(rows[0]?.["count"]), 1);
});

test("a redirect is not followed, and silence ends after its limit", async (t) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url?.includes("/changes") !== true) return;
    response.writeHead(307, { Location: `http://127.0.0.1:1/${HUB_PATH}` });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}${HUB_PATH}/${"a".repeat(32)}`;
  const carrier = openHubCarrier({
    directory: "/nonexistent",
    hub: { url, token: "x", limits: { idleMs: 300, totalMs: 2_000 }, onWait: () => undefined },
    me: "a".repeat(32),
    objectsMax: 10,
    listHere: () => [],
    temporaryBeside: (path) => `${path}.tmp`,
  });
  await assert.rejects(carrier.diff({ has: () => false, list: () => [] }), {
    code: "REMOTE_FAILED",
    message: /status 307/,
  });
  assert.equal(asked.length, 1);
  await assert.rejects(carrier.get([`s/${"0".repeat(64)}`]), {
    code: "REMOTE_FAILED",
    message: /did not answer/,
  });
});

test("an address of a hub is https, or this machine's own, and nothing else in it", () => {
  const id = "b".repeat(32);
  for (const url of [
    "https://hub.example/credence-hub",
    `https://hub.example:8443/credence-hub/${id}`,
    "http://127.0.0.1:8731/credence-hub",
    "http://[::1]:1/credence-hub",
  ])
    assert.equal(parseRemoteUrl(url).kind, "hub", url);
  for (const url of [
    "http://hub.example/credence-hub",
    "http://127.0.0.1.example/credence-hub",
    "https://a:b@hub.example/credence-hub",
    "https://hub.example/credence-hub?token=x",
  ])
    assert.equal(parseRemoteUrl(url).kind, "refused", url);
  for (const url of [
    "https://git.example/me/credence-hub",
    `https://git.example/credence-hub/${"B".repeat(32)}`,
  ])
    assert.equal(parseRemoteUrl(url).kind, "https", url);
});
