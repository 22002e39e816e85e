// A home that was moved after agents were connected: the launcher takes what it names from the new home, and the next session says
// so. A person brings agents' settings along, by install or by a yes to doctor.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { builtPackage } from "../../built.ts";
import { atTerminal } from "../../fixture/at-terminal.ts";
import { expectDone, type Outcome } from "../../fixture/scratch-project.ts";
import { freshDir } from "../../temp-dir.ts";

const ROOT = join(import.meta.dirname, "../../..");

type Moved = { readonly was: string; readonly home: string; readonly command: string };

/** Connected in one home, with a version before that is kept; then the home has another name. */
async function moveHome(t: TestContext): Promise<Moved> {
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
  const record = join(was, ".local/state/credence/version.json");
  const { program, ...rest } = JSON.parse(readFileSync(record, "utf8"));
  const before = { ...program, version: "0.1.9" };
  writeFileSync(record, JSON.stringify({ ...rest, program, before }));
  renameSync(was, home);
  return { was, home, command: join(home, ".local/share/credence/bin/credence") };
}

function run(home: string, [program = "", ...args]: readonly string[], input = ""): Outcome {
  const env = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: "/", env, input, encoding: "utf8" });
  return { exit: status ?? -1, stdout, stderr };
}

/** The hook of a line in settings, by the launcher in the new home: the rest of the line finds it there (hook-words.test.ts). */
function fire({ home, was }: Moved, event: string): string {
  const { hooks } = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
  assert.ok(JSON.stringify(hooks).includes(JSON.stringify(was.replace("'", "'\\''")).slice(1, -1)));
  const state = join(was, ".local/state/credence");
  const words = ["hook", "claude-code", event, "--state", state, "--cache", join(was, ".cache/credence")];
  const tool_input = { command: `touch '${home}/.local/state/credence/x'` };
  const given = { session_id: "s", cwd: home, hook_event_name: event, source: "startup", tool_name: "Bash" };
  const launcher = join(home, ".local/state/credence/launch");
  return expectDone(run("/elsewhere", [launcher, ...words], JSON.stringify({ ...given, tool_input }))).stdout;
}

const FILES = [".claude/settings.json", ".claude.json", ".local/state/credence/launch"];

/** Files that still name the home of before. */
function listStale({ home }: Moved): string[] {
  return FILES.filter((name) => readFileSync(join(home, name), "utf8").includes("mine/"));
}

function expectRepaired(moved: Moved): void {
  assert.deepEqual(listStale(moved), []);
  const record = join(moved.home, ".local/state/credence/version.json");
  const { before, program } = JSON.parse(readFileSync(record, "utf8"));
  for (const each of [before, program])
    assert.equal(each.script, join(moved.home, ".local/share/credence/0.2.0/dist/credence.cjs"));
}

test("hooks go on in a home that was moved, the start of a session says so, and install brings agents' settings along", async (t) => {
  const moved = await moveHome(t);
  assert.match(fire(moved, "PreToolUse"), /"permissionDecision":"deny"/);
  const { systemMessage } = JSON.parse(fire(moved, "SessionStart"));
  assert.ok(
    systemMessage.includes(
      `your home was ${moved.was} when Credence was installed and is ${moved.home} now: credence install brings agents' settings along`,
    ),
    systemMessage,
  );
  expectDone(run(moved.home, [moved.command, "install", "claude-code"]));
  expectRepaired(moved);
});

test("doctor --repair asks a person before it changes agents' settings; a copy beside its original stays", async (t) => {
  const moved = await moveHome(t);
  const { was, home, command } = moved;
  const repair = ["doctor", "--repair"];
  const settings = readFileSync(join(home, ".claude/settings.json"), "utf8");
  const alone = run(home, [command, ...repair]).stdout.replaceAll(/\s+/g, " ");
  assert.match(alone, /\[E\] client: Claude Code starts .* credence install claude-code repairs it/);
  assert.equal(readFileSync(join(home, ".claude/settings.json"), "utf8"), settings);
  const env = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const sitting = { base: dirname(home), top: home, env };
  const script = join(home, ".local/share/credence/0.2.0/dist/credence.cjs");
  cpSync(home, was, { recursive: true });
  assert.doesNotMatch((await atTerminal(sitting, repair, { script })).text, /Bring our entries along/);
  renameSync(was, `${was} away`);
  const replies = [["along? [Y/n]", "y"]] as const;
  const { text } = await atTerminal(sitting, repair, { script, replies });
  assert.match(text.replaceAll(/\s+/g, " "), /repaired: Claude Code: its entries name /);
  expectRepaired(moved);
  assert.doesNotMatch(run(home, [command, "doctor"]).stdout, /\[E\]/);
  assert.equal(existsSync(was), false);
});
