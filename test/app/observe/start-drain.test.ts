// The drain as the hooks start it: the real command, in a process group of its own, with a real provider and a model that
// listens on this machine.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { renderLauncher } from "../../../src/app/clients/launcher.ts";
import { type DrainLaunch, startDrain } from "../../../src/app/observe/due.ts";
import { loopbackModel } from "../../fixture/loopback-model.ts";
import { type ObserverProject, observerProject, saidProject } from "../../fixture/observer-project.ts";
import { CLI } from "../../fixture/scratch-project.ts";
import { freshDir } from "../../temp-dir.ts";

const SECRET_WORD = "hunters-moon";

function launchOf(project: ObserverProject, env: DrainLaunch["env"]): DrainLaunch {
  const { state, root } = project;
  return {
    node: process.execPath,
    script: CLI,
    state,
    cache: join(project.credenceHome, "cache"),
    root,
    env,
  };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !isSo(); tries += 1) await sleep(50);
  assert.equal(isSo(), true);
}

const HOSTILE =
  "NODE_OPTIONS NODE_EXTRA_CA_CERTS HTTPS_PROXY ANTHROPIC_BASE_URL OPENAI_BASE_URL CREDENCE_HOME LD_PRELOAD";

test("a drain gets the variables that it needs, and none that a repository could use", async (t) => {
  const project = observerProject(t);
  const script = join(freshDir(t), "tell.cjs");
  writeFileSync(
    script,
    'require("fs").writeFileSync("told.json", JSON.stringify({ args: process.argv.slice(2), env: process.env, cwd: process.cwd() }))',
  );
  const needed = "USER LOGNAME PATH TMPDIR TZ LANG LC_ALL LC_CTYPE ANTHROPIC_API_KEY CLAUDE_CODE_OAUTH_TOKEN";
  const passed = {
    ...Object.fromEntries(needed.split(" ").map((name) => [name, "x"])),
    HOME: project.home,
    OPENAI_API_KEY: SECRET_WORD,
  };
  const env = {
    ...passed,
    ...Object.fromEntries(HOSTILE.split(" ").map((name) => [name, "/hostile"])),
  };
  startDrain({ ...launchOf(project, env), script });
  const told = join(project.state, "told.json");
  await until(() => existsSync(told) && readFileSync(told, "utf8").endsWith("}"));
  const { args, env: given, cwd } = JSON.parse(readFileSync(told, "utf8"));
  const places = [
    "--root",
    project.root,
    "--state",
    project.state,
    "--cache",
    join(project.credenceHome, "cache"),
  ];
  assert.deepEqual({ args, cwd }, { args: ["observe", ...places], cwd: project.state });
  assert.deepEqual(given, passed);
  // The launcher of the hooks lets them through.
  const launcher = renderLauncher({ node: "/n", script: "/s", home: project.home });
  assert.ok(launcher.includes(`\nhome=${project.home}\n`));
  assert.ok(launcher.includes('\n  HOME="$home" \\\n'));
  for (const name of Object.keys(passed))
    assert.ok(name === "HOME" || launcher.includes(`"${name}=$${name}"`), name);
});

test("a program that cannot be started disturbs nobody", async (t) => {
  const project = observerProject(t);
  startDrain({ ...launchOf(project, {}), node: "/absent/node" });
  await sleep(50);
});

test("at its deadline the command stops, says so, and keeps what it has not read", async (t) => {
  const model = await loopbackModel(t, () => null);
  const observer = { provider: "openai-compatible", model: "m", base_url: model.url };
  const project = saidProject(t, { observer });
  // Not spawnSync: the model answers from this process.
  const child = spawn(process.execPath, [CLI, "observe", "--deadline", "1", "--json"], {
    cwd: project.top,
    env: project.env,
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += String(chunk);
  });
  const exit = await new Promise((resolve) => child.on("close", resolve));
  assert.deepEqual([exit, JSON.parse(said).end], [1, "deadline"]);
  assert.match(project.bytes(), /deploy on Fridays/);
});

test("a process that leads a group ends with everything in it", async (t) => {
  const script = join(freshDir(t), "group.ts");
  const module = join(import.meta.dirname, "../../../src/bin/end-group.ts");
  writeFileSync(
    script,
    `import { spawn } from "node:child_process"; import { endGroup } from ${JSON.stringify(module)};
const child = spawn("sleep", ["60"], { stdio: "ignore" });
process.stdout.write(String(child.pid), () => setTimeout(endGroup, 50));`,
  );
  const leader = spawn(process.execPath, [script], { detached: true, stdio: ["ignore", "pipe", "inherit"] });
  let child = "";
  leader.stdout.on("data", (chunk) => {
    child += String(chunk);
  });
  const signal = await new Promise((resolve) => leader.on("exit", (_, by) => resolve(by)));
  assert.equal(signal, "SIGKILL");
  await until(() => isGoneOrDead(child));
});

function isGoneOrDead(pid: string): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", pid], { encoding: "utf8" });
  return stdout.trim() === "" || stdout.trim().startsWith("Z");
}
