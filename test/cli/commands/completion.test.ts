import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { CLIENTS } from "../../../src/agents/clients.ts";
import type { Command } from "../../../src/cli/call/command.ts";
import { COMMANDS } from "../../../src/cli/commands.ts";
import { findCompletion } from "../../../src/cli/work/completion.ts";
import { initProject } from "../../fixture/init-project.ts";
import { runProcess } from "../../fixture/scratch-project.ts";
import { freshDir } from "../../temp-dir.ts";
import { playCall } from "../call/played-call.ts";

/** What bash itself offers after these words. */
async function completed(t: TestContext, words: readonly string[]): Promise<string[]> {
  const dir = freshDir(t);
  writeFileSync(join(dir, "completion.sh"), (await playCall(dir, ["completion", "bash"])).out);
  const list = words.map((word) => `'${word}'`).join(" ");
  const script = `. ./completion.sh; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _credence; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = runProcess(["bash", "-c", script], {
    cwd: dir,
    env: { PATH: process.env["PATH"] ?? "" },
  });
  return stdout.trim().split("\n");
}

test("bash completes the commands of the store and their options", async (t) => {
  assert.deepEqual(await completed(t, ["credence", "un"]), ["unretire", "unarchive", "undo", "uninstall"]);
  assert.deepEqual(await completed(t, ["credence", "save", "--bod"]), ["--body", "--body-file"]);
  assert.deepEqual(await completed(t, ["credence", "demote", "--rea"]), ["--reason"]);
  assert.deepEqual(await completed(t, ["credence", "update", "project_x", "--if"]), ["--if-digest"]);
  const all = await completed(t, ["credence", ""]);
  for (const { name } of COMMANDS) assert.ok(all.includes(name), name);
});

test("bash completes the words that a command begins with, and there alone", async (t) => {
  assert.deepEqual(await completed(t, ["credence", "install", "c"]), [
    "claude-code",
    "codex",
    "copilot",
    "cursor",
  ]);
  assert.deepEqual(await completed(t, ["credence", "spool", "s"]), ["status", "show"]);
  assert.deepEqual(await completed(t, ["credence", "config", "se"]), ["set"]);
  assert.deepEqual(await completed(t, ["credence", "completion", "ba"]), ["bash"]);
  assert.deepEqual(await completed(t, ["credence", "import", "mc"]), ["mcp-memory"]);
  assert.deepEqual(await completed(t, ["credence", "spool", "show", "s"]), [""]);
});

test("the clients that install and uninstall name are all that there are", async (t) => {
  const names = ["claude-code", "codex", "copilot", "cursor", "gemini", "opencode", "qwen"];
  for (const verb of ["install", "uninstall"]) {
    const offered = await completed(t, ["credence", verb, ""]);
    assert.deepEqual(
      offered.filter((word) => !word.startsWith("--")),
      [...names, "git", "timer"],
    );
    assert.match((await playCall(freshDir(t), [verb, "--help"])).out, new RegExp(names.join("\\|")));
  }
  assert.deepEqual(
    CLIENTS.map(({ codec }) => codec.name),
    names,
  );
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

test("another shell is a wrong call", async (t) => {
  assert.equal((await playCall(freshDir(t), ["completion", "tcsh"])).exit, 64);
});

test("as JSON it is one value with the script in it", async (t) => {
  const dir = freshDir(t);
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
  const project = await initProject(t);
  await project.save("project_deploy_window");
  await project.save("project_other");
  assert.equal((await project.call(["completion", "ids"])).stdout, "project_deploy_window\nproject_other\n");
  const script = (await project.call(["completion", "bash"])).stdout;
  const told =
    'credence() { [ "$*" = "completion ids" ] && printf "project_deploy_window\\nproject_other\\n"; }';
  const offered = (words: string, at: number): string[] =>
    runProcess(
      [
        "bash",
        "-c",
        `${told}\n${script}\nCOMP_WORDS=(${words}); COMP_CWORD=${at}; _credence; echo "\${COMPREPLY[@]}"`,
      ],
      { cwd: project.top, env: { PATH: process.env["PATH"] ?? "" } },
    )
      .stdout.trim()
      .split(" ");
  for (const word of ["yes", "no", "later", "mine", "show", "undo"])
    assert.deepEqual(offered(`credence ${word} project_d`, 2), ["project_deploy_window"], word);
  assert.deepEqual(offered("credence yes project_other project_d", 3), ["project_deploy_window"]);
  assert.deepEqual(offered("credence status project_d", 2), [""]);
});
