// Requests to a hub that runs here on a PostgreSQL of its own. Attack: whoever reaches its port, with no token, a token of another
// organisation, or one that may do less. Two organisations, and a secret sentence in one of them.

import assert from "node:assert/strict";
import fc from "fast-check";
import { findPostgres } from "../../../hub/src/database/find-postgres.ts";
import { HubFailure } from "../../../hub/src/hub-failure.ts";
import { makeTestOrganisation } from "../../../hub/test/postgres.ts";
import { ask, startTestHub, type TestHub } from "../../../hub/test/running-hub.ts";
import { makeRoot, type Pair, type SignedRoot } from "../../../hub/test/signed.ts";
import { isRecord } from "../../../src/memory/json.ts";
import { hostileText } from "../../memory/text/hostile-text.ts";
import { type RawRequest, readRequests, requestsOf, sendRaw } from "../raw-http.ts";
import { type Missing, type Opened, openedAs, type Target } from "../target.ts";

const SECRET = "A sentence of this organisation which nobody else should ever see: wolframite";
/** Of this run; the corpus knows no hash. */
const [ROOT, STATEMENT, TEXT, FILE, SOURCE] = ["@ROOT@", "@STATEMENT@", "@TEXT@", "@FILE@", "@SOURCE@"];
const WHO = ["owner", "owner", "reader", "stranger", "stranger", "nobody", "garbled"];

const hub64 = fc.constantFrom(STATEMENT, TEXT, `s/${"0".repeat(64)}`, `t/${"f".repeat(64)}`, "s/..", "x", "");
const names = fc.array(fc.oneof({ weight: 6, arbitrary: hub64 }, hostileText), { maxLength: 4 });
const whole = fc.constantFrom<unknown>(0, 1, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1, 1.5, "1", null, []);
const cursor = fc.oneof(
  fc.constant(null),
  fc.record({ n: whole, mark: fc.constantFrom("00000000-0000-0000-0000-000000000000", "x", null) }),
);
const pair = fc.oneof(
  fc.constantFrom([STATEMENT, FILE], [TEXT, SOURCE], [STATEMENT, SOURCE], [TEXT, FILE]),
  fc.tuple(hub64, fc.oneof(hostileText, fc.constantFrom(FILE, SOURCE, "", "{}", "\0", "\ud800"))),
);
const body = fc.oneof(
  fc.record({ names }),
  fc.record(
    { machine: fc.oneof(fc.constant("a".repeat(32)), hostileText), after: cursor, from: whole },
    { requiredKeys: ["machine"] },
  ),
  fc.record({ prefix: fc.constantFrom("", "00", "0000", "zz", "%", "' OR 1=1") }),
  fc.record({ objects: fc.array(pair, { maxLength: 4 }) }),
  fc.record({
    machine: fc.constant("a".repeat(32)),
    papers: fc.array(fc.tuple(fc.constantFrom("signers/a.json", "../x.json", "config.json"), hostileText), {
      maxLength: 2,
    }),
  }),
  fc.record({
    prompt: hostileText,
    limit: whole,
    abstains: fc.boolean(),
    type: fc.constant(null),
    category: fc.constant(null),
  }),
  fc.record({ around: hostileText, before: whole, after: whole }),
  fc.record({ ids: names }),
  fc.record({
    root: fc.constantFrom(ROOT, "x"),
    statement: fc.constantFrom(FILE, "{}", "x"),
    text: fc.constantFrom(SOURCE, "x"),
  }),
  fc.record({
    jsonrpc: fc.constant("2.0"),
    id: fc.integer(),
    method: fc.constantFrom("initialize", "tools/list", "tools/call"),
    params: fc.oneof(
      fc.jsonValue(),
      fc.record({
        name: fc.constantFrom("memory_search", "memory_get"),
        arguments: fc.record({ query: hostileText, ids: names }, { requiredKeys: [] }),
      }),
    ),
  }),
);
const OF_ROOT = ["changes", "get", "missing", "fingerprints", "names", "put", "put", "papers", "none"].map(
  (each) => `/credence-hub/v1/roots/${ROOT}/${each}`,
);
const PATHS = [
  ...[
    ...OF_ROOT,
    `/credence-hub/v1/roots/${"e".repeat(32)}/get`,
    "/credence-hub/v1/roots",
    "/credence-hub",
    "/",
    "/healthz",
    "/metrics",
  ],
  ...["search", "around", "get", "status", "destinations", "save", "none"].map(
    (each) => `/credence-agents/${each}`,
  ),
  ...["/mcp", "/mcp", "/mcp/x", "/.well-known/oauth-protected-resource"],
];
const made = requestsOf({ paths: PATHS, who: WHO, body });

export const hub: Target = {
  name: "hub",
  promises:
    "never a failure of the hub's own; nothing of one organisation seen or changed with a token of another",
  quick: 80,
  open: async (owner): Promise<Opened | Missing> => {
    try {
      findPostgres(process.env);
    } catch (error) {
      if (error instanceof HubFailure) return { missing: error.message };
      throw error;
    }
    const started = await startTestHub();
    owner.after(() => started.close());
    const here = await fillHub(started);
    return openedAs({
      made,
      read: (value) => readRequests(value, 6),
      check: (requests) => check(here, requests),
    });
  },
};

type Here = {
  readonly started: TestHub;
  readonly port: number;
  readonly words: readonly (readonly [string, string])[];
  readonly tokens: Readonly<Record<string, string>>;
};

async function fillHub(started: TestHub): Promise<Here> {
  const root = makeRoot();
  const { objects } = root.remember(SECRET);
  const owner = await started.tokenFor();
  const { status } = await ask(started, owner, { path: `/v1/roots/${root.id}/put`, body: { objects } });
  assert.equal(status, 200);
  const other = await makeTestOrganisation(started.database, "Other");
  const reader = await started.tokenFor({ may: "read", scopes: ["read"], root: root.id });
  const stranger = await started.tokenFor({}, other);
  const tokens = { owner, reader, stranger, garbled: `${owner.slice(0, -4)}AAAA` };
  return { started, port: Number(new URL(started.url).port), words: wordsOf(root, objects), tokens };
}

function wordsOf({ id }: SignedRoot, [said, text]: readonly Pair[]): (readonly [string, string])[] {
  const quoted = (value = ""): string => JSON.stringify(value).slice(1, -1);
  return [
    [ROOT, id],
    [STATEMENT, said?.[0] ?? ""],
    [TEXT, text?.[0] ?? ""],
    [FILE, quoted(said?.[1])],
    [SOURCE, quoted(text?.[1])],
  ];
}

async function check(here: Here, requests: readonly RawRequest[]): Promise<void> {
  const [before, logged] = [await readOrganisation(here), here.started.lines.length];
  for (const request of requests) await checkOne(here, request);
  // What the owner's token does is theirs to do.
  if (!requests.some(({ who, headers }) => who === "owner" || isBearing(headers)))
    assert.equal(await readOrganisation(here), before, "a stranger changed what an organisation has");
  const failed = here.started.lines.slice(logged).filter((line) => /"event":"failed"/.test(line));
  assert.deepEqual(failed, [], "the hub logged a failure");
}

const isBearing = (headers: RawRequest["headers"]): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === "authorization");

async function readOrganisation({ started: { database, org } }: Here): Promise<string> {
  const rows = await database.owner`SELECT count(*)::int AS count FROM credence.statement WHERE org = ${org}`;
  const texts = await database.owner`SELECT count(*)::int AS count FROM credence.text WHERE org = ${org}`;
  return JSON.stringify([rows, texts]);
}

async function checkOne({ port, words, tokens }: Here, request: RawRequest): Promise<void> {
  const fill = (text: string): string =>
    words.reduce((filled, [word, value]) => filled.replaceAll(word, value), text);
  const token = tokens[request.who];
  const own = {
    ...{
      host: `127.0.0.1:${port}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const body: unknown =
    isRecord(request.body) || Array.isArray(request.body)
      ? JSON.parse(fill(JSON.stringify(request.body)))
      : request.body;
  const { status, text } = await sendRaw(port, { ...request, path: fill(request.path), body }, own);
  assert.ok(status < 500, `status ${status}: ${text.slice(0, 300)}`);
  if (request.who === "owner" || request.who === "reader") return;
  // A stranger may have sent the words themselves, to a root of their own.
  if (!JSON.stringify(body ?? null).includes("wolframite"))
    assert.ok(
      !/wolframite/.test(text) || request.who === "stranger",
      `a secret came out: ${text.slice(0, 300)}`,
    );
}
