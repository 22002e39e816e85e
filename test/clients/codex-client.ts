// Codex, asked by `codex exec`.

import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { VERSIONS } from "../../scripts/verify/fetch-clients.ts";
import { codexProgram } from "./client-program.ts";
import type { ClientPlace, ClientProject, RealClient } from "./client-project.ts";
import { keeping } from "./promises.ts";

export const CODEX: RealClient = {
  name: "codex",
  label: "Codex",
  version: VERSIONS.codex,
  tests: "test/clients/codex.test.ts",
  keeps: keeping({
    untitled: "no: `codex exec` asks for no title",
  }),
  besides: [
    {
      title: "before they are trusted no hook runs, and status and doctor say what to do",
      tests: "test/clients/codex.test.ts",
    },
    {
      title:
        "a memory comes in full, then as one line, and in full again once the conversation is taken back",
      tests: "test/clients/codex-sessions.test.ts",
    },
    {
      title: "a resumed session has it in full again, and its start block once",
      tests: "test/clients/codex-sessions.test.ts",
    },
  ],
  limits: [
    "No hook runs before you have trusted it in Codex; status, doctor and install say so.",
    "`write_stdin` fires no hook: what an agent types into a shell that it keeps open is not seen.",
    "Its own record of what you trusted stays in `config.toml` after uninstall.",
  ],
  files: [".codex/hooks.json", ".codex/config.toml"],
  withoutOwn: (text) =>
    text?.replaceAll(
      /\n?\[(?:hooks\.state|projects)\.[^\n]+\]\n(?:trusted_hash|trust_level) = [^\n]+\n/g,
      "",
    ) || null,
  edit: (path, from, to) => {
    const change = `-The kiwi ${from} by day, and the kiwi hunts by night.\n+The kiwi ${to} by day.`;
    const input = `*** Begin Patch\n*** Update File: ${path}\n@@\n${change}\n*** End Patch`;
    return { call: "apply_patch", input };
  },
  // A model of the newest kind has one tool, which runs code that calls the others.
  nested: (path) => {
    const input = `text(await tools.exec_command({ cmd: ${JSON.stringify(`echo gone > ${path}`)} }));`;
    return { act: { call: "exec", input }, args: ["-c", 'model="gpt-6.1-sol"'] };
  },
  beforeSubagent: { call: "tool_search", input: { query: "spawn subagent agent" } },
  // It does not wait for a subagent, and a session that is over takes its subagents with it.
  afterSubagent: { shell: "sleep 3" },
  compacting: ["-c", "model_auto_compact_token_limit=1000"],
  directory: ".codex",
  program: () => [codexProgram()],
  tools: {
    write: (path, text) => ({
      name: "apply_patch",
      input: `*** Begin Patch\n*** Add File: ${path}\n${text.replace(/^/gm, "+")}\n*** End Patch`,
    }),
    shell: (cmd) => ({ name: "exec_command", input: { cmd } }),
    mcp: (tool, input) => ({ name: `mcp__credence/${tool}`, input }),
    subagent: (message) => ({ name: "multi_agent_v1/spawn_agent", input: { message } }),
  },
  env: () => ({ STAND_IN_KEY: "k".repeat(20) }),
  asking: (prompt, place) => ["exec", ...options(place), prompt],
  resuming: (prompt, place) => ["exec", "resume", "--last", ...options(place), prompt],
  beforeServer: (tool) => ({ call: "tool_search", input: { query: tool.replace("_", " ") } }),
};

/** Not in its file: that one is the person's, and install changes it. */
function options({ standIn }: ClientPlace): string[] {
  return [
    ...codexSettings(standIn.url),
    "--skip-git-repo-check",
    "--dangerously-bypass-approvals-and-sandbox",
  ];
}

export function codexSettings(url: string): string[] {
  return settings({
    model: "gpt-5.5",
    model_provider: "stand-in",
    "model_providers.stand-in.name": "stand-in",
    "model_providers.stand-in.base_url": `${url}/v1`,
    "model_providers.stand-in.wire_api": "responses",
    "model_providers.stand-in.env_key": "STAND_IN_KEY",
    "analytics.enabled": false,
  });
}

function settings(values: Readonly<Record<string, string | boolean>>): string[] {
  return Object.entries(values).flatMap(([key, value]) => ["-c", `${key}=${JSON.stringify(value)}`]);
}

/** What "Trust all and continue" writes: the hash that Codex itself has of each hook. */
export async function trustHooks({ home, clientEnv, top }: ClientProject): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<readonly Listed[]>();
  const server = spawn(codexProgram(), ["app-server"], {
    ...{ cwd: top, env: clientEnv, stdio: ["pipe", "pipe", "ignore"] },
  });
  createInterface({ input: server.stdout }).on("line", (line) => {
    const { id, result } = JSON.parse(line);
    if (id === 2) resolve(result.data[0].hooks);
  });
  const messages = [
    { id: 1, method: "initialize", params: { clientInfo: { name: "test", version: "1" } } },
    { method: "initialized" },
    { id: 2, method: "hooks/list", params: { cwds: [top] } },
  ];
  for (const message of messages) server.stdin.write(`${JSON.stringify(message)}\n`);
  const listed = await promise;
  server.kill("SIGKILL");
  const states = listed.map(
    ({ key, currentHash }) => `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${currentHash}"\n`,
  );
  appendFileSync(join(home, ".codex/config.toml"), states.join(""));
}

type Listed = { readonly key: string; readonly currentHash: string };
