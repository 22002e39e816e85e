// Where the agent works: what the client says in its environment, else the first root that it offers, else where this process
// was started. Claude Code says the first, editors offer the second.
//
// Threat: a client is whatever a person connected, and may offer nonsense, far too much, or never answer. What is no directory
// on this machine is passed over, and whatever goes wrong leaves the place where we were started. A name of another host is
// not even looked at: some systems would log in there.

import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { isDirectory } from "../app/workspace/locate-state.ts";
import type { ServerIo } from "./place.ts";

/** A client that offers roots and does not answer is not waited for. */
const ANSWER_MS = 1_000;
/** So many of its roots are looked at. */
const ROOTS_MAX = 1_000;

/** Wider than the SDK's schema, which rejects the whole list if one root is not a file. */
const OFFERED = z.object({ roots: z.array(z.unknown()) });

/**
 * Finds the directory of each call: directories come and go. A client is asked once, and again when it says that its roots
 * changed.
 */
export function createDirectoryFinder(io: ServerIo, { server }: McpServer): () => Promise<string> {
  let offered: Promise<readonly string[]> | null = null;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    offered = null;
  });
  return async () => {
    if (io.projectDir !== null && isPlace(io.projectDir)) return io.projectDir;
    // The newer revision deprecates roots and never sets this: there a server can only answer a call with a question, and a
    // client that offers roots and leaves such answers alone would get no other.
    if (server.getClientCapabilities()?.roots === undefined) return io.cwd();
    offered ??= askRoots(server);
    return (await offered).find(isPlace) ?? io.cwd();
  };
}

function isPlace(path: string): boolean {
  return isAbsolute(path) && isDirectory(path);
}

async function askRoots(server: McpServer["server"]): Promise<readonly string[]> {
  try {
    const { roots } = await server.request({ method: "roots/list" }, OFFERED, { timeout: ANSWER_MS });
    return roots.slice(0, ROOTS_MAX).flatMap((root) => readRoot(root) ?? []);
  } catch {
    // It offers roots and gives none: where we were started is the next best.
    return [];
  }
}

function readRoot(root: unknown): string | null {
  const uri = typeof root === "object" && root !== null && "uri" in root ? root.uri : null;
  if (typeof uri !== "string" || !uri.startsWith("file:///")) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    // Such as one with an encoded slash.
    return null;
  }
}
