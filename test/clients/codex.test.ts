// Codex, by its real program: what reaches the model, and the trust without which nothing does.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { expectDone, runProcess } from "../fixture/scratch-project.ts";
import { codexProgram, linkProgram } from "./client-program.ts";
import { CODEX, trustHooks } from "./codex-client.ts";
import { testClient } from "./table.ts";
import { connectedProject, PROMPT } from "./walk.ts";

const project = await connectedProject({ after }, CODEX);
const config = join(project.home, ".codex/config.toml");
const hooks = join(project.home, ".codex/hooks.json");

const bin = linkProgram(project.base, "codex", codexProgram());

/** `credence ARGS` with the client on its path. */
function credence(...args: string[]): { readonly exit: number; readonly stdout: string } {
  const env = { ...project.env, PATH: `${bin}:/usr/bin:/bin` };
  return runProcess([process.execPath, join(project.dist, "credence.cjs"), ...args], {
    cwd: project.top,
    env,
  });
}

const FIX = 'until you trust them: start codex and choose "Trust all and continue"';

test("before they are trusted no hook runs, and status and doctor say what to do", async () => {
  const { exit, requests } = await project.ask(PROMPT);
  assert.equal(exit, 0);
  assert.doesNotMatch(requests.join("\n"), /memory-context/);
  for (const command of ["status", "doctor"]) {
    const { exit: said, stdout } = credence(command);
    assert.equal(said, 1, stdout);
    assert.ok(stdout.includes(`Codex does not run our 9 hooks ${FIX}`), stdout);
  }
});

test("once they are trusted, nobody says so any more", async () => {
  await trustHooks(project);
  for (const command of ["status", "doctor"])
    assert.doesNotMatch(credence(command).stdout, /trust them/, command);
});

test("the client lists the server that install registered", async () => {
  const { stdout } = await project.start("mcp", "list");
  assert.match(stdout, /^credence +\/usr\/bin\/env +.*launch mcp .*enabled/m);
});

test("doctor asks the client, which knows that a trusted hook has changed; status cannot, and reads", () => {
  const trusted = readFileSync(hooks, "utf8");
  writeFileSync(hooks, trusted.replace('"timeout": 4', '"timeout": 9'));
  const { stdout } = credence("doctor");
  assert.ok(stdout.includes(`Codex does not run 1 of our 9 hooks (UserPromptSubmit) ${FIX}`), stdout);
  assert.doesNotMatch(credence("status").stdout, /trust them/);
  writeFileSync(hooks, trusted);
});

testClient(CODEX, async () => {
  const other = await connectedProject({ after }, CODEX);
  await trustHooks(other);
  return { project: other, args: [] };
});

async function expectLongBlock(): Promise<void> {
  for (let number = 1; number <= 30; number += 1) await project.save(`project_long_${number}`);
  const { asked } = await project.ask("please run the tests again");
  const block = asked[0]?.said.find(({ text }) => text.startsWith("<memory-context"))?.text ?? "";
  assert.ok(block.length > 3_333, `${block.length}`);
  assert.match(block, /<\/memory-context>\s*$/);
}

if (IS_DEEP)
  test("a start block that is longer than Codex takes by itself reaches the model whole", expectLongBlock);

test("uninstall leaves what the client wrote about its hooks, and nothing of ours", () => {
  const before = readFileSync(config, "utf8");
  assert.match(before, /\[mcp_servers\.credence\]/);
  expectDone({ ...credence("uninstall", "codex"), stderr: "" });
  assert.equal(readFileSync(config, "utf8"), before.replace(/\[mcp_servers\.credence\]\n.*\n.*\n/, ""));
});

test("connected again as it was, it needs no new trust, and install says so", () => {
  const { stdout } = credence("install", "codex");
  assert.match(stdout, /^Codex [\d.]+: connected$/m);
  assert.doesNotMatch(stdout, /trust/);
  assert.doesNotMatch(credence("doctor").stdout, /trust them/);
});
