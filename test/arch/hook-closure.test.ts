// What agents wait for on every prompt and every tool call: what the hook processes hold, and what they really load.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { builtPackage } from "../built.ts";
import { initProject } from "../fixture/init-project.ts";
import { freshDir } from "../temp-dir.ts";
import { expectNone } from "./expect-none.ts";

const dir = freshDir({ after });
const { dist, outputs } = await builtPackage();
const project = await initProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});

function inputsOf(name: string): string[] {
  const inputs = Object.keys(outputs[`${name}.cjs`]?.inputs ?? {});
  assert.ok(inputs.length > 10, `the build says what it put into ${name}.cjs`);
  return inputs;
}

test("the guard holds no engine but the one that finds roots, and no package", () => {
  expectNone(
    inputsOf("hook-guard").filter((path) =>
      /node_modules|src\/(validate|search|trust|observer|git|cli)\//.test(path),
    ),
  );
});

test("the process of a prompt holds nothing that captures, starts a session or writes a memory", () => {
  const outOfPlace =
    /src\/(observer|git|cli|validate\/(?!structure\/)|app\/(session|observe|change|capture))/;
  expectNone(inputsOf("hook-prompt").filter((path) => outOfPlace.test(path)));
});

test("a process that handles one event waits for no module of its own", () => {
  for (const name of ["hook-prompt", "hook-guard"])
    assert.doesNotMatch(readFileSync(join(dist, `${name}.cjs`), "utf8"), /__esm|import\(/, name);
});

test("the processes are written in one byte a character, as they are read", () => {
  const small = readdirSync(dist).filter((name) => name.endsWith(".cjs"));
  assert.equal(small.length, 11);
  expectNone(small.filter((name) => readFileSync(join(dist, name)).some((byte) => byte > 0x7f)));
});

test("the other hook processes hold no large validator, no command, no person's act and no package but one", () => {
  const outOfPlace =
    /node_modules\/(?!canonicalize\/)|src\/(cli|git|validate\/injection|app\/(people\/unlock-person|change\/(raise-memory|judge-text)))/;
  for (const name of ["hook-prompt", "hook-recall", "hook-capture"]) {
    expectNone(inputsOf(name).filter((path) => outOfPlace.test(path)));
  }
  expectNone(inputsOf("hook-capture").filter((path) => path.startsWith("src/search/")));
});

test("what follows a tool call knows the kinds of tools, and holds nothing else of the guard", () => {
  const guard = inputsOf("hook-capture").filter((path) => path.startsWith("src/hooks/guard/"));
  assert.deepEqual(guard, ["src/hooks/guard/tool-kinds.ts"]);
});

test("no hook process holds what edits the settings of a client", () => {
  const editing = /src\/agents\/(?:merge-entries|edit-json|claude\/[a-z-]+|codex\/[a-z-]+)\.ts$/;
  for (const name of ["hook-prompt", "hook-recall", "hook-guard", "hook-capture"]) {
    expectNone(inputsOf(name).filter((path) => editing.test(path)));
    assert.doesNotMatch(readFileSync(join(dist, `${name}.cjs`), "utf8"), /export const Credence/, name);
  }
});

/** The built-in modules that one event really loads. */
function loadedBy(event: string, input: object, part: readonly string[] = []): string[] {
  const log = join(dir, `loaded-${event}${part.length}`);
  const logger = join(dir, "log-built-ins.cjs");
  writeFileSync(
    logger,
    `process.on("exit", () => require("fs").writeFileSync(process.env.LOADED_LOG, process.moduleLoadList.join("\\n")));`,
  );
  const places = ["--state", project.state, "--cache", join(project.credenceHome, "cache")];
  const call = [join(dist, "credence.cjs"), "hook", "claude-code", event, ...part, ...places];
  // The first one compiles, and keeps it.
  for (let round = 0; round < 2; round += 1) {
    const { status, stderr } = spawnSync(process.execPath, ["--require", logger, ...call], {
      cwd: project.top,
      env: { PATH: process.env["PATH"], HOME: project.home, LOADED_LOG: log },
      input: JSON.stringify({ session_id: "s", prompt_id: `p${round}`, cwd: project.top, ...input }),
      encoding: "utf8",
    });
    assert.deepEqual([status, stderr], [0, ""]);
  }
  return readFileSync(log, "utf8").split("\n");
}

const HEAVY =
  /NativeModule (?:crypto|child_process|net|http|https|tls|dns|worker_threads|perf_hooks|stream)$/;

test("no event that an agent waits for loads cryptography, processes, the network or streams", () => {
  const tool = { tool_name: "Bash", tool_input: { command: "npm test" } };
  const prompt = { prompt: "when does the kiwi sleep by day?" };
  expectNone(loadedBy("PreToolUse", tool).filter((name) => HEAVY.test(name) || /sqlite/.test(name)));
  expectNone(loadedBy("UserPromptSubmit", prompt).filter((name) => HEAVY.test(name)));
  expectNone(loadedBy("UserPromptSubmit", prompt, ["--only", "recall"]).filter((name) => HEAVY.test(name)));
  expectNone(loadedBy("SessionStart", { source: "startup" }).filter((name) => HEAVY.test(name)));
});
