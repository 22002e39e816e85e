// The official inspector in its command-line form lists everything on both revisions, and calls a tool that reads and one that
// writes on the newer one; in a deep run every tool on both.

import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { INSPECTOR_DIRECTORY } from "../../scripts/verify/fetch-clients.ts";
import { IS_DEEP } from "../deep.ts";
import { type Outcome, runProcess } from "../fixture/scratch-project.ts";
import { mcpProject } from "./mcp-project.ts";

const INSPECTOR = join(INSPECTOR_DIRECTORY, "clients/launcher/build/index.js");
if (!existsSync(INSPECTOR)) throw new Error("the inspector is not here: npm run verify fetches it");

const project = await mcpProject({ after });
await project.save("project_kiwi", { name: "Kiwi", body: "The kiwi sleeps by day, and hunts by night." });
const config = join(project.base, "inspected.json");
const [command, ...args] = project.words;
writeFileSync(config, JSON.stringify({ mcpServers: { credence: { command, args } } }));

const ERAS = { "2025-11-25": "legacy", "2026-07-28": "modern" } as const;
const CALLED = Object.entries(ERAS).filter(([, era]) => IS_DEEP || era === "modern");

function inspect(era: string, ...words: readonly string[]): Outcome {
  const common = ["--cli", "--config", config, "--server", "credence", "--protocol-era", era];
  const env = { ...project.serverEnv, MCP_INSPECTOR_SECRET_STORE: "memory" };
  return runProcess([process.execPath, INSPECTOR, ...common, ...words], { cwd: project.top, env });
}

function callTool(era: string, name: string, given: readonly string[]): Record<string, unknown> {
  const words = given.flatMap((each) => ["--tool-arg", each]);
  const { exit, stdout, stderr } = inspect(era, "--method", "tools/call", "--tool-name", name, ...words);
  assert.equal(exit, 0, `${name}: ${stderr}${stdout}`);
  const { structuredContent } = JSON.parse(stdout);
  return structuredContent;
}

for (const [revision, era] of Object.entries(ERAS)) {
  test(`the inspector finds no fault in the schemas on ${revision}`, () => {
    const { exit, stdout, stderr } = inspect(era, "--method", "tools/list", "--strict");
    assert.equal(exit, 0, stderr);
    assert.equal(JSON.parse(stdout).tools.length, 6);
  });
}

for (const [revision, era] of CALLED) {
  test(`the inspector calls tools on ${revision}`, () => {
    assert.match(JSON.stringify(callTool(era, "memory_search", ["query=kiwi sleep"])), /project_kiwi/);
    const draft = [
      "type=project",
      `name=Emu of ${era}`,
      "description=Emus",
      `body=${"The emu runs fast. ".repeat(3)}`,
    ];
    const { id, outcome } = callTool(era, "memory_save", draft);
    assert.equal(outcome, "created");
    if (IS_DEEP) callOthers(era, String(id));
  });
}

function callOthers(era: string, id: string): void {
  assert.match(JSON.stringify(callTool(era, "memory_timeline", ["around=project_kiwi"])), /"centre":true/);
  assert.match(JSON.stringify(callTool(era, "memory_get", ['ids=["project_kiwi"]'])), /hunts by night/);
  assert.equal(callTool(era, "memory_update", [`id=${id}`, "description=All emus"])["outcome"], "updated");
  assert.match(JSON.stringify(callTool(era, "memory_status", [])), /"capture":"off"/);
}
