// What the person is told at the start of a session, and by which clients.

import assert from "node:assert/strict";
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeRepository } from "../fixture/git-repository.ts";
import { hookInProcess } from "../fixture/hook-in-process.ts";
import { type HookOutcome, hookProject } from "../fixture/hook-project.ts";
import { ledgerOf } from "../fixture/ledger-file.ts";

const project = await hookProject({ after });
const hook = hookInProcess(project);
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
project.keep();
const NOTHING = { exit: 0, stdout: "", stderr: "" };

function start(session_id: string): Promise<HookOutcome> {
  return hook("SessionStart", { session_id, source: "startup" });
}

test("a session begins with one line for the person and no model, not again after a compaction", async () => {
  const line = /^credence: 1 memory, 0 approved · 1 waits: credence review$/m;
  for (const [client, event] of [
    ["claude-code", "SessionStart"],
    ["codex", "SessionStart"],
    ["gemini", "SessionStart"],
  ] as const) {
    const session_id = `line-${client}`;
    const first = JSON.parse((await hook(event, { session_id, source: "startup" }, { client })).stdout);
    assert.match(first.systemMessage, line);
    const { additionalContext = "" } = first.hookSpecificOutput ?? {};
    // Gemini gets its block with the first prompt.
    assert.equal(additionalContext.includes("project_kiwi"), client !== "gemini", client);
    assert.doesNotMatch(additionalContext, /approved ·/);
    for (const source of ["compact", "resume"]) {
      const again = await hook(event, { session_id, source }, { client });
      assert.doesNotMatch(again.stdout, /systemMessage/, `${client} ${source}`);
    }
  }
});

/** Of clients that show nothing beside the conversation. */
const SILENT = [
  ["cursor", "sessionStart", { conversation_id: "c1", workspace_roots: [project.top] }],
  ["opencode", "session.created", { sessionID: "o1", directory: project.top }],
] as const;

async function expectSilence(): Promise<void> {
  for (const [client, event, input] of SILENT)
    assert.deepEqual(await hook(event, input, { client }), NOTHING, client);
}

async function expectNoBlock(session: string): Promise<void> {
  const prompt = { prompt: "when does the kiwi sleep by day?", prompt_id: session, session_id: session };
  assert.deepEqual(await hook("UserPromptSubmit", prompt), NOTHING);
}

test("a client that cannot show what the person should know leaves it to one that can", async () => {
  await start("s1");
  await hook("UserPromptSubmit", {}, { stdin: "{" });
  for (const [client, event, input] of SILENT) {
    const { stdout } = await hook(event, input, { client });
    assert.match(stdout, /project_kiwi/, client);
    assert.doesNotMatch(stdout, /trouble/, client);
  }
  const told = "credence: a memory hook had trouble once (UserPromptSubmit NOT_UNDERSTOOD): credence doctor";
  const noticesAt = async (session: string): Promise<string[]> =>
    (JSON.parse((await start(session)).stdout).systemMessage ?? "").split("\n");
  assert.ok((await noticesAt("s2")).includes(told));
  assert.ok(!(await noticesAt("s3")).includes(told));
});

test("a root that turns recall off brings no memories, and the person is told", async () => {
  project.restore();
  writeFileSync(join(project.root, "memory-config.json"), '{"retrieval":{"enabled":false}}');
  const answer = JSON.parse((await start("off")).stdout);
  assert.deepEqual(Object.keys(answer), ["systemMessage"]);
  assert.equal(
    answer.systemMessage.split("\n").at(-1),
    "credence: the memory-config.json in .claude/memory/ turns recall of its memories off: remove that from the file to undo it",
  );
});

test("a line that says how much room it has gets a block of that length, and an older line the shorter one", async () => {
  project.restore();
  for (let number = 1; number <= 30; number += 1) await project.save(`project_long_${number}`);
  let session = 0;
  const lengthIn = async (room?: string): Promise<number> => {
    session += 1;
    const input = { session_id: `room${session}`, source: "startup" };
    const { stdout } = await hook("SessionStart", input, {
      ...{ client: "codex", ...(room === undefined ? {} : { room }) },
    });
    return stdout === "" ? 0 : JSON.parse(stdout).hookSpecificOutput.additionalContext.length;
  };
  const [older, roomy] = [await lengthIn(), await lengthIn("10000")];
  assert.ok(older > 3_000 && older <= 3_333, `${older}`);
  assert.ok(roomy > 3_333 && roomy <= 10_000, `${roomy}`);
  for (const nonsense of ["0", "x", "-1", "100000", "1e3", ""]) assert.equal(await lengthIn(nonsense), 0);
});

test("a subagent begins with a short block, in each client that can give it one", async () => {
  const place = { cwd: project.top, directory: project.top };
  const lengthOf = async (client: string, event: string, input: object): Promise<number> => {
    const { stdout } = await hook(event, { ...place, ...input }, { client, room: "10000" });
    const { context, hookSpecificOutput } = JSON.parse(stdout);
    return (context ?? hookSpecificOutput.additionalContext).length;
  };
  for (const [client, whole, short] of [
    ["claude-code", ["SessionStart", { session_id: "w1" }], ["SubagentStart", { agent_id: "a1" }]],
    ["codex", ["SessionStart", { session_id: "w2" }], ["SubagentStart", { agent_id: "a2" }]],
    ["opencode", ["session.created", { sessionID: "w3" }], ["session.created", { parentID: "a3" }]],
  ] as const) {
    const agents = await lengthOf(client, whole[0], whole[1]);
    const own = await lengthOf(client, short[0], { ...whole[1], ...short[1] });
    assert.ok(own > 1_500 && own <= 3_000 && agents > 3_333, `${client}: ${own} of ${agents}`);
  }
});

test("claims of long ago go when a session begins, and are looked for once an hour", async () => {
  project.restore();
  const claims = join(project.state, "claims");
  const plantOld = (): void => {
    mkdirSync(claims, { recursive: true, mode: 0o700 });
    writeFileSync(join(claims, "old"), "");
    utimesSync(join(claims, "old"), 1, 1);
  };
  plantOld();
  await start("first");
  assert.equal(existsSync(join(claims, "old")), false);
  plantOld();
  await start("second");
  assert.equal(existsSync(join(claims, "old")), true);
  const lastLook = Buffer.from(JSON.stringify(["old claims"])).toString("hex");
  utimesSync(join(claims, lastLook), Date.now() / 1_000 - 3_601, Date.now() / 1_000 - 3_601);
  await start("third");
  assert.equal(existsSync(join(claims, "old")), false);
});

test("what was captured long ago goes when a session begins, also while everything is paused", async () => {
  project.restore();
  const directory = join(project.state, "spool", "0".repeat(32));
  const path = join(directory, `${"0".repeat(32)}.0.ndjson`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(path, "a line\n");
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  utimesSync(path, longAgo, longAgo);
  writeFileSync(join(project.state, "pause.json"), "{}\n");
  assert.deepEqual(await start("s4"), NOTHING);
  assert.equal(existsSync(path), false);
});

test("a prompt without words is answered with nothing and is no trouble", async () => {
  project.restore();
  const message = { sessionID: "o2", messageID: "m1", directory: project.top, prompt: "" };
  assert.deepEqual(await hook("chat.message", message, { client: "opencode" }), NOTHING);
  assert.deepEqual(await hook("UserPromptSubmit", { prompt: "", prompt_id: "p1" }), NOTHING);
  assert.deepEqual(project.troubles(), []);
});

const NOTICE =
  '{"systemMessage":"credence: this session begins without memories (STATE_REFUSED): credence doctor"}';

test("a state that is open to others is named at every start of a session, and never at a prompt", async () => {
  project.restore();
  chmodSync(project.state, 0o755);
  for (const session of ["a", "b"]) {
    assert.deepEqual(await start(session), { exit: 0, stdout: NOTICE, stderr: "" });
    await expectNoBlock(session);
  }
  await expectSilence();
  assert.deepEqual([...new Set(project.troubles())], ["STATE_REFUSED"]);
  const { exit, stderr } = await project.call(["doctor"]);
  assert.equal(exit, 1);
  assert.match(stderr, /^error: STATE_REFUSED: .*\nhint: /);
});

test("a damaged record of what was seen withholds the memories, and every start of a session says so", async () => {
  project.restore();
  writeFileSync(ledgerOf(project), "junk".repeat(2_000));
  const systemMessage =
    "credence: the record of what was seen in .claude/memory/ is damaged, so its memories are withheld: credence doctor";
  for (const session of ["a", "b"]) {
    const { stdout } = await start(session);
    assert.deepEqual(JSON.parse(stdout), { systemMessage });
    await expectNoBlock(session);
  }
  await expectSilence();
  assert.deepEqual(project.troubles(), []);
});

test("a root whose list of locations is damaged is named once a session, with what mends it", async () => {
  project.restore();
  writeFileSync(locations(), "{");
  for (const session of ["a", "b"]) {
    const { systemMessage } = JSON.parse((await start(session)).stdout);
    assert.equal(
      systemMessage,
      "credence: the record of where .claude/memory/ was last used is damaged, so its memories are withheld: credence init there confirms that it is yours",
    );
    await expectNoBlock(session);
  }
  await expectSilence();
  const notLists = ["", "{}", '{"v":1,"locations":7}', '{"v":1,"locations":[7]}', '{"v":1,"locations":[{}]}'];
  for (const text of notLists) {
    writeFileSync(locations(), text);
    const { exit, stdout } = await project.call(["doctor"]);
    assert.equal(exit, 2, text);
    assert.match(
      stdout,
      /\[E\] root: the record of where .* is damaged, .* withheld: credence init there confirms that it is yours\n/,
    );
    const listed = await project.call(["list"]);
    assert.match(listed.stdout, /^foreign +project_kiwi\n/);
    assert.match(
      listed.stderr,
      /^warning: the record of where .* is damaged, so its memories are withheld: .*\n$/,
    );
  }
});

test("a project without a root is told of once, in a project of the person only, until they decline", async () => {
  project.restore();
  const startIn = async (cwd: string, session: string): Promise<string> => {
    const { exit, stdout } = await hook("SessionStart", {
      session_id: session,
      source: "startup",
      cwd,
    });
    assert.equal(exit, 0);
    return stdout === "" ? "" : JSON.parse(stdout).systemMessage;
  };
  const [shop, cafe] = ["shop", "cafe"].map((name) => makeRepository(join(project.home, name)));
  assert.ok(shop !== undefined && cafe !== undefined);
  const offer =
    "credence: this project has no memory yet: credence init makes a root for you alone, credence init --never ends this notice";
  assert.deepEqual([await startIn(shop, "n1"), await startIn(shop, "n2")], [offer, ""]);
  await project.done(["init", "--never"], { cwd: cafe });
  assert.equal(await startIn(cafe, "n3"), "");
  assert.equal(await startIn(makeRepository(join(project.base, "temporary")), "n4"), "");
  assert.equal(await startIn(project.home, "n5"), "");
  // Moved, it is offered its memories.
  await project.done(["init"], { cwd: shop });
  renameSync(shop, join(project.home, "store"));
  assert.equal(
    await startIn(join(project.home, "store"), "n6"),
    `credence: this looks like the project that was at ${shop}/.git; link its memories: credence init`,
  );
});

test("a second clone is a question, and its memories are not counted as withheld", async () => {
  project.restore();
  const copy = join(project.base, "copy");
  cpSync(project.top, copy, { recursive: true });
  const { stdout } = await hook("SessionStart", { session_id: "c1", source: "startup", cwd: copy });
  assert.deepEqual(JSON.parse(stdout).systemMessage.split("\n"), [
    "credence: second copy of a known project; use it here: credence init",
  ]);
});

test("in a directory that is gone a session has the person's own memories, and no event of it is trouble", async () => {
  project.restore();
  await project.done(["init", "--scope", "user"]);
  const words = ["--type", "user", "--scope", "user", "--name", "heron", "--description", "about herons"];
  await project.done(["save", ...words, "--body", "The heron stands still, and the heron waits for fish."]);
  const before = project.troubles();
  const gone = { session_id: "gone", cwd: join(project.base, "gone/deeper") };
  const started = await hook("SessionStart", { ...gone, source: "startup" });
  assert.match(started.stdout, /heron/);
  assert.doesNotMatch(started.stdout, /kiwi|INTERNAL/);
  const asked = await hook("UserPromptSubmit", { ...gone, prompt: "what does the heron wait for?" });
  assert.match(asked.stdout, /waits for fish/);
  for (const [event, input] of [
    ["PostToolUse", { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: {} }],
    ["Stop", {}],
    ["SessionEnd", {}],
  ] as const)
    assert.deepEqual(await hook(event, { ...gone, ...input }), NOTHING);
  assert.deepEqual(project.troubles(), before);
});

function locations(): string {
  return join(project.state, "roots", project.rootId, "locations.json");
}
