// A memory server behind a pipe, as an agent has it: started, asked by tools, and ended. No call waits longer than its limit.

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const CALL_MS = 20_000;

export type StdioServer = {
  readonly pid: number;
  /** The text of the answer; a failure that the server answers is thrown. */
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly close: () => Promise<void>;
};

export type Starting = {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
};

export async function startStdio({
  words: [command = "", ...args],
  cwd,
  env,
}: Starting): Promise<StdioServer> {
  const transport = new StdioClientTransport({ command, args, env: { ...env }, cwd, stderr: "ignore" });
  const client = new Client(
    { name: "evidence", version: "1.0.0" },
    { versionNegotiation: { mode: "legacy" } },
  );
  await client.connect(transport, { timeout: CALL_MS });
  return {
    pid: transport.pid ?? 0,
    call: async (name, given) => {
      const result = await client.callTool({ name, arguments: { ...given } }, { timeout: CALL_MS });
      const text = result.content.map(renderPart).join("\n");
      if (result.isError === true) throw new Error(`${name}: ${text}`);
      return text;
    },
    close: () => client.close(),
  };
}

type Part = Awaited<ReturnType<Client["callTool"]>>["content"][number];

function renderPart(part: Part): string {
  if (part.type === "text") return part.text;
  return part.type === "resource" && "text" in part.resource ? part.resource.text : "";
}
