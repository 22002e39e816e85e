// A project with the real, built server in it, and the SDK's own client at the other end.

import { realpathSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { Client, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { parseMcpCall } from "../../src/cli/commands/mcp.ts";
import { serve } from "../../src/mcp/server.ts";
import { builtPackage } from "../built.ts";
import { IS_DEEP } from "../deep.ts";
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
  /** The same to a server in this process, which starts in no time; its clock is the test's to choose. Deep runs start one. */
  readonly connectInside: (owner: Owner, connecting?: Inside) => Promise<Connected>;
};

type Inside = Connecting & { readonly now?: string };

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
  const connectApart: McpProject["connect"] = async (whose, connecting = {}) => {
    const [command = "", ...args] = connecting.words ?? words;
    const env = { ...serverEnv, ...connecting.env };
    const place = { command, args, env, cwd: connecting.cwd ?? project.top };
    const transport = new StdioClientTransport({ ...place, stderr: "ignore" });
    const connected = await connect(transport, connecting);
    open.push(connected.client);
    whose.after(() => connected.client.close());
    return { ...connected, pid: transport.pid ?? 0 };
  };
  return {
    ...project,
    dist,
    words,
    serverEnv,
    connect: connectApart,
    connectInside: async (whose, connecting = {}) => {
      const env = { ...serverEnv, ...connecting.env };
      const { words: given = words, cwd = project.top, now } = connecting;
      // The built one has the machine's clock.
      if (IS_DEEP && now === undefined) return connectApart(whose, connecting);
      const connected = await connect(serveInside(given.slice(3), { env, cwd, now }), connecting);
      whose.after(() => connected.client.close());
      return { ...connected, pid: process.pid };
    },
  };
}

type InsidePlace = {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly now: string | undefined;
};

/** As bin/mcp.ts, but for the process. */
function serveInside(args: readonly string[], { env, cwd, now }: InsidePlace): Transport {
  const io = {
    ...parseMcpCall(args),
    home: env["HOME"] ?? "",
    cwd: () => realpathSync(cwd),
    projectDir: env["CLAUDE_PROJECT_DIR"] || null,
    session: env["CLAUDE_CODE_SESSION_ID"] || null,
    now: now === undefined ? Date.now : () => Date.parse(now),
    // The memory of this process is the tests'.
    node: process.execPath,
    script: "/absent",
    env: {},
    onAnswer: () => undefined,
  };
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serve(io, { input, output }, () => undefined);
  const transport: Transport = {
    start: async () => {
      createInterface({ input: output }).on("line", (line) => transport.onmessage?.(JSON.parse(line)));
    },
    send: async (message) => void input.write(`${JSON.stringify(message)}\n`),
    close: async () => {
      input.end();
      await served.close();
      transport.onclose?.();
    },
  };
  return transport;
}

async function connect(
  transport: Transport,
  { revision = "2025-11-25", name = "test-client", roots }: Connecting,
): Promise<Omit<Connected, "pid">> {
  const mode = revision === "2025-11-25" ? "legacy" : { pin: revision };
  const capabilities = roots === undefined ? {} : { roots: { listChanged: true } };
  const client = new Client({ name, version: "1.0.0" }, { versionNegotiation: { mode }, capabilities });
  if (roots !== undefined) client.setRequestHandler("roots/list", () => ({ roots: [...roots().roots] }));
  await client.connect(transport);
  return {
    client,
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
