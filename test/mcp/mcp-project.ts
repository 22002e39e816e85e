// A project with the real, built server in it, and the SDK's own client at the other end.

import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { builtPackage } from "../built.ts";
import type { InitSetting } from "../fixture/init-project.ts";
import { type RecallProject, recallProject } from "../fixture/recall-project.ts";
import type { Owner } from "../temp-dir.ts";

export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof REVISIONS)[number];

export type Called = {
  readonly isError: boolean;
  readonly text: string;
  /** The structured form; empty for a failure. */
  readonly value: Readonly<Record<string, unknown>>;
};

export type Connected = {
  readonly client: Client;
  readonly pid: number;
  readonly call: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<Called>;
};

export type Connecting = {
  readonly revision?: Revision;
  /** How the client calls itself. */
  readonly name?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The server's command line, instead of the built one. */
  readonly words?: readonly string[];
  /** What it answers when it is asked for its roots; without this it offers none. */
  readonly roots?: () => { readonly roots: readonly { readonly uri: string }[] };
};

export type McpProject = RecallProject & {
  readonly dist: string;
  /** `credence mcp …` with this project's state and cache. */
  readonly words: readonly string[];
  readonly serverEnv: Readonly<Record<string, string>>;
  readonly connect: (owner: Owner, connecting?: Connecting) => Promise<Connected>;
};

export async function mcpProject(owner: Owner, setting: InitSetting = {}): Promise<McpProject> {
  const open: Client[] = [];
  // Before the directories go: a server that ends still writes what it compiled.
  owner.after(async () => {
    for (const client of open) await client.close();
  });
  const project = await recallProject(owner, setting);
  const { dist } = await builtPackage();
  const places = ["--state", project.state, "--cache", join(project.credenceHome, "cache")];
  const words = [process.execPath, join(dist, "credence.cjs"), "mcp", ...places];
  const serverEnv = { PATH: project.env["PATH"] ?? "", HOME: project.home };
  return {
    ...project,
    dist,
    words,
    serverEnv,
    connect: async (whose, connecting = {}) => {
      const env = { ...serverEnv, ...connecting.env };
      const connected = await connect(connecting.words ?? words, { cwd: project.top, ...connecting, env });
      open.push(connected.client);
      whose.after(() => connected.client.close());
      return connected;
    },
  };
}

async function connect(
  [command = "", ...args]: readonly string[],
  { revision = "2025-11-25", name = "test-client", env = {}, cwd = "", roots }: Connecting,
): Promise<Connected> {
  const transport = new StdioClientTransport({ command, args, env: { ...env }, cwd, stderr: "ignore" });
  const mode = revision === "2025-11-25" ? "legacy" : { pin: revision };
  const capabilities = roots === undefined ? {} : { roots: { listChanged: true } };
  const client = new Client({ name, version: "1.0.0" }, { versionNegotiation: { mode }, capabilities });
  if (roots !== undefined) client.setRequestHandler("roots/list", () => ({ roots: [...roots().roots] }));
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? 0,
    call: async (tool, given = {}) => {
      const result = await client.callTool({ name: tool, arguments: { ...given } });
      const texts = result.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
      const value = result.structuredContent;
      return {
        isError: result.isError === true,
        text: texts.join("\n"),
        value: typeof value === "object" && value !== null ? { ...value } : {},
      };
    },
  };
}
