// Who has the files that memories cite looked at, while nobody waits: the start of a session, and the session's own server.

import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { findCodec } from "../../../src/agents/clients.ts";
import { onSessionStart } from "../../../src/hooks/on-session-start.ts";
import { git } from "../../fixture/git-repository.ts";
import { runProcess } from "../../fixture/scratch-project.ts";
import { mcpProject } from "../../mcp/mcp-project.ts";

const project = await mcpProject({ after });
await project.save("project_pool", {
  name: "Database connection pool",
  body: "The connection pool of the database holds ten connections; see src/db.ts.",
  now: "2026-05-01T12:00:00Z",
});
mkdirSync(join(project.top, "src"));
for (const text of ["one\n", "two\n"]) commit(text);

function commit(text: string): void {
  writeFileSync(join(project.top, "src/db.ts"), text);
  git(project.top, "add", "src/db.ts");
  git(project.top, "commit", "--quiet", "--message=Work");
}

async function isTold(): Promise<boolean> {
  const { text } = await project.recall("how does the connection pool of the database work?");
  assert.match(text, /project_pool/);
  return text.includes("cites src/db.ts, changed in the last commit");
}

async function untilTold(): Promise<void> {
  for (let tries = 0; tries < 400 && !(await isTold()); tries += 1) await sleep(50);
  assert.equal(await isTold(), true);
}

const STARTS_MAX = 20;

/** On a busy machine a client gives up on a start; somebody then starts another session. */
function start(): void {
  for (let tries = 1; tries < STARTS_MAX; tries += 1) if (beginSession() !== "") return;
  assert.notEqual(beginSession(), "");
}

function beginSession(): string {
  const places = ["--state", project.state, "--cache", join(project.credenceHome, "cache")];
  const words = ["hook", "claude-code", "SessionStart", ...places];
  const input = JSON.stringify({ session_id: String(Math.random()), source: "startup", cwd: project.top });
  const [node = "", script = ""] = project.words;
  const place = { cwd: project.top, env: project.serverEnv };
  const { exit, stdout } = runProcess([node, script, ...words], place, { stdin: input });
  assert.equal(exit, 0);
  // The first of all has no earlier one whose memories it could show.
  if (stdout !== "") assert.match(stdout, /project_pool|came too late for this start/);
  return stdout;
}

test("a session start has cited files looked at by a process that nobody waits for", async () => {
  assert.equal(await isTold(), false);
  start();
  await untilTold();
});

/** By the handler itself, whose time is up before it begins. */
async function startLate(): Promise<void> {
  const client = findCodec("claude-code");
  assert.ok(client !== null);
  const event = client.readEvent("SessionStart", { session_id: "late", source: "startup", cwd: project.top });
  assert.ok(event?.kind === "session-start");
  const [node = "", script = ""] = project.words;
  const afterwards: (() => void | Promise<void>)[] = [];
  const answering = { isOver: () => true, afterwards };
  await onSessionStart(event, {
    ...{ client, node, script, state: project.state, cache: join(project.credenceHome, "cache") },
    ...{ only: null, claude: null, home: project.home, cwd: project.top, shellEnv: project.serverEnv },
    ...{
      ignoresCase: false,
      now: Date.now(),
      began: Date.now(),
      isLate: () => true,
      note: async () => undefined,
    },
    answering,
  });
  for (const work of afterwards) await work();
}

test("a session start that has no time left does, too", async () => {
  commit("late\n");
  assert.equal(await isTold(), false);
  rmSync(join(project.state, "claims"), { recursive: true });
  await startLate();
  await untilTold();
});

test("the server of a session does, too", async (t) => {
  commit("three\n");
  assert.equal(await isTold(), false);
  // Somebody began to look a moment ago.
  rmSync(join(project.state, "claims"), { recursive: true });
  await project.connect(t);
  await untilTold();
});
