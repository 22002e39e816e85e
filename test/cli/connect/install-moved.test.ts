// CLAUDE_CONFIG_DIR moves ~/.claude, and with it the user root. Hooks and server take nothing from the environment, so install
// writes the place into their own words.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { saving } from "../../faults/sample-calls.ts";
import { inTime } from "../../fixture/in-time.ts";
import { expectDone } from "../../fixture/scratch-project.ts";
import { builtScript, type ConnectProject, connectProject } from "./connect-project.ts";

const SCRIPT = await builtScript();

/** What the hook says that the settings hold for this event, in an environment that knows nothing of the move. */
function runEntry(project: ConnectProject, event: string, input: object): string {
  const entry = JSON.parse(project.read("work/settings.json") ?? "").hooks[event][0].hooks[0];
  const { status, stdout, stderr } = spawnSync(entry.command, entry.args, {
    cwd: project.top,
    env: { PATH: "/usr/bin:/bin", HOME: project.home },
    input: JSON.stringify({ session_id: "s1", cwd: project.top, hook_event_name: event, ...input }),
    encoding: "utf8",
  });
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
  return stdout;
}

test("memories of a user root that was moved are shown and guarded without the variable that moved it", async (t) => {
  const project = connectProject(t, SCRIPT);
  const moved = join(project.home, "work");
  const settings = join(moved, "settings.json");
  const env = { CLAUDE_CONFIG_DIR: moved };
  mkdirSync(moved);
  writeFileSync(settings, "{}\n");
  project.addProgram("claude", "2.1.325 (Claude Code)");
  const call = async (...args: string[]) => expectDone(await project.call(args, { env }));
  await call("init", "--scope", "user");
  await call(...saving("project_editor", "Editor"), "--scope", "user");
  await call("install", "claude-code");
  const start = inTime((session_id) => runEntry(project, "SessionStart", { session_id, source: "startup" }));
  assert.match(start, /project_editor/);
  const tool_input = { command: `rm ${moved}/claude-memory/memories/project_editor.md` };
  const guarded = runEntry(project, "PreToolUse", { tool_name: "Bash", tool_input });
  assert.match(guarded, /"permissionDecision":"deny"/);
  const { mcpServers } = JSON.parse(readFileSync(join(moved, ".claude.json"), "utf8"));
  assert.deepEqual(mcpServers.credence.args.slice(-2), ["--claude", moved]);
  const doctor = await project.call(["doctor"], { env });
  assert.match(doctor.stdout, /mcp: the MCP server answers/);
  await call("uninstall", "claude-code");
  assert.equal(readFileSync(settings, "utf8"), "{}\n");
});

test("where nothing was moved, the words are as ever", async (t) => {
  const project = connectProject(t, SCRIPT);
  project.write(".claude/settings.json", "{}\n");
  project.addProgram("claude", "2.1.325 (Claude Code)");
  const env = { CLAUDE_CONFIG_DIR: join(project.home, ".claude") };
  expectDone(await project.call(["install", "claude-code"], { env }));
  assert.doesNotMatch(project.read(".claude/settings.json") ?? "", /--claude"/);
});
