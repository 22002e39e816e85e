// A home that was moved after agents were connected: the next session and doctor say so, and `credence install` brings agents'
// settings along.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { builtPackage } from "../../built.ts";
import { expectDone, type Outcome } from "../../fixture/scratch-project.ts";
import { freshDir } from "../../temp-dir.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FILES = [".claude/settings.json", ".claude.json", ".local/state/credence/launch"];

function run(home: string, [program = "", ...args]: readonly string[], input = ""): Outcome {
  const env = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: "/", env, input, encoding: "utf8" });
  return { exit: status ?? -1, stdout, stderr };
}

type Handler = { readonly command: string; readonly args?: readonly string[] };

/** The hooks of an event as the settings name them. */
function fire(home: string, event: string): string {
  const { hooks } = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
  const [{ command, args }]: [Handler] = hooks[event][0].hooks;
  const tool_input = { command: `touch '${home}/.local/state/credence/x'` };
  const given = { session_id: "s", cwd: home, hook_event_name: event, source: "startup", tool_name: "Bash" };
  const words = args === undefined ? ["/bin/sh", "-c", command] : [command, ...args];
  return expectDone(run("/elsewhere", words, JSON.stringify({ ...given, tool_input }))).stdout;
}

test("a session in a moved home says that its launcher is gone, and install from the moved command mends it", async (t) => {
  const base = freshDir(t);
  const [was, home, source] = [join(base, "it's mine"), join(base, "new home"), join(base, "package")];
  for (const path of [join(was, ".claude"), source]) mkdirSync(path, { recursive: true });
  cpSync((await builtPackage()).dist, join(source, "dist"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(source, "package.json"));
  const script = join(source, "dist/credence.cjs");
  for (const args of [
    ["init", "--scope", "user"],
    ["install", "claude-code"],
  ])
    expectDone(run(was, [process.execPath, script, ...args]));
  renameSync(was, home);
  const command = join(home, ".local/share/credence/bin/credence");
  assert.equal(fire(home, "PreToolUse"), "");
  const { systemMessage } = JSON.parse(fire(home, "SessionStart"));
  assert.match(
    systemMessage,
    /^credence: its launcher is gone \(was your home moved\?\).*: run credence install$/,
  );
  const doctor = run(home, [command, "doctor"]).stdout.replaceAll(/\s+/g, " ");
  assert.match(
    doctor,
    /\[E\] client: Claude Code starts .*, which does not exist; credence install claude-code repairs it/,
  );
  expectDone(run(home, [command, "install", "claude-code"]));
  const stale = FILES.filter((name) => readFileSync(join(home, name), "utf8").includes("mine/"));
  assert.deepEqual(stale, []);
  assert.match(fire(home, "PreToolUse"), /"permissionDecision":"deny"/);
  assert.doesNotMatch(run(home, [command, "doctor"]).stdout, /\[E\]/);
});
