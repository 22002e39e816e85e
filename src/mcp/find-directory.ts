// Where the agent works: what the client says in its environment, else the first root that it offers, else where this process
// was started. Claude Code says the first, editors offer the second.

import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpServer } from "@modelcontextprotocol/server";
import type { ServerIo } from "./place.ts";

/** A client that offers roots and does not answer is not waited for. */
const ANSWER_MS = 1_000;

/** Finds the directory of each call; a client is asked once, and again when it says that its roots changed. */
export function createDirectoryFinder(io: ServerIo, { server }: McpServer): () => Promise<string> {
  let offered: Promise<string | null> | null = null;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    offered = null;
  });
  return async () => {
    if (io.projectDir !== null && isDirectory(io.projectDir)) return io.projectDir;
    // Only clients of the older revision have such a channel.
    if (server.getClientCapabilities()?.roots === undefined) return io.cwd();
    offered ??= askRoots(server);
    return (await offered) ?? io.cwd();
  };
}

async function askRoots(server: McpServer["server"]): Promise<string | null> {
  try {
    const { roots } = await server.listRoots({}, { timeout: ANSWER_MS });
    return roots.map(({ uri }) => readUri(uri)).find((path) => path !== null) ?? null;
  } catch {
    // It offers roots and gives none, or has no channel for it: where we were started is the next best.
    return null;
  }
}

function readUri(uri: string): string | null {
  if (!uri.startsWith("file:///")) return null;
  try {
    const path = fileURLToPath(uri);
    return isDirectory(path) ? path : null;
  } catch {
    // Such as one with an encoded slash.
    return null;
  }
}

function isDirectory(path: string): boolean {
  return isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
