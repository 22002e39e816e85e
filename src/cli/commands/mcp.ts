import { isAbsolute } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import type { Scope } from "../../memory/memory.ts";
import type { Command } from "../call/command.ts";
import { parseCall } from "../call/parse-call.ts";
import { PROGRAM } from "../call/program.ts";
import { scopeOf, textOf } from "../call/values.ts";

/** For its help text: bin/credence.ts gives a whole call to a process of its own. */
export const mcp: Command = {
  name: "mcp",
  summary: "Serve memories to an MCP client over stdio",
  usage: [
    "mcp [--state DIR] [--cache DIR] [--claude DIR]",
    "mcp [--root PATH | --scope SCOPE]",
    "mcp --hub URL --policy FINGERPRINT [--state DIR]",
  ],
  options: {
    hub: { type: "string", value: "URL", help: "serve what a hub has, each answer checked here" },
    policy: {
      type: "string",
      value: "FINGERPRINT",
      help: "of the first policy that the hub's persons signed",
    },
    claude: { type: "string", value: "DIR", help: "where ~/.claude is, if CLAUDE_CONFIG_DIR moved it" },
  },
  run: () => {
    const hint = "docs/mcp.md explains how to connect a client";
    throw new CredenceError("USAGE", "an MCP server is started by a client", hint);
  },
};

export type McpCall = {
  readonly version: string;
  readonly state: string | null;
  readonly cache: string | null;
  readonly claude: string | null;
  readonly root: string | null;
  readonly scope: Scope | null;
  readonly hub: PinnedHub | null;
};

type PinnedHub = { readonly url: string; readonly pinned: string };

function readHub(url: string | null, pinned: string | null): PinnedHub | null {
  if (url === null && pinned === null) return null;
  if (url === null || pinned === null || !/^[0-9a-f]{64}$/.test(pinned))
    throw new CredenceError("USAGE", "--hub URL goes with --policy FINGERPRINT, 64 digits");
  return { url, pinned };
}

export function parseMcpCall(args: readonly string[]): McpCall {
  const call = parseCall(mcp, args);
  const [state, cache, claude] = [textOf(call, "state"), textOf(call, "cache"), textOf(call, "claude")];
  // A relative place would depend on where the client starts us, which is often a repository.
  for (const place of [state, cache, claude]) {
    if (place !== null && !isAbsolute(place))
      throw new CredenceError("USAGE", "--state, --cache and --claude take absolute paths");
  }
  const { version } = PROGRAM;
  const hub = readHub(textOf(call, "hub"), textOf(call, "policy"));
  return { version, state, cache, claude, root: textOf(call, "root"), scope: scopeOf(call), hub };
}
