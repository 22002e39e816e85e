// Serves one client over two streams with the memories of a hub, every answer checked on this machine. The tools are those of server.ts.

import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { type HubConnection, openCheckedHub } from "../app/hub/checked-hub.ts";
import { openHubMemories } from "../app/hub/hub-memories.ts";
import type { Served, Streams } from "./server.ts";
import { INSTRUCTIONS, TOOLS } from "./tools.ts";
import { createWriteLimit } from "./write-limit.ts";

export type HubIo = Pick<HubConnection, "now"> & {
  readonly hub: Pick<HubConnection, "url" | "pinned">;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Machine state's directory; null for the usual one. */
  readonly state: string | null;
  readonly version: string;
  readonly session: string | null;
  readonly onAnswer: () => void;
};

export function serveHub(io: HubIo, { input, output }: Streams, note: (line: string) => void): Served {
  const writes = createWriteLimit(io.now);
  const state = io.state ?? join(io.home, ".local/state/credence");
  const connection = { ...io.hub, now: io.now, state, token: io.env["CREDENCE_HUB_TOKEN"] ?? "" };
  const { key } = openCheckedHub(connection, { client: "", session: null }).signer;
  note(`credence mcp: this machine writes to the hub as ${key.signer}=${key.key}`);
  const createServer = (): McpServer => {
    const server = new McpServer(
      { name: "credence", title: "Credence", version: io.version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    const placeOf = async (client: string | null) => {
      const name = client ?? server.server.getClientVersion()?.name ?? "unknown";
      const memories = openHubMemories(openCheckedHub(connection, { client: name, session: io.session }));
      return { memories, writes, remarks: [], hide: (text: string) => text };
    };
    for (const tool of TOOLS) tool.register(server, { placeOf, onAnswer: io.onAnswer });
    return server;
  };
  const transport = new StdioServerTransport(input, output);
  const { close } = serveStdio(createServer, {
    transport,
    onerror: (error) => note(`credence mcp: could not handle a message (${error.name})`),
  });
  return { close };
}
