import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { COMMANDS } from "../../src/cli/commands.ts";
import { runProcess } from "../fixture/scratch-project.ts";
import { freshDir } from "../temp-dir.ts";
import { playCall } from "./played-call.ts";

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
  assert.deepEqual(await completed(t, ["credence", "un"]), ["unretire", "unarchive", "uninstall"]);
  assert.deepEqual(await completed(t, ["credence", "save", "--bod"]), ["--body", "--body-file"]);
  assert.deepEqual(await completed(t, ["credence", "demote", "--rea"]), ["--reason"]);
  assert.deepEqual(await completed(t, ["credence", "update", "project_x", "--if"]), ["--if-digest"]);
  const all = await completed(t, ["credence", ""]);
  for (const { name } of COMMANDS) assert.ok(all.includes(name), name);
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
    for (const option of Object.keys(options)) {
      assert.match(zsh.out, new RegExp(`^    ${name}\\) compadd -- .*--${option}\\b`, "m"));
      assert.match(fish.out, new RegExp(`_from ${name}' -l ${option} -d '`));
    }
  }
});

test("another shell is a wrong call", async (t) => {
  assert.equal((await playCall(freshDir(t), ["completion", "tcsh"])).exit, 64);
});
