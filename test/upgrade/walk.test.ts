// From 0.1.0 to this version, back, and forward again: what was recalled, approved, removed and guarded stays so, by the hooks
// as both clients start them and by the real Claude Code: once upgraded, and in the deep run at each stage.

import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { CLAUDE, claudeEnv } from "../clients/claude-project.ts";
import { claudeProgram } from "../clients/client-program.ts";
import { runProgram } from "../clients/client-project.ts";
import { acting, playPrompts, resultsOf } from "../clients/model/script.ts";
import { startStandIn } from "../clients/model/stand-in.ts";
import { IS_DEEP } from "../deep.ts";
import { expectDone, runProcess } from "../fixture/scratch-project.ts";
import { expectAtWork, fireHooks, KIWI, oldHome, standingsBy } from "./old-home.ts";

const STANDINGS = { project_kiwi: "verified", project_emu: "inferred", project_dodo: "quarantined" };

const project = await oldHome({ after });
const standIn = await startStandIn(playPrompts(CLAUDE.tools));
after(() => standIn.close());
const launcher = join(project.state, "launch");
const programs = join(project.credenceHome, "program");

/** One prompt: the memory reaches the model, and what the model writes into the root is refused. */
async function expectInClaude(stage: string): Promise<void> {
  const from = standIn.asked.length;
  const path = [dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  const env = { HOME: project.home, PATH: path, ...claudeEnv(standIn.url) };
  const file = join(project.root, "memories/project_kiwi.md");
  const text = readFileSync(file, "utf8");
  const prompt = `when does the kiwi sleep by day? ${acting({ shell: `credence promote project_emu; echo gone > ${file}` })}`;
  const { exit, stdout, stderr } = await runProgram(
    [claudeProgram(), "-p", prompt, "--permission-mode", "acceptEdits", "--allowedTools", "Bash"],
    { cwd: project.top, env },
  );
  assert.equal(exit, 0, `${stage}: ${stderr}${stdout}`);
  const asked = standIn.asked.slice(from);
  assert.ok(JSON.stringify(asked.map(({ said }) => said)).includes(KIWI), `${stage}: recalled`);
  assert.match(
    asked.flatMap((each) => resultsOf(each)).join("\n"),
    /for a person at a terminal/,
    `${stage}: guarded`,
  );
  assert.equal(readFileSync(file, "utf8"), text, stage);
}

/** Of the programs that are kept. */
function kept(version: string, ...args: string[]): string {
  const script = join(programs, version, "dist/credence.cjs");
  return expectDone(runProcess([process.execPath, script, ...args], { cwd: project.top, env: project.env }))
    .stdout;
}

test("0.1.0 is at work, and this version reads all of it", async () => {
  // After the rollback it is at work in the same way.
  if (IS_DEEP) expectAtWork(project, "before");
  assert.deepEqual(standingsBy(project, "0.1.0"), STANDINGS);
  assert.deepEqual(standingsBy(project, "new"), STANDINGS);
  if (IS_DEEP) await expectInClaude("0.1.0");
});

test("upgrade says what it would do, changes nothing until told to, and then both agents start the new program", async () => {
  const dry = project.done("new", "upgrade", "--dry-run").replaceAll(/\n {9}(?! )(?=[a-z])/g, " ");
  assert.match(dry, /^Credence 0\.1\.0 → 0\.2\.0\n/);
  assert.match(dry, /Claude Code: its entries are renewed\n/);
  assert.match(dry, /Codex: its entries are renewed, and it asks once more whether you trust its hooks\n/);
  assert.match(dry, /nothing was changed\n$/);
  assert.equal(existsSync(launcher), false);
  // 0.1.0 captures without having asked.
  fireHooks(project, "claude-code", { event: "UserPromptSubmit", prompt: "when does the kiwi sleep?" });
  const said = project.done("new", "upgrade", "--yes");
  assert.match(
    said,
    / ✓ Claude Code: the guard refused a test write\n ✓ Codex: the guard refused a test write\n/,
  );
  assert.match(said, /Codex: 9 hooks wait for your trust/);
  assert.match(
    said.replaceAll(/\n {3}/g, " "),
    / – capture is off now, until you ask for it: credence setup; what 0\.1\.0 captured is still there, and credence spool clear erases it, project by project\n/,
  );
  assert.match(said, /Your agents start Credence 0\.2\.0; credence rollback goes back to 0\.1\.0\.\n/);
  assert.match(readFileSync(launcher, "utf8"), /program=.*\/program\/0\.2\.0\/dist\/credence\.cjs\n/);
  assert.match(project.done("new", "upgrade"), /^your agents start Credence 0\.2\.0 already/);
  // The programs are kept: both clones may go.
  for (const path of Object.values(project.packages)) renameSync(path, `${path}-away`);
  expectAtWork(project, "upgraded");
  assert.match(kept("0.2.0", "list"), /^verified +project_kiwi$/m);
  await expectInClaude("upgraded");
});

test("rollback lets both agents start 0.1.0 again, by the same lines, so that nobody has to trust them anew", async () => {
  const hooks = join(project.home, ".codex/hooks.json");
  const before = readFileSync(hooks, "utf8");
  const said = kept("0.2.0", "rollback", "--yes");
  assert.match(said, /^Credence 0\.2\.0 → 0\.1\.0\n/);
  assert.match(
    said,
    / ✓ Claude Code: the guard refused a test write\n ✓ Codex: the guard refused a test write\n/,
  );
  assert.match(
    said,
    /To go forward again:\n {2}\S+node \S+\/program\/0\.2\.0\/dist\/credence\.cjs upgrade\n/,
  );
  assert.equal(readFileSync(hooks, "utf8"), before);
  assert.match(readFileSync(launcher, "utf8"), /program=.*\/program\/0\.1\.0\/dist\/credence\.cjs\n/);
  expectAtWork(project, "rolled back");
  assert.match(kept("0.1.0", "list"), /^verified +project_kiwi$/m);
  if (IS_DEEP) await expectInClaude("rolled back");
});

test("and upgrade goes forward again, with a way back", async () => {
  const said = kept("0.2.0", "upgrade", "--yes");
  assert.match(said, /Your agents start Credence 0\.2\.0; credence rollback goes back to 0\.1\.0\.\n/);
  assert.doesNotMatch(said, /wait for your trust[\s\S]*wait for your trust/);
  if (!IS_DEEP) return;
  expectAtWork(project, "again");
  await expectInClaude("again");
});
