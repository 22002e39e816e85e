// One server for one connection, the same for both protocol revisions.

import { McpServer } from "@modelcontextprotocol/server";
import { createDirectoryFinder } from "./find-directory.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { noteAt, openAt, type ServerIo, type ToolPlace } from "./place.ts";
import { TOOLS } from "./tools.ts";
import type { WriteLimit } from "./write-limit.ts";

export type ServerTools = { readonly writes: WriteLimit; readonly onAnswer: () => void };

export function createServer(io: ServerIo, { writes, onAnswer }: ServerTools): McpServer {
  const server = new McpServer(
    { name: "credence", title: "Credence", version: io.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const findDirectory = createDirectoryFinder(io, server);
  const placeOf = async (client: string | null): Promise<ToolPlace> => {
    const directory = await findDirectory();
    return {
      open: () => openAt(io, directory),
      note: (error) => noteAt(io, directory, error),
      client: client ?? server.server.getClientVersion()?.name ?? "unknown",
      session: io.session,
      writes,
    };
  };
  for (const tool of TOOLS) tool.register(server, { placeOf, onAnswer });
  return server;
}
