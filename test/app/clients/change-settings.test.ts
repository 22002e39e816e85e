import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CODECS } from "../../../src/agents/clients.ts";
import { examineAutoMemory } from "../../../src/app/clients/auto-memory.ts";
import { noteClientVersion, readClientVersions } from "../../../src/app/clients/client-versions.ts";
import { proveServer } from "../../../src/app/clients/proofs.ts";
import { planSettings, writeSettings } from "../../../src/app/clients/settings-file.ts";
import { isDirectory } from "../../../src/app/workspace/locate-state.ts";
import { openProject } from "../../fixture/open-project.ts";
import { freshDir } from "../../temp-dir.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const append = (text: string | null) => ({ kind: "edited", text: `${text ?? ""}+` }) as const;

function place(directory: string) {
  const state = join(directory, "state");
  mkdirSync(state, { mode: 0o700 });
  return { state, name: "client.json", now: NOW };
}

test("a link to itself is no directory, and stops nothing", (t) => {
  const directory = freshDir(t);
  symlinkSync("loop", join(directory, "loop"));
  assert.equal(isDirectory(join(directory, "loop")), false);
  assert.equal(isDirectory(directory), true);
});

test("the text is replaced, its mode stays, and what was there is kept for the person alone", (t) => {
  const directory = freshDir(t);
  const file = join(directory, "settings.json");
  writeFileSync(file, "\uFEFFold\r\n");
  chmodSync(file, 0o640);
  const backup = writeSettings(planSettings(file, append), place(directory));
  assert.equal(readFileSync(file, "utf8"), "\uFEFFold\r\n+");
  assert.equal(statSync(file).mode & 0o777, 0o640);
  assert.equal(backup, join(directory, "state/backups/install/20260501T120000Z-client.json"));
  assert.equal(readFileSync(backup ?? "", "utf8"), "\uFEFFold\r\n");
  assert.equal(statSync(backup ?? "").mode & 0o777, 0o600);
});

test("a link is followed and stays a link, so that settings can be kept elsewhere", (t) => {
  const directory = freshDir(t);
  mkdirSync(join(directory, "dotfiles"));
  const [real, link] = [join(directory, "dotfiles/settings.json"), join(directory, "settings.json")];
  writeFileSync(real, "old");
  symlinkSync("dotfiles/settings.json", link);
  writeSettings(planSettings(link, append), place(directory));
  assert.equal(readFileSync(real, "utf8"), "old+");
  assert.deepEqual(
    readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => name),
    ["settings.json"],
  );
});

test("a file that is not there is made for the person alone, with its directory", (t) => {
  const directory = freshDir(t);
  const file = join(directory, "plugins/credence.js");
  assert.equal(writeSettings(planSettings(file, append), place(directory)), null);
  assert.deepEqual([readFileSync(file, "utf8"), statSync(file).mode & 0o777], ["+", 0o600]);
});

test("a file that is wanted gone goes, after it was kept", (t) => {
  const directory = freshDir(t);
  const file = join(directory, "settings.json");
  writeFileSync(file, "old");
  const backup = writeSettings(
    planSettings(file, () => ({ kind: "edited", text: null })),
    place(directory),
  );
  assert.deepEqual(readdirSync(directory), ["state"]);
  assert.equal(readFileSync(backup ?? "", "utf8"), "old");
});

test("what does not change is not written, and two copies of one second both stay", (t) => {
  const directory = freshDir(t);
  const file = join(directory, "settings.json");
  writeFileSync(file, "old");
  const state = place(directory);
  const before = statSync(file).ino;
  assert.equal(
    writeSettings(
      planSettings(file, (text) => ({ kind: "edited", text })),
      state,
    ),
    null,
  );
  assert.deepEqual([statSync(file).ino, readdirSync(join(directory, "state"))], [before, []]);
  for (let round = 0; round < 2; round += 1) writeSettings(planSettings(file, append), state);
  assert.deepEqual(readdirSync(join(directory, "state/backups/install")).sort(), [
    "20260501T120000Z-2-client.json",
    "20260501T120000Z-client.json",
  ]);
});

test("a change of the client in between is not lost", (t) => {
  const directory = freshDir(t);
  const file = join(directory, "settings.json");
  writeFileSync(file, "old");
  const plan = planSettings(file, append);
  writeFileSync(file, "theirs");
  assert.throws(() => writeSettings(plan, place(directory)), { code: "OCC_CONFLICT" });
  assert.equal(readFileSync(file, "utf8"), "theirs");
});

test("what is no text file, or leads nowhere, or is refused, is left alone", (t) => {
  const directory = freshDir(t);
  mkdirSync(join(directory, "folder"));
  symlinkSync(join(directory, "nothing"), join(directory, "dangling"));
  writeFileSync(join(directory, "latin"), Buffer.from([0x7b, 0xe4, 0x7d]));
  assert.throws(() => planSettings(join(directory, "folder"), append), { code: "NOT_READABLE" });
  assert.throws(() => planSettings(join(directory, "dangling"), append), { code: "PATH_ERROR" });
  assert.throws(() => planSettings(join(directory, "latin"), append), { code: "NOT_READABLE" });
  const refuse = () => ({ kind: "refused", why: "it is odd", fix: "mend it" }) as const;
  assert.throws(() => planSettings(join(directory, "new"), refuse), {
    code: "NOT_READABLE",
    hint: "mend it",
  });
  assert.deepEqual(readdirSync(directory).sort(), ["dangling", "folder", "latin"]);
});

test("the version of every client in the table is noted, by our name for it and by its own", (t) => {
  const state = freshDir(t);
  const names = CODECS.map(({ name }) => name);
  for (const name of names) noteClientVersion(state, name, "1.2.3");
  assert.deepEqual(Object.keys(readClientVersions(state)).sort(), [...names].sort());
  // As they call themselves to an MCP server.
  for (const [called, name] of [
    ["claude-code", "claude-code"],
    ["codex-mcp-client", "codex"],
    ["copilot-cli", "copilot"],
    ["gemini-cli-mcp-client", "gemini"],
    ["qwen-cli-mcp-client-credence", "qwen"],
  ] as const) {
    noteClientVersion(state, called, "4.5.6");
    assert.equal(readClientVersions(state)[name], "4.5.6", called);
  }
  for (const [called, version] of [
    ["emacs", "1.2.3"],
    ["codex", "newest"],
  ] as const)
    noteClientVersion(state, called, version);
  assert.equal(readClientVersions(state)["codex"], "4.5.6");
});

test("one note is counted as one", async (t) => {
  const project = openProject(t);
  const place = { cwd: project.base, home: project.base, env: {} };
  const name = project.base.replaceAll(/[^A-Za-z0-9]/g, "-");
  const memory = join(project.base, ".claude/projects", name, "memory");
  mkdirSync(memory, { recursive: true });
  writeFileSync(join(memory, "../session.jsonl"), `${JSON.stringify({ cwd: project.base })}\n`);
  writeFileSync(join(memory, "MEMORY.md"), "The tamarin sleeps in the tree.\n");
  const [ailment] = await examineAutoMemory(await project.open(), place);
  assert.match(ailment?.message ?? "", /^Claude Code keeps 1 note of its own about this project, /);
});

/** A server that answers the last question, and takes its time, or forever, when it is told to go. */
const SERVER = `
const { writeFileSync } = require("node:fs");
const [, , left, stays] = process.argv;
writeFileSync(left + ".pid", String(process.pid));
process.stdin.on("data", (text) => {
  if (!String(text).includes('"id":3')) return;
  process.stdout.write('{"id":2,"result":{"tools":[{"name":"memory_search"}]}}\\n');
  process.stdout.write('{"id":3,"result":{"structuredContent":{"rows":[]}}}\\n');
});
process.on("SIGTERM", () => {
  if (stays === "stays") return;
  setTimeout(() => { writeFileSync(left, "left\\n"); process.exit(0); }, 300);
});
`;

for (const way of ["goes", "stays"]) {
  test(`nothing is left running of a server that ${way} when it is told to go`, async (t) => {
    const directory = freshDir(t);
    const [script, left] = [join(directory, "server.cjs"), join(directory, "left")];
    writeFileSync(script, SERVER);
    const words = [process.execPath, script, left, way];
    const proof = await proveServer(words, { cwd: directory, env: process.env });
    assert.deepEqual(proof, { works: true, why: "" });
    assert.equal(existsSync(left), way === "goes");
    const pid = Number(readFileSync(`${left}.pid`, "utf8"));
    assert.throws(() => process.kill(pid, 0), { code: "ESRCH" });
  });
}
