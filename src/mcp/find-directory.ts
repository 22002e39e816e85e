// Where the agent works: what the client says in its environment, else the first root that it offers, else where this process
// was started. Claude Code says the first, editors offer the second.
//
// Threat: a client is whatever a person connected, and may offer nonsense, far too much, or never answer. What is no directory
// on this machine is passed over, and whatever goes wrong leaves the place where we were started. A name of another host is
// not even looked at: some systems would log in there.

import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { ServerIo } from "./place.ts";

/** A client that offers roots and does not answer is not waited for. */
const ANSWER_MS = 1_000;
/** So many of its roots are looked at. */
const ROOTS_MAX = 1_000;

/** Wider than the SDK's, for which one root that is no file spoils the whole list. */
const OFFERED = z.object({ roots: z.array(z.unknown()) });

/** Finds the directory of each call; a client is asked once, and again when it says that its roots changed. */
export function createDirectoryFinder(io: ServerIo, { server }: McpServer): () => Promise<string> {
  let offered: Promise<string | null> | null = null;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    offered = null;
  });
  return async () => {
    if (io.projectDir !== null && isDirectory(io.projectDir)) return io.projectDir;
    // The newer revision deprecates roots and never sets this: there a server can only answer a call with a question, and a
    // client that offers roots and leaves such answers alone would get no other.
    if (server.getClientCapabilities()?.roots === undefined) return io.cwd();
    offered ??= askRoots(server);
    return (await offered) ?? io.cwd();
  };
}

async function askRoots(server: McpServer["server"]): Promise<string | null> {
  try {
    const { roots } = await server.request({ method: "roots/list" }, OFFERED, { timeout: ANSWER_MS });
    for (const root of roots.slice(0, ROOTS_MAX)) {
      const path = readRoot(root);
      if (path !== null) return path;
    }
    return null;
  } catch {
    // It offers roots and gives none: where we were started is the next best.
    return null;
  }
}

function readRoot(root: unknown): string | null {
  const uri = typeof root === "object" && root !== null && "uri" in root ? root.uri : null;
  if (typeof uri !== "string" || !uri.startsWith("file:///")) return null;
  try {
    const path = fileURLToPath(uri);
    return isDirectory(path) ? path : null;
  } catch {
    // Such as one with an encoded slash.
    return null;
  }
}

function isDirectory(path: string): boolean {
  try {
    return isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // Such as a name that is too long, or one below a directory that is not ours to look into.
    return false;
  }
}
