// The plugin in the real Claude Code: accepted by its own check, installed from a marketplace on disk, and at work.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { buildPackage } from "../../scripts/build.ts";
import { git } from "../fixture/git-repository.ts";
import { expectDone, runProcess } from "../fixture/scratch-project.ts";
import { freshDir } from "../temp-dir.ts";
import { claudeProgram } from "./claude-program.ts";
import { startStandIn } from "./stand-in-api.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const base = freshDir({ after });
const [home, top, market] = [join(base, "home"), join(base, "project"), join(base, "market")];
const bin = join(base, "bin");
for (const directory of [home, top, bin]) mkdirSync(directory);
// What the package holds.
for (const name of ["plugin", ".claude-plugin"])
  cpSync(join(REPOSITORY, name), join(market, name), { recursive: true });
await buildPackage(join(market, "dist"));
const standIn = await startStandIn();
after(() => standIn.close());
const ENV = {
  HOME: home,
  PATH: [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
  ANTHROPIC_BASE_URL: standIn.url,
  ANTHROPIC_API_KEY: ["sk", "ant", "stand", "in"].join("-"),
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
};

function claude(...args: string[]): string {
  return expectDone(runProcess([claudeProgram(), ...args], { cwd: top, env: ENV })).stdout;
}

function credence(...args: string[]): string {
  const dist = [market, base].map((directory) => join(directory, "dist")).find((each) => existsSync(each));
  const script = join(dist ?? "", "credence.cjs");
  return expectDone(runProcess([process.execPath, script, ...args], { cwd: top, env: ENV })).stdout;
}

/** What the model would see. This process is the stand-in, so it must not wait. */
async function ask(prompt: string): Promise<string> {
  const from = standIn.requests.length;
  const child = spawn(claudeProgram(), ["-p", prompt], { cwd: top, env: ENV, stdio: "ignore" });
  const exit = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(exit, 0);
  return standIn.requests.slice(from).join("\n");
}

const RECALLED = /UserPromptSubmit hook additional context: <memory-context source=/;

test("the plugin and the marketplace pass the client's own strict check", () => {
  for (const directory of ["plugin", "."])
    assert.match(claude("plugin", "validate", "--strict", join(market, directory)), /Validation passed/);
});

test("installed without a build, it works with the package it came with, and without one is silent", async () => {
  git(top, "init", "--quiet");
  claude("plugin", "marketplace", "add", market);
  claude("plugin", "install", "credence@credence");
  assert.match(claude("plugin", "list"), /credence@credence/);
  credence("init");
  const body =
    "The takin lives in bamboo forests of the mountains.\nWhy: it is so.\nHow to apply: look there.";
  credence(
    "save",
    "--type",
    "project",
    "--name",
    "Takin",
    "--description",
    "Where takins live",
    "--body",
    body,
  );
  const prompt = "where does the takin live, in bamboo forests?";
  assert.match(await ask(prompt), RECALLED);
  renameSync(join(market, "dist"), join(base, "dist"));
  assert.doesNotMatch(await ask(prompt), /memory-context/);
  symlinkSync(join(base, "dist/credence.cjs"), join(bin, "credence"));
  assert.match(await ask(prompt), RECALLED);
  const touch = JSON.stringify({ command: `touch ${join(home, ".local/state/credence/x")}` });
  assert.match(await ask(`please @@TOOL Bash ${touch}@@`), /only Credence itself changes/);
});

test("beside the entries of install, the same prompt is answered once", async () => {
  credence("install", "claude-code");
  const seen = await ask("where does the takin live, in bamboo forests?");
  const [request = ""] = seen.split("\n");
  assert.equal(request.split("UserPromptSubmit hook additional context: <memory-context").length - 1, 1);
});
