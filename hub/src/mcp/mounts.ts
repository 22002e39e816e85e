// Agents anywhere: the tools of `credence mcp` over Streamable HTTP, and the same answers with their evidence for a client
// that verifies. No state is kept between requests, so any process behind a proxy can answer.
//
// Attack: a client that verifies nothing takes the hub's claims for facts. So every such answer names the hub as its
// source, in the first line of a block and in a separate note.

import type { IncomingMessage, ServerResponse } from "node:http";
import { createMcpHandler, type McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { openHubMemories } from "../../../src/app/hub/hub-memories.ts";
import type { HubStore } from "../../../src/app/hub/view.ts";
import { INSTRUCTIONS, TOOLS } from "../../../src/mcp/tools.ts";
import { createWriteLimit } from "../../../src/mcp/write-limit.ts";
import { parsePolicy } from "../../../src/memory/law/sets/policy.ts";
import { CATEGORIES, MEMORY_TYPES } from "../../../src/memory/memory.ts";
import { logAccess } from "../access/access-log.ts";
import type { Bearer } from "../access/tokens.ts";
import { applyLaw } from "../applies/apply-law.ts";
import type { Indexer } from "../carrier/put.ts";
import type { Sql } from "../database/connect.ts";
import { inOrganisation } from "../database/organisation.ts";
import { createSearchCache } from "../search/cache.ts";
import { readBody } from "../server/read-body.ts";
import { Refused } from "../server/refusals.ts";
import type { Mount } from "../server/routes.ts";
import { answerAgents } from "./answers.ts";
import { openHubKey } from "./hub-key.ts";

export const [MCP_PATH, AGENTS_PATH] = ["/mcp", "/credence-agents"] as const;
const MCP_METHODS = ["POST", "GET", "DELETE"];
const METADATA_PATH = "/.well-known/oauth-protected-resource";
const BODY_BYTES_MAX = 1024 * 1024;
const VERSION = "0.2.0";

export function agentMounts(sql: Sql, indexer: Indexer): Mount[] {
  const cache = createSearchCache();
  const openStore = (bearer: Bearer): HubStore => answerAgents({ sql, bearer, cache, indexer });
  const handler = createMcpHandler((context) => createServer({ sql, openStore }, context));
  return [
    {
      name: "metadata",
      path: METADATA_PATH,
      isPublic: true,
      serve: async (request, response) => sayMetadata(request, response),
    },
    {
      name: "mcp",
      path: MCP_PATH,
      isPublic: false,
      serve: async (request, response, bearer) => {
        const who = known(bearer);
        // The web Request class rejects some other methods, so they are refused first.
        if (!MCP_METHODS.includes(request.method ?? "")) throw new Refused("NOT_ALLOWED", "ask with POST");
        const extra = { bearer: who, host: hostOf(request) };
        const authInfo = { token: "", clientId: who.id, scopes: [...who.scopes], extra };
        const given = request.method === "POST" ? await readBody(request, BODY_BYTES_MAX) : undefined;
        // A batch, which the protocol no longer has, would count as one request of the token's minute.
        if (Array.isArray(given)) throw new Refused("BAD_REQUEST", "one message in a request");
        const answer = await handler.fetch(toWebRequest(request, given), { authInfo, parsedBody: given });
        await send(response, answer);
      },
    },
    { name: "agents", path: AGENTS_PATH, isPublic: false, serve: serveJson(sql, openStore) },
  ];
}

function serveJson(sql: Sql, openStore: (bearer: Bearer) => HubStore): Mount["serve"] {
  return async (request, response, given) => {
    if (request.method !== "POST") throw new Refused("NOT_ALLOWED", "ask with POST");
    const bearer = known(given);
    const what = (request.url ?? "").slice(AGENTS_PATH.length + 1);
    const answered = await answerJson(openStore(bearer), what, await readBody(request, BODY_BYTES_MAX));
    await logRead(sql, bearer, what);
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answered ?? {}));
  };
}

function known(bearer: Bearer | null): Bearer {
  if (bearer === null) throw new Refused("UNAUTHORIZED", "no token that counts");
  return bearer;
}

function hostOf({ headers: { host = "hub" } }: IncomingMessage): string {
  return host;
}

/** For clients that ask where to get a token: the operator of the hub gives it out, and no authorization server of ours
 * does. */
function sayMetadata(request: IncomingMessage, response: ServerResponse): void {
  const scheme =
    "encrypted" in request.socket || request.headers["x-forwarded-proto"] === "https" ? "https" : "http";
  const resource = `${scheme}://${hostOf(request)}${MCP_PATH}`;
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(
    JSON.stringify({
      resource,
      authorization_servers: [],
      bearer_methods_supported: ["header"],
      resource_name: "Credence hub",
    }),
  );
}

// MCP.

type ServerParts = { readonly sql: Sql; readonly openStore: (bearer: Bearer) => HubStore };
type Who = { readonly bearer: Bearer; readonly host: string };

async function createServer(
  { sql, openStore }: ServerParts,
  { authInfo }: McpRequestContext,
): Promise<McpServer> {
  // The value comes from the mount above.
  const { bearer, host } = authInfo?.extra as Who;
  const server = new McpServer(
    { name: "credence", title: "Credence", version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const told = `as told by ${host}`;
  const key = await inOrganisation(sql, bearer.org, (tx) => openHubKey(tx, bearer.org));
  const client = server.server.getClientVersion()?.name ?? bearer.name;
  const memories = openHubMemories({
    store: openStore(bearer),
    host,
    source: told,
    apply: (evidence, policies) => applyLaw(evidence.root, evidence, parsePolicy(policies.at(-1) ?? "")),
    signer: { key, now: Date.now },
    ...{ client, session: null },
    onShown: (shown) =>
      void logRead(sql, bearer, { act: "recall", objects: shown.length }).catch(() => undefined),
  });
  const place = {
    memories,
    writes: writesOf(bearer),
    remarks: [`${told}: this client checks nothing`],
    hide: (text: string) => text,
  };
  for (const tool of TOOLS) {
    const onAnswer = (): void => void logRead(sql, bearer, tool.name).catch(() => undefined);
    tool.register(server, { placeOf: async () => place, onAnswer });
  }
  return server;
}

/** Writes per token and minute, counted here because a server object lives for only one request. */
const writes = new Map<string, ReturnType<typeof createWriteLimit>>();
const WRITERS_MAX = 10_000;

function writesOf({ id }: Bearer) {
  const limit = writes.get(id) ?? createWriteLimit(Date.now);
  if (writes.size >= WRITERS_MAX) writes.clear();
  writes.set(id, limit);
  return limit;
}

function logRead(
  sql: Sql,
  bearer: Bearer,
  did: string | { readonly act: string; readonly objects: number },
): Promise<void> {
  const { act, objects } = typeof did === "string" ? { act: did, objects: 0 } : did;
  return inOrganisation(sql, bearer.org, (tx) =>
    logAccess(tx, [{ bearer, root: null, act, outcome: "answered", objects }]),
  );
}

function toWebRequest(request: IncomingMessage, body: unknown): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && name !== "authorization") headers.set(name, value);
  const { method = "GET", url = "/" } = request;
  const given = body === undefined ? {} : { body: JSON.stringify(body) };
  return new Request(`http://${hostOf(request)}${url}`, { method, headers, ...given });
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body !== null) for await (const chunk of answer.body) response.write(chunk);
  response.end();
}

// The same answers as JSON.

const ASKED = {
  search: z.object({
    prompt: z.string().max(200_000),
    limit: z.int().min(1).max(100),
    abstains: z.boolean(),
    type: z.enum(MEMORY_TYPES).nullable(),
    category: z.enum(CATEGORIES).nullable(),
  }),
  around: z.object({
    around: z.string().max(200),
    before: z.int().min(0).max(20),
    after: z.int().min(0).max(20),
  }),
  get: z.object({ ids: z.array(z.string().max(200)).max(20) }),
  save: z.object({
    root: z.string().max(64),
    statement: z.string().max(65_536),
    text: z.string().max(262_144),
  }),
} as const;

function answerJson(store: HubStore, what: string, body: unknown): Promise<unknown> {
  const read = <Shape extends z.ZodObject>(shape: Shape): z.output<Shape> => {
    const asked = shape.safeParse(body);
    if (!asked.success) throw new Refused("BAD_REQUEST", "not what is asked here");
    return asked.data;
  };
  switch (what) {
    case "search":
      return store.search(read(ASKED.search));
    case "around":
      return store.around(read(ASKED.around));
    case "get":
      return store.get(read(ASKED.get).ids);
    case "status":
      return store.status();
    case "destinations":
      return store.destinations();
    case "save":
      return store.save(read(ASKED.save));
    default:
      throw new Refused("NOT_FOUND", "there is nothing here");
  }
}
