// A hub that listens, and clients of it.

import { randomUUID } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { grantRoot, makeToken } from "../src/access/tokens.ts";
import { agentMounts } from "../src/mcp/mounts.ts";
import { type RunningHub, startHub } from "../src/operate/serve.ts";
import { forgetTexts, indexTexts } from "../src/search/index-texts.ts";
import type { Team } from "./team.ts";

const indexer = { index: indexTexts, forget: forgetTexts };

export type Listening = RunningHub & { readonly origin: string };

export async function listen({ sql }: Pick<Team, "sql">): Promise<Listening> {
  const hub = await startHub(
    sql,
    {
      ...{ listen: "127.0.0.1:0", url: null, tlsCert: null, tlsKey: null, isBehindProxy: false },
      perMinute: 6_000,
      log: () => undefined,
    },
    { indexer, mounts: (of) => agentMounts(of, indexer) },
  );
  return { ...hub, origin: new URL(hub.url).origin };
}

/** A machine's token for these roots. */
export async function tokenFor(
  { database, org }: Team,
  roots: readonly string[],
  may: "read" | "write" = "write",
): Promise<string> {
  return (await database.owner.begin(async (tx) => {
    await tx`SET LOCAL search_path = credence`;
    const subject = randomUUID();
    const token = await makeToken(tx, org, {
      kind: "machine",
      name: "CI",
      scopes: ["read", "write"],
      days: 1,
      subject,
    });
    for (const root of roots) await grantRoot(tx, org, { subject, root, may });
    return token.text;
  })) as string;
}

export async function openAgent(origin: string, token: string): Promise<Client> {
  const client = new Client({ name: "test-agent", version: "1" });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

type Content = readonly { readonly type: string; readonly text?: string }[];

/** The text of an answer, and its other form. */
export async function call(client: Client, name: string, args: Record<string, unknown>) {
  const answer = await client.callTool({ name, arguments: args });
  const text = (answer.content as Content).map((each) => each.text ?? "").join("\n");
  return {
    text,
    isError: answer.isError === true,
    value: (answer.structuredContent ?? {}) as Record<string, unknown>,
  };
}
