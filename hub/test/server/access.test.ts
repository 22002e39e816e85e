// Who gets in, and what they see: by the door, by the token, by the grant, by the organisation.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { after, test } from "node:test";
import { BATCH } from "../../../src/memory/carried.ts";
import { endGrant, listTokens, rotateToken } from "../../src/operate/enrol.ts";
import { makeTestOrganisation } from "../postgres.ts";
import { ask, startTestHub } from "../running-hub.ts";
import { makeRoot, type Pair } from "../signed.ts";

const hub = await startTestHub();
after(() => hub.close());
const token = await hub.tokenFor();
const ROOT = makeRoot();
const NAME = `s/${"0".repeat(64)}`;

/** `fetch` sets these headers by itself. */
function statusWith(headers: Record<string, string>, at = hub.url): Promise<number | undefined> {
  const url = new URL(`${at}/v1/roots`);
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { Authorization: `Bearer ${token}`, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on("error", reject);
    asked.end();
  });
}

test("another name, a page of another origin and a token that does not count are refused", async () => {
  const { port } = new URL(hub.url);
  assert.equal(await statusWith({}), 200);
  assert.equal(await statusWith({ Host: `localhost:${port}`, Origin: `http://localhost:${port}` }), 200);
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.1.nip.io:${port}`])
    assert.notEqual(await statusWith({ Host: host }), 200, host);
  for (const origin of ["http://evil.example", "null", `https://127.0.0.1:${Number(port) + 1}`])
    assert.equal(await statusWith({ Origin: origin }), 403, origin);
  const wrong = [
    "",
    "Bearer",
    `Basic ${token}`,
    token.slice(0, -1),
    `${token}x`,
    `crd_${"0".repeat(16)}_${"A".repeat(43)}`,
    `${token.slice(0, 21)}${"A".repeat(43)}`,
    `crd_' OR 1=1 --_${"A".repeat(43)}`,
  ];
  for (const each of wrong) assert.equal(await statusWith({ Authorization: each }), 401, each);
  const inAddress = await ask(hub, null, { path: `/v1/roots?token=${token}&access_token=${token}` });
  assert.equal(inAddress.status, 401);
});

test("what is not encrypted is answered on the loopback interface alone, and behind a proxy only as it says", async () => {
  await assert.rejects(startTestHub({ database: hub.database, serve: { listen: "0.0.0.0:0" } }), {
    code: "USAGE",
  });
  await assert.rejects(
    startTestHub({
      database: hub.database,
      serve: { listen: "0.0.0.0:0", url: "http://hub.example", isBehindProxy: true },
    }),
    { code: "USAGE" },
  );
  const options = { isBehindProxy: true, url: "https://hub.example" };
  const behind = await startTestHub({ database: hub.database, org: hub.org, serve: options });
  assert.equal(behind.url, "https://hub.example/credence-hub");
  const { port = "" } = JSON.parse(behind.lines.find((line) => line.includes('"listening"')) ?? "{}");
  const [at, Host] = [`http://127.0.0.1:${port}/credence-hub`, "hub.example"];
  assert.equal(await statusWith({ Host }, at), 426);
  assert.equal(await statusWith({ Host, "X-Forwarded-Proto": "http" }, at), 426);
  assert.equal(await statusWith({ Host, "X-Forwarded-Proto": "https" }, at), 200);
  assert.equal(await statusWith({ Host: "evil.example", "X-Forwarded-Proto": "https" }, at), 421);
  await behind.close();
});

test("tokens end: by their time, when revoked, when replaced; and the grant of one root ends by itself", async () => {
  const [old, root] = [await hub.tokenFor({ may: "read", root: ROOT.id, scopes: ["read"] }), ROOT.id];
  const names = { path: `/v1/roots/${root}/missing`, body: { names: [NAME] } };
  assert.equal((await ask(hub, old, names)).status, 200);
  const made = await rotateToken(hub.database.owner, hub.org, { id: old.slice(4, 20), days: 1 });
  assert.equal((await ask(hub, old, names)).status, 401);
  assert.equal((await ask(hub, made.text, names)).status, 200);
  await endGrant(hub.database.owner, hub.org, { id: made.id, root });
  assert.equal((await ask(hub, made.text, names)).status, 404);
  const short = await hub.tokenFor();
  await hub.database.owner`UPDATE credence.token SET expires = now() WHERE id = ${short.slice(4, 20)}`;
  assert.equal((await ask(hub, short, { path: "/v1/roots" })).status, 401);
  const listed = await listTokens(hub.database.owner, hub.org);
  assert.deepEqual(
    [old, made.text, short].map(
      (each) => listed.find(({ id }) => id === each.slice(4, 20))?.grants ?? "over",
    ),
    ["over", [], "over"],
  );
  assert.deepEqual(listed.find(({ id }) => id === token.slice(4, 20))?.grants, ["*:write"]);
  const [row] = await hub.database.owner`SELECT * FROM credence.token WHERE id = ${token.slice(4, 20)}`;
  assert.ok(!JSON.stringify(row).includes(token.slice(21)));
});

/** What somebody may ask a root for. */
function questionsAbout(objects: readonly Pair[]): [string, unknown][] {
  const names = objects.map(([name]) => name);
  return [
    ["changes", { machine: "a".repeat(32), after: null }],
    ["changes", { machine: "a".repeat(32), after: { n: 2, mark: randomUUID() } }],
    ["get", { names }],
    ["missing", { names }],
    ["fingerprints", { prefix: "" }],
    ["names", { prefix: names[0]?.slice(2, 4) }],
    ["papers", { machine: "a".repeat(32), papers: [] }],
    ["put", { objects: [] }],
    ["get", { names: [...names, ...names] }],
    // Last: what they send themselves is theirs.
    ["put", { objects }],
  ];
}

test("sixty tries of another organisation, or of a root without a grant, see nothing and cannot tell that it is there", async () => {
  const born = ROOT.remember("A secret of this organisation, which nobody else should ever see.");
  const put = await ask(hub, token, { path: `/v1/roots/${ROOT.id}/put`, body: { objects: born.objects } });
  assert.equal(put.json["taken"], 2);
  const other = await makeTestOrganisation(hub.database, "Other");
  const strangers = [
    await hub.tokenFor({}, other),
    await hub.tokenFor({ root: "f".repeat(32) }),
    await hub.tokenFor({ scopes: [] }),
  ];
  let tries = 0;
  for (const [at, stranger] of strangers.entries())
    for (const [path, body] of questionsAbout(born.objects)) {
      const answers = [ROOT.id, "e".repeat(32)].map((root) =>
        ask(hub, stranger, { path: `/v1/roots/${root}/${path}`, body }),
      );
      const [here, nowhere] = await Promise.all(answers);
      tries += 2;
      const said = JSON.stringify(here?.json);
      assert.ok(!said.includes("secret") && !said.includes(born.born), path);
      // Whoever may make any root of their own organisation is told of that one, which is not this one.
      if (at === 0) assert.equal(here?.status === 200 && /"objects":\[\[/.test(said), false, path);
      else assert.deepEqual([here?.status, here?.json], [404, nowhere?.json], path);
    }
  assert.equal(tries, 60);
  const rows = await hub.database
    .owner`SELECT org, count(*)::int AS count FROM credence.statement GROUP BY org`;
  assert.deepEqual(
    rows.filter(({ org }) => org === hub.org).map(({ count }) => count),
    [1],
  );
  assert.deepEqual((await ask(hub, strangers[0] ?? "", { path: "/v1/roots" })).json["roots"], [
    ...[ROOT.id, "e".repeat(32)].sort(),
  ]);
  assert.deepEqual((await ask(hub, strangers[1] ?? "", { path: "/v1/roots" })).json["roots"], []);
});

const REFUSED: [string, unknown, number][] = [
  [
    "put",
    {
      objects: Array.from({ length: BATCH.objects + 1 }, (_, n) => [`t/${String(n).padStart(64, "0")}`, ""]),
    },
    413,
  ],
  ["put", { objects: [["t/../../etc/passwd", "x"]] }, 400],
  ["put", { objects: "all" }, 400],
  ["put", [], 400],
  ["get", { names: Array.from({ length: BATCH.objects + 1 }, () => NAME) }, 400],
  ["missing", { names: [`${NAME}'; DROP TABLE text; --`] }, 400],
  ["names", { prefix: "%" }, 400],
  ["changes", { machine: "me" }, 400],
  ["changes", { machine: "a".repeat(32), after: { n: "1", mark: "x" } }, 400],
  ["papers", { machine: "a".repeat(32), papers: [["../x.json", "{}"]] }, 400],
  ["nothing", {}, 404],
];

test("sizes, forms and numbers beyond the limit are refused before anything is read, and the hub goes on", async () => {
  const at = (path: string): string => `/v1/roots/${ROOT.id}/${path}`;
  for (const [path, body, status] of REFUSED)
    assert.equal(
      (await ask(hub, token, { path: at(path), body })).status,
      status,
      `${path} ${JSON.stringify(body).slice(0, 60)}`,
    );
  assert.equal(
    (
      await ask(hub, token, { path: at("put"), body: { objects: [[NAME, "x".repeat(40_000_000)]] } }).catch(
        () => ({ status: 413 }),
      )
    ).status,
    413,
  );
  assert.equal((await ask(hub, token, { path: at("put") })).status, 405);
  assert.equal((await fetch(new URL("/healthz", hub.url))).status, 200);
});

test("logs and metrics have routes, ends and times, and nothing of what was asked or answered", async () => {
  const lines = hub.lines.join("\n");
  for (const word of ["secret", token.slice(21), "DROP TABLE", ROOT.id, NAME, "Bearer"])
    assert.ok(!lines.includes(word), word);
  assert.ok(hub.lines.every((line) => typeof JSON.parse(line).event === "string"));
  const reader = await hub.tokenFor({ scopes: ["metrics"] });
  const metrics = await fetch(new URL("/metrics", hub.url), {
    headers: { Authorization: `Bearer ${reader}` },
  });
  const text = await metrics.text();
  assert.match(text, /credence_hub_requests_total\{route="put",status="200"\} \d/);
  assert.ok(!text.includes(ROOT.id));
  assert.equal(
    (await fetch(new URL("/metrics", hub.url), { headers: { Authorization: `Bearer ${token}` } })).status,
    403,
  );
});

test("each request is in the access log, by its token and outcome, and whoever guesses tokens has to wait", async () => {
  // Reads are written within a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const rows = await hub.database.owner`
    SELECT DISTINCT act, outcome FROM credence.access_log WHERE org = ${hub.org} AND token = ${token.slice(4, 20)}`;
  const said = new Set(rows.map(({ act, outcome }) => `${act} ${outcome}`));
  for (const each of ["put taken", "put BAD_REQUEST", "roots answered", "missing BAD_REQUEST"])
    assert.ok(said.has(each), each);
  const guesses = await Promise.all(
    Array.from({ length: 40 }, () =>
      ask(hub, `crd_${"1".repeat(16)}_${"A".repeat(43)}`, { path: "/v1/roots" }),
    ),
  );
  const waiting = guesses.filter(({ status }) => status === 429);
  assert.ok(waiting.length > 5);
  assert.ok(Number(waiting[0]?.headers.get("retry-after")) > 0);
  assert.equal((await ask(hub, token, { path: "/v1/roots" })).status, 200);
});

test("whoever may not ask is answered before their body has come", async () => {
  const mayRead = await hub.tokenFor({ root: ROOT.id, may: "read" });
  const noScope = await hub.tokenFor({ scopes: ["read"] });
  const statusOf = (by: string, path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${by}`, "Content-Length": "1000000" };
      const asked = request(
        new URL(`${hub.url}/v1/roots/${path}`),
        { method: "POST", headers },
        (response) => {
          response.resume();
          resolve(response.statusCode);
          asked.destroy();
        },
      );
      asked.on("error", reject);
      asked.setTimeout(5_000, () => asked.destroy(new Error("it waits for the body")));
      asked.write("[");
    });
  for (const path of ["put", "papers"]) {
    assert.equal(await statusOf(mayRead, `${ROOT.id}/${path}`), 403);
    assert.equal(await statusOf(noScope, `${ROOT.id}/${path}`), 403);
    assert.equal(await statusOf(mayRead, `${"9".repeat(32)}/${path}`), 404);
  }
});

test("whoever goes away in the middle of a body is no failure of the hub", async () => {
  const before = hub.lines.length;
  await new Promise<void>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Length": "1000" };
    const asked = request(new URL(`${hub.url}/v1/roots/${ROOT.id}/missing`), { method: "POST", headers });
    asked.on("error", () => resolve());
    asked.setTimeout(5_000, () => reject(new Error("it was not sent")));
    asked.write("[", () => setTimeout(() => asked.destroy(), 200));
  });
  const deadline = Date.now() + 5_000;
  while (hub.lines.length === before && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const events = hub.lines
    .slice(before)
    .map((line) => `${JSON.parse(line).event} ${JSON.parse(line).status}`);
  assert.deepEqual(events, ["request 400"]);
});
