// What install and uninstall say that they did, and the exit code that says it to a script.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { readTree } from "../../fixture/tree.ts";
import { freshDir } from "../../temp-dir.ts";
import { builtScript, type ConnectProject, connectProject, DENIES, standIn } from "./connect-project.ts";

test("install and uninstall name the servers file and the copy of what was in it", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  project.write(".claude/settings.json", "{}\n");
  project.write(".claude.json", "{ }\n");
  const path = `${project.home}/.claude.json`;
  const copies = `${project.state}/backups/install/20260501T120000Z`;
  const first = await project.call(["install", "claude-code"]);
  assert.ok(
    first.stdout.includes(
      `  before  ${copies}-claude-code.json\n  server  ${path}\n  before  ${copies}-claude-code-servers.json\n`,
    ),
    first.stdout,
  );
  // Where nothing changes there is no copy.
  const second = await project.call(["install", "claude-code"]);
  assert.ok(second.stdout.includes(`  server  ${path}\n  note `), second.stdout);
  const [report] = JSON.parse((await project.call(["uninstall", "claude-code", "--json"])).stdout);
  assert.deepEqual(report.server, { path, backup: `${copies}-2-claude-code-servers.json`, lines: [] });
  assert.equal(project.read(".claude.json"), "{ }\n");
});

test("a client that is named and not there fails install, and neither uninstall nor one for all", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  for (const [args, exit] of [
    [["install", "codex"], 1],
    [["install", "codex", "--dry-run"], 1],
    [["uninstall", "codex"], 0],
    [["install"], 0],
  ] as const) {
    const told = await project.call(args);
    const note = `neither the program codex nor ${project.home}/.codex was found`;
    assert.ok(told.stdout.includes(`Codex: is not on this machine\n  note    ${note}\n`), told.stdout);
    assert.equal(told.exit, exit, args.join(" "));
  }
  assert.equal(project.read(".codex/hooks.json"), null);
});

test("another program changes the launcher and not the line, so no client has to trust again", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  project.write(".codex/config.toml", "");
  await project.call(["install", "codex"]);
  trustCodex(project);
  const line = project.read(".codex/hooks.json");
  const script = standIn(freshDir(t), DENIES);
  const moved = await project.call(["install", "codex"], { program: { node: process.execPath, script } });
  assert.match(moved.stdout, /^Codex: connected$/m);
  assert.doesNotMatch(moved.stdout, /trust/);
  assert.equal(project.read(".codex/hooks.json"), line);
  assert.ok(readFileSync(`${project.state}/launch`, "utf8").includes(`\nprogram=${script}\n`));
  assert.equal(statSync(`${project.state}/launch`).mode & 0o777, 0o700);
});

const WAITING = 'start codex and choose "Trust all and continue"';

/** Notes what Codex notes when a person trusts every hook. */
function trustCodex({ home, read, write }: ConnectProject): void {
  const { hooks }: { hooks: object } = JSON.parse(read(".codex/hooks.json") ?? "");
  const states = Object.keys(hooks).map((event) => {
    const place = `${event.replaceAll(/(?<!^)[A-Z]/g, "_$&").toLowerCase()}:0:0`;
    return `\n[hooks.state.${JSON.stringify(`${home}/.codex/hooks.json:${place}`)}]\ntrusted_hash = "sha256:1"\n`;
  });
  write(".codex/config.toml", `${read(".codex/config.toml")}${states.join("")}`);
}

test("install says in its last line that Codex runs nothing before it is trusted; status and doctor ask for it until it is", async (t) => {
  const project = connectProject(t, await builtScript());
  project.write(".codex/config.toml", "");
  for (const outcome of ["first", "again"]) {
    const { exit, stdout } = await project.call(["install", "codex"]);
    assert.equal(exit, 0);
    assert.match(stdout, /^Codex: the entries are in place, and wait for your trust$/m, outcome);
    const last = stdout.trimEnd().split("\n").at(-1);
    assert.equal(last, `Codex: 9 hooks wait for your trust, and none of them runs before: ${WAITING}`);
  }
  const untold = `Codex does not run our 9 hooks until you trust them: ${WAITING}`;
  const status = await project.call(["status"]);
  assert.equal(status.exit, 1);
  assert.ok(status.stdout.replaceAll(/\n {13}/g, " ").includes(`question     ${untold}`), status.stdout);
  const doctor = await project.call(["doctor"]);
  assert.equal(doctor.exit, 1);
  assert.ok(doctor.stdout.includes(`[W] client: ${untold}`), doctor.stdout);
  trustCodex(project);
  for (const args of [["install", "codex"], ["status"], ["doctor"]])
    assert.doesNotMatch((await project.call(args)).stdout, /trust them|your trust/);
  const config = project.read(".codex/config.toml") ?? "";
  project.write(".codex/config.toml", config.replace('stop:0:0"]', 'stop:0:0"]\nenabled = false'));
  const off = "1 of our 9 hooks (Stop) is turned off in Codex: start codex, type /hooks and turn it on";
  assert.ok((await project.call(["doctor"])).stdout.includes(off));
});

test("install registers the MCP server in Codex's file, keeps the rest, and uninstall takes exactly that away", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  const config = '# mine\nmodel = "gpt-5.5" # best\n\n[mcp_servers.other]\ncommand = "x"\n';
  project.write(".codex/config.toml", config);
  const before = readTree(project.home);
  const dry = await project.call(["install", "codex", "--dry-run"]);
  assert.match(dry.stdout, /^ {2}server {2}.*\/\.codex\/config\.toml\n {2}change {2}4 lines added$/m);
  assert.deepEqual(readTree(project.home), before);
  await project.call(["install", "codex"]);
  const installed = project.read(".codex/config.toml") ?? "";
  assert.ok(
    installed.startsWith(`${config}\n[mcp_servers.credence]\ncommand = "/usr/bin/env"\nargs = ["-u", `),
  );
  project.write(".codex/config.toml", config);
  const lack = "[W] mcp: Codex does not have our MCP server: credence install codex adds it";
  assert.ok((await project.call(["doctor"])).stdout.includes(lack));
  await project.call(["install", "codex"]);
  assert.equal(project.read(".codex/config.toml"), installed);
  assert.ok(!(await project.call(["doctor"])).stdout.includes(lack));
  await project.call(["uninstall", "codex"]);
  assert.deepEqual(readTree(project.home), before);
  project.write(".codex/config.toml", 'a = "b\n');
  const refused = await project.call(["install", "codex"]);
  assert.equal(refused.exit, 1);
  assert.match(
    refused.stdout,
    /config\.toml: it is not the TOML that the client reads, so nothing was changed/,
  );
  assert.equal(project.read(".codex/hooks.json"), null);
});
