import assert from "node:assert/strict";
import { test } from "node:test";
import { CLIENTS } from "../../../src/agents/clients.ts";
import type { Command } from "../../../src/cli/call/command.ts";
import { COMMANDS } from "../../../src/cli/commands.ts";
import { findCompletion } from "../../../src/cli/work/completion.ts";
import { playRows } from "../../fixture/command-rows.ts";
import { initProject } from "../../fixture/init-project.ts";
import { runProcess } from "../../fixture/scratch-project.ts";
import { freshDir } from "../../temp-dir.ts";
import { playCall } from "../call/played-call.ts";

/** What bash itself offers at the end of each of these lines. */
function complete(script: string, lines: readonly string[]): string[] {
  const asks = lines.map((line) => {
    const words = line.split(" ").map((word) => `'${word}'`);
    const given = `COMPREPLY=(); COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}`;
    return `${given}; _credence; echo "\${COMPREPLY[*]}"`;
  });
  const place = { cwd: "/", env: { PATH: process.env["PATH"] ?? "" } };
  return runProcess(["bash", "-c", [script, ...asks].join("\n")], place)
    .stdout.split("\n")
    .slice(0, -1);
}

function expectOffers(script: string, offers: Readonly<Record<string, string>>): void {
  assert.deepEqual(complete(script, Object.keys(offers)), Object.values(offers));
}

test("bash completes commands, their options, and the words that a command begins with, there alone", async (t) => {
  const { out } = await playCall(freshDir(t), ["completion", "bash"]);
  const names = "claude-code codex copilot cursor gemini opencode qwen";
  expectOffers(out, {
    "credence val": "validate",
    "credence un": "unretire unarchive undo uninstall",
    "credence save --bod": "--body --body-file",
    "credence demote --rea": "--reason",
    "credence update project_x --if": "--if-digest",
    "credence install c": "claude-code codex copilot cursor",
    "credence spool s": "status show",
    "credence config se": "set",
    "credence completion ba": "bash",
    "credence import mc": "mcp-memory",
    "credence spool show s": "",
  });
  const [all = "", ...verbs] = complete(out, ["credence ", "credence install ", "credence uninstall "]);
  for (const { name } of COMMANDS) assert.ok(all.split(" ").includes(name), name);
  for (const offered of verbs)
    assert.equal(
      offered
        .split(" ")
        .filter((word) => !word.startsWith("--"))
        .join(" "),
      names,
    );
  assert.equal(CLIENTS.map(({ codec }) => codec.name).join(" "), names);
  for (const verb of ["install", "uninstall"])
    assert.ok((await playCall(freshDir(t), [verb, "--help"])).out.includes(names.replaceAll(" ", "|")));
});

test("what works in a test state alone is neither shown nor offered, and is taken all the same", async (t) => {
  const dir = freshDir(t);
  for (const args of [
    ["status", "--help"],
    ["completion", "bash"],
    ["completion", "zsh"],
    ["completion", "fish"],
  ]) {
    const { out } = await playCall(dir, args);
    assert.match(out, /cache/);
    assert.doesNotMatch(out, /as-test-person|now TIME|--now|-l now/);
  }
  const { exit } = await playCall(dir, ["completion", "bash", "--now", "2026-05-01T12:00:00Z"]);
  assert.equal(exit, 0);
});

test("zsh and fish know every command and every option", async (t) => {
  const dir = freshDir(t);
  const [zsh, fish] = [
    await playCall(dir, ["completion", "zsh"]),
    await playCall(dir, ["completion", "fish"]),
  ];
  for (const { name, options } of COMMANDS) {
    assert.match(zsh.out, new RegExp(`^    '${name}:`, "m"));
    assert.match(fish.out, new RegExp(`-a ${name} -d '`));
    for (const [option, { isHidden }] of Object.entries(options)) {
      if (isHidden === true) continue;
      assert.match(zsh.out, new RegExp(`^    ${name}\\) compadd -- .*--${option}\\b`, "m"));
      assert.match(fish.out, new RegExp(`_from ${name}' -l ${option} -d '`));
    }
  }
  assert.match(
    zsh.out,
    /^ {4}spool\) .*; \(\( CURRENT == 3 \)\) && compadd -- status show clear; _files ;;$/m,
  );
  assert.match(
    fish.out,
    /-n '__fish_seen_subcommand_from spool; and not __fish_seen_subcommand_from status show clear' -a 'status show clear'$/m,
  );
});

test("another shell is a wrong call, and as JSON it is one value with the script in it", async (t) => {
  const dir = freshDir(t);
  assert.equal((await playCall(dir, ["completion", "tcsh"])).exit, 64);
  const script = (await playCall(dir, ["completion", "bash"])).out;
  const { exit, out } = await playCall(dir, ["completion", "bash", "--json"]);
  assert.deepEqual([exit, JSON.parse(out)], [0, { shell: "bash", script }]);
});

test("an apostrophe in a summary does not end the quotes of zsh and fish", () => {
  const command: Command = {
    name: "made-up",
    summary: "Read the agent's settings",
    usage: ["made-up"],
    options: { all: { type: "boolean", help: "a person's own too" } },
    run: async () => 0,
  };
  for (const shell of ["zsh", "fish"]) {
    const script = findCompletion(shell)?.([command]) ?? "";
    assert.match(script, /agent\u2019s settings/);
    for (const line of script.split("\n")) assert.equal((line.match(/'/g) ?? []).length % 2, 0, line);
  }
});

test("where a command takes an id, bash asks the program for the ids of the project", async (t) => {
  const { call, save } = await initProject(t);
  for (const id of ["project_deploy_window", "project_other"]) await save(id);
  await playRows(call, [["completion ids", 0, "project_deploy_window\nproject_other\n"]]);
  const script = (await call(["completion", "bash"])).stdout;
  const ids = 'printf "project_deploy_window\\nproject_other\\n"';
  const lines = ["yes", "no", "later", "mine", "show", "undo", "yes project_other"].map((word) => [
    `credence ${word} project_d`,
    "project_deploy_window",
  ]);
  expectOffers(`credence() { [ "$*" = "completion ids" ] && ${ids}; }\n${script}`, {
    ...Object.fromEntries(lines),
    "credence status project_d": "",
  });
});
