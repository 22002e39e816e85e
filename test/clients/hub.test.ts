// Real clients on a hub: Claude Code and Codex over HTTP, and a script of CI through our own program that checks.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { listPolicies } from "../../hub/src/policy/policies.ts";
import { listen, tokenFor } from "../../hub/test/agents.ts";
import { openTeam, sayAbout, store } from "../../hub/test/team.ts";
import { sha256Hex } from "../../src/memory/file/sha256.ts";
import { tablesOf } from "../fixture/rows.ts";
import { claudeEnv } from "./claude-project.ts";
import { claudeProgram, codexProgram } from "./client-program.ts";
import { codexSettings } from "./codex-client.ts";
import { type Act, actingInTurn, playPrompts, type Tools } from "./model/script.ts";
import { startStandIn } from "./model/stand-in.ts";

const { rows } = tablesOf(import.meta.filename);

const ROOT = "1".repeat(32);
const team = await openTeam();
const hub = await listen(team);
const place = mkdtempSync(join(tmpdir(), "credence-hub-clients-"));
after(async () => {
  await hub.close();
  await team.close();
  rmSync(place, { recursive: true, force: true });
});
const body = "The kiwi sleeps by day, and the kiwi hunts by night.";
await store(team, ROOT, [
  sayAbout({ root: ROOT, id: "project_kiwi", name: "Kiwi sleep", body, by: team.person }),
]);
const token = await tokenFor(team, [ROOT]);
const told = new RegExp(`as told by ${new URL(hub.origin).host}`);

type Ran = { readonly exit: number | null; readonly stdout: string; readonly stderr: string };

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const home = mkdtempSync(join(place, "home-"));
  const cwd = mkdtempSync(join(place, "project-"));
  mkdirSync(join(home, ".codex"));
  const child = spawn(program, args, {
    ...{ cwd, stdio: ["ignore", "pipe", "pipe"] },
    env: { HOME: home, PATH: "/usr/bin:/bin", CODEX_HOME: join(home, ".codex"), ...env },
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => void out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => void err.push(chunk));
  return new Promise((resolve) =>
    child.on("close", (exit) =>
      resolve({ exit, stdout: String(Buffer.concat(out)), stderr: String(Buffer.concat(err)) }),
    ),
  );
}

const NO_TOOLS: Tools = {
  write: () => ({ name: "none", input: {} }),
  shell: () => ({ name: "none", input: {} }),
  mcp: (tool, input) => ({ name: `mcp__credence__${tool}`, input }),
  subagent: () => ({ name: "none", input: {} }),
};

type Asking = {
  readonly tools: Tools;
  readonly before: Act;
  readonly program: () => string;
  /** What it is started with, for a prompt and where the model is asked. */
  readonly args: (prompt: string, url: string) => readonly string[];
  readonly env: (url: string) => Readonly<Record<string, string>>;
};

const ASKING: Readonly<Record<string, Asking>> = {
  "Claude Code": {
    tools: NO_TOOLS,
    before: { call: "ToolSearch", input: { query: "select:mcp__credence__memory_search" } },
    program: claudeProgram,
    args: (prompt) => {
      const headers = { Authorization: `Bearer ${token}` };
      const config = join(place, "mcp.json");
      const server = { type: "http", url: `${hub.origin}/mcp`, headers };
      writeFileSync(config, JSON.stringify({ mcpServers: { credence: server } }));
      const allowed = ["--allowedTools", "mcp__credence__memory_search,ToolSearch"];
      return ["-p", prompt, "--mcp-config", config, "--strict-mcp-config", ...allowed];
    },
    env: claudeEnv,
  },
  Codex: {
    tools: { ...NO_TOOLS, mcp: (tool, input) => ({ name: `mcp__credence/${tool}`, input }) },
    before: { call: "tool_search", input: { query: "memory search" } },
    program: codexProgram,
    args: (prompt, url) => [
      ...["exec", ...codexSettings(url), "-c", `mcp_servers.credence.url="${hub.origin}/mcp"`],
      ...["-c", 'mcp_servers.credence.bearer_token_env_var="HUB_TOKEN"', "--skip-git-repo-check"],
      ...["--dangerously-bypass-approvals-and-sandbox", prompt],
    ],
    env: () => ({ STAND_IN_KEY: "k".repeat(20), HUB_TOKEN: token }),
  },
};

for (const [name, { tools, before, program, args, env }] of Object.entries(ASKING))
  test(`${name} searches a hub over HTTP and is told whose word it is`, async (t) => {
    const standIn = await startStandIn(playPrompts(tools));
    t.after(() => void standIn.close());
    const prompt = actingInTurn(before, { mcp: "memory_search", input: { query: "kiwi sleep" } });
    const { exit, stderr } = await run(program(), args(prompt, standIn.url), env(standIn.url));
    assert.equal(exit, 0, stderr);
    const seen = standIn.requests.join("\n");
    assert.match(seen, /project_kiwi.*Kiwi sleep.*verified.*approved by Ana on 2026-05-01/);
    assert.match(seen, told);
  });

const CI_LINES = rows<[object]>("lines of CI").flat();

test("a script of CI asks through credence mcp --hub, which checks, and saves with a key of its own", async () => {
  const [first = ""] = await team.within(listPolicies);
  const script = join(place, "ci.sh");
  const program = join(import.meta.dirname, "../../src/bin/mcp.ts");
  const command = `${process.execPath} ${program} mcp --hub ${hub.origin} --policy ${sha256Hex(first)} --state ${join(place, "ci-state")}`;
  writeFileSync(
    script,
    `set -e\n(cat <<'END'\n${CI_LINES.map((each) => JSON.stringify(each)).join("\n")}\nEND\nwhile [ ! -e done ]; do sleep 0.2; done) | ${command} | { sed '/"id":3/q'; touch done; }\n`,
  );
  const { stdout, stderr } = await run("/bin/sh", [script], { CREDENCE_HUB_TOKEN: token });
  assert.match(stdout, /project_kiwi: verified, .*approved by Ana on 2026-05-01/, stderr);
  assert.doesNotMatch(stdout, /as told by/);
  assert.match(stdout, /created project_takin/);
  assert.match(stderr, /this machine writes to the hub as machine:[a-z2-7]{32}=/);
});
