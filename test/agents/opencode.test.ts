// The plugin file that we write for OpenCode, loaded and called as OpenCode does, with a real process behind it; and the codec
// that reads what it sends.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ANY_EVENT as EVENT } from "../../src/agents/hook-words.ts";
import { opencode, opencodeSettings } from "../../src/agents/opencode.ts";
import { renderPlugin } from "../../src/agents/opencode-plugin.ts";
import { freshDir } from "../temp-dir.ts";

type Part = { readonly type: string; readonly text: string; readonly synthetic?: boolean };
type Plugin = Record<string, (input: object, output?: object) => Promise<void>>;

const directory = freshDir({ after });

/** A plugin whose process runs this script, which has `event` and the parsed `input`. */
async function load(name: string, script: string, client?: object): Promise<Plugin> {
  const program = join(directory, `${name}.cjs`);
  const head = `const event = process.argv[2]; const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"));`;
  writeFileSync(program, `${head}\n${script}`);
  const file = join(directory, `${name}.mjs`);
  writeFileSync(file, renderPlugin([process.execPath, program, EVENT], ["/s/launch", "mcp"]));
  const { Credence } = await import(pathToFileURL(file).href);
  return Credence({ directory: "/srv/shop", client });
}

const ANSWER = `const codec = { "session.created": { context: "start" }, "chat.message": { context: "for " + input.prompt } };
if (codec[event]) process.stdout.write(JSON.stringify(codec[event]));
if (event === "tool.execute.before" && input.args.command === "rm x") process.stdout.write('{"denial":"not there"}');`;

const ANSWER_SOURCE = `if (event === "session.created") process.stdout.write(JSON.stringify({ context: "start: " + input.source }));`;

type Message = { readonly info: object; readonly parts: Part[] };

/** The texts that are added to the messages of a request. */
async function requestOf(plugin: Plugin, ids: readonly string[]): Promise<readonly (readonly string[])[]> {
  const messages = ids.map((id): Message => {
    const info = { id, sessionID: "s1", role: "user" };
    return { info, parts: [{ type: "text", text: "the person's" }] };
  });
  const transform = plugin["experimental.chat.messages.transform"];
  await transform?.({}, { messages });
  await transform?.({}, { messages });
  return messages.map(({ parts }) =>
    parts.slice(1).map(({ type, text, synthetic }) => {
      assert.deepEqual([type, synthetic], ["text", true]);
      return text;
    }),
  );
}

async function say(plugin: Plugin, id: string, text: string): Promise<void> {
  const parts: Part[] = [
    { type: "text", text },
    { type: "text", text: "added by another plugin", synthetic: true },
  ];
  await plugin["chat.message"]?.({ sessionID: "s1" }, { message: { id }, parts });
  // Nothing is stored with the message, so the request for a title has nothing of it.
  assert.equal(parts.length, 2);
}

test("a session begins with memories, once, and each message gets its own, in the requests to the model alone", async () => {
  const plugin = await load("answers", ANSWER);
  await say(plugin, "m1", "hello");
  await say(plugin, "m2", "again");
  assert.deepEqual(await requestOf(plugin, ["m0", "m1", "m2"]), [[], ["start", "for hello"], ["for again"]]);
});

test("after a compaction the session begins again, also where it goes on without the person, and is told why", async () => {
  const plugin = await load("compacted", `${ANSWER_SOURCE}`);
  await say(plugin, "m1", "hello");
  await plugin["event"]?.({ event: { type: "session.compacted", properties: { sessionID: "s1" } } });
  assert.deepEqual(await requestOf(plugin, ["m9"]), [["start: compact"]]);
  await say(plugin, "m2", "again");
  assert.deepEqual(await requestOf(plugin, ["m1", "m9", "m2"]), [["start: startup"], ["start: compact"], []]);
  await plugin["event"]?.({ event: { type: "session.compacted", properties: { sessionID: "s1" } } });
  await say(plugin, "m3", "a third");
  assert.deepEqual(await requestOf(plugin, ["m2", "m3"]), [[], ["start: compact"]]);
});

test("a session that has messages already is resumed, and the end of a turn brings the model's words", async () => {
  const log = join(directory, "ends.log");
  const told = `if (event === "session.idle") require("node:fs").writeFileSync(${JSON.stringify(log)}, JSON.stringify(input));`;
  const data = [
    { info: { id: "m0", role: "user" }, parts: [] },
    {
      info: { id: "a1", role: "assistant", parentID: "m1" },
      parts: [
        { type: "reasoning", text: "hm" },
        { type: "text", text: "Done." },
      ],
    },
  ];
  const session = { get: async () => ({ data: {} }), messages: async () => ({ data }) };
  const plugin = await load("resumed", `${ANSWER_SOURCE}\n${told}`, { session });
  await say(plugin, "m1", "hello");
  assert.deepEqual(await requestOf(plugin, ["m1"]), [["start: resume"]]);
  await plugin["event"]?.({ event: { type: "session.idle", properties: { sessionID: "s1" } } });
  assert.deepEqual(JSON.parse(readFileSync(log, "utf8")), {
    ...{ sessionID: "s1", directory: "/srv/shop" },
    ...{ message: "Done.", messageID: "m1" },
  });
});

test("a message that is taken back begins the session anew, and how long the conversation is comes with each prompt", async () => {
  const data = [{ info: { id: "m1", role: "user" }, parts: [] as Part[] }];
  const session = { get: async () => ({ data: {} }), messages: async () => ({ data }) };
  const told = `if (event === "chat.message") process.stdout.write(JSON.stringify({ context: "at " + input.tokens }));`;
  const plugin = await load("taken-back", `${ANSWER_SOURCE}\n${told}`, { session });
  await say(plugin, "m1", "hello");
  const tokens = { input: 100, output: 20, reasoning: 0, cache: { read: 3, write: 4 } };
  const answer = { id: "a1", role: "assistant", tokens };
  // One that has not been answered yet counts nothing.
  const waiting = { ...answer, id: "a2", tokens: { ...tokens, input: 0, output: 0 } };
  for (const info of [answer, waiting, { id: "m2", role: "user" }]) data.push({ info, parts: [] });
  await say(plugin, "m2", "again");
  data.splice(3, 1, { info: { id: "m3", role: "user" }, parts: [] });
  await say(plugin, "m3", "otherwise");
  assert.deepEqual(await requestOf(plugin, ["m1", "m2", "m3"]), [
    ["start: startup", "at 0"],
    [],
    ["start: resume", "at 127"],
  ]);
});

test("the MCP server comes with the person's plugin, and one of that name is left alone", async () => {
  const plugin = await load("serves", ANSWER);
  const config = { mcp: { other: { type: "remote" } } };
  await plugin["config"]?.(config);
  const credence = { type: "local", command: ["/s/launch", "mcp"], enabled: true };
  assert.deepEqual(config, { mcp: { other: { type: "remote" }, credence } });
  const theirs = { mcp: { credence: { type: "remote" } } };
  await plugin["config"]?.(theirs);
  assert.deepEqual(theirs, { mcp: { credence: { type: "remote" } } });
  const launch = { node: "/n", script: "/s", state: "/st", cache: "/c" };
  const textFor = (isPersons: boolean): string => {
    const merged = opencodeSettings.merge(null, { launch, userRoot: "/u", version: null, isPersons });
    return merged.kind === "edited" ? (merged.text ?? "") : "";
  };
  assert.match(textFor(true), /^const SERVER = \[.*"\/st\/launch","mcp",/m);
  assert.match(textFor(false), /^const SERVER = null;$/m);
});

test("what is denied does not run, and the model is told why", async () => {
  const before = (await load("denies", ANSWER))["tool.execute.before"];
  const call = { tool: "bash", sessionID: "s1", callID: "c1" };
  await assert.rejects(async () => before?.(call, { args: { command: "rm x" } }), /^Error: not there$/);
  await before?.(call, { args: { command: "ls" } });
});

test("a process that is missing, fails or talks nonsense changes nothing", async () => {
  for (const [name, script] of [
    ["fails", "process.exit(3)"],
    ["nonsense", 'process.stdout.write("oh")'],
    ["silent", ""],
  ] as const) {
    const plugin = await load(name, script);
    const parts: Part[] = [{ type: "text", text: "hello" }];
    await plugin["chat.message"]?.({ sessionID: "s1" }, { message: { id: "m1" }, parts });
    assert.equal(parts.length, 1, name);
    await plugin["tool.execute.before"]?.({ tool: "bash" }, { args: {} });
    await plugin["event"]?.({ event: { type: "session.deleted", properties: { info: { id: "s1" } } } });
    await plugin["event"]?.({ event: { type: "server.connected" } });
  }
  const file = join(directory, "missing.mjs");
  writeFileSync(file, renderPlugin(["/nowhere/env", EVENT], null));
  const { Credence } = await import(pathToFileURL(file).href);
  await (await Credence({ directory }))["tool.execute.after"]({ tool: "bash", args: {} }, { output: "x" });
});

test("where there is no program the person is told in the terminal, once, and no model is", async () => {
  const told: string[] = [];
  const showToast = async ({ body: { message } }: { body: { message: string } }): Promise<void> => {
    told.push(message);
  };
  const gone = `if (event === "session.created") process.stdout.write('{"systemMessage":"it is gone"}');`;
  const plugin = await load("gone", gone, { tui: { showToast } });
  await say(plugin, "m1", "hello");
  await plugin["event"]?.({ event: { type: "session.compacted", properties: { sessionID: "s1" } } });
  await say(plugin, "m2", "again");
  assert.deepEqual(await requestOf(plugin, ["m1", "m2"]), [[], []]);
  assert.deepEqual(told, ["it is gone"]);
  await say(await load("gone-elsewhere", gone), "m1", "hello");
});

test("a process that hangs is ended when its time is up, which no event has more of than in Claude Code", async (context) => {
  const survived = join(directory, "survived");
  const plugin = await load(
    "hangs",
    `setTimeout(() => require("node:fs").writeFileSync(${JSON.stringify(survived)}, event), 5_000);`,
  );
  const waits: number[] = [];
  const wait = globalThis.setTimeout;
  // The time is up at once.
  context.mock.method(globalThis, "setTimeout", (act: () => void, ms: number) => {
    waits.push(ms);
    return wait(act, 0);
  });
  const call = { tool: "bash", sessionID: "s1", callID: "c1", args: {} };
  const told = async (event: object): Promise<void> => plugin["event"]?.({ event });
  await plugin["chat.message"]?.({ sessionID: "s1" }, { message: { id: "m1" }, parts: [] });
  await plugin["tool.execute.before"]?.(call, { args: {} });
  await plugin["tool.execute.after"]?.(call, { output: "x" });
  await told({ type: "session.idle", properties: { sessionID: "s1" } });
  await plugin["experimental.session.compacting"]?.({ sessionID: "s1" });
  await told({ type: "session.deleted", properties: { info: { id: "s1" } } });
  assert.deepEqual(waits, [5_000, 4_000, 3_000, 5_000, 3_000, 3_000, 3_000]);
  assert.equal(existsSync(survived), false);
});

test("the session that a subagent works for is sent along, and asked for where nobody told it", async () => {
  const log = join(directory, "told.log");
  const parents: Readonly<Record<string, object>> = { resumed: { parentID: "main" }, main: {} };
  const get = async ({ path }: { path: { id: string } }): Promise<object> => ({ data: parents[path.id] });
  const plugin = await load(
    "told",
    `require("node:fs").appendFileSync(${JSON.stringify(log)}, [event, input.sessionID, input.parentID ?? ""].join(" ") + "\\n");`,
    { session: { get } },
  );
  const created = { id: "child", parentID: "main" };
  await plugin["event"]?.({ event: { type: "session.created", properties: { info: created } } });
  const say = (sessionID: string): Promise<void> | undefined =>
    plugin["chat.message"]?.({ sessionID }, { message: { id: "m1" }, parts: [] });
  for (const session of ["child", "resumed", "main", "lost"]) await say(session);
  const call = { tool: "bash", sessionID: "child", callID: "c1" };
  await plugin["tool.execute.before"]?.(call, { args: {} });
  await plugin["tool.execute.after"]?.({ ...call, args: {} }, { output: "x" });
  await plugin["event"]?.({ event: { type: "session.idle", properties: { sessionID: "child" } } });
  assert.deepEqual(readFileSync(log, "utf8").trimEnd().split("\n"), [
    ...["session.created child main", "chat.message child main"],
    ...["session.created resumed main", "chat.message resumed main"],
    ...["session.created main ", "chat.message main "],
    ...["session.created lost unknown", "chat.message lost unknown"],
    ...["tool.execute.before child main", "tool.execute.after child main", "session.idle child main"],
  ]);
});

test("what the plugin sends is read as events, and the answers are what it acts on", () => {
  const origin = { sessionID: "s1", messageID: "m1", directory: "/srv/shop" };
  const common = { session: "s1", prompt: "m1", cwd: "/srv/shop", agent: null };
  const args = { filePath: "/a", content: "b" };
  for (const [name, fields, event] of [
    ["session.created", {}, { kind: "session-start", source: "startup" }],
    ["session.created", { source: "resume" }, { kind: "session-start", source: "resume" }],
    ["chat.message", { prompt: "hello" }, { kind: "prompt", text: "hello" }],
    ["tool.execute.before", { tool: "write", args }, { kind: "before-tool", tool: "write", input: args }],
    [
      "tool.execute.after",
      { tool: "write", args, output: "ok" },
      { kind: "after-tool", tool: "write", input: args, response: "ok" },
    ],
    ["session.idle", {}, { kind: "turn-end", message: null }],
    ["experimental.session.compacting", {}, { kind: "before-compact" }],
    ["session.deleted", {}, { kind: "session-end" }],
  ] as const)
    assert.deepEqual(opencode.readEvent(name, { ...origin, ...fields }), { ...common, ...event }, name);
  for (const input of [null, 7, [], {}, { tool: 7, prompt: 7 }])
    for (const name of ["chat.message", "tool.execute.before", "tool.execute.after", "session.error"])
      assert.equal(opencode.readEvent(name, input), null);
  const start = opencode.readEvent("session.created", origin);
  const tool = opencode.readEvent("tool.execute.before", { tool: "bash" });
  assert.ok(start !== null && tool !== null);
  const answers = { context: "c", denial: "d", notice: "n" };
  assert.equal(opencode.renderAnswer(start, answers), '{"context":"c"}');
  assert.equal(opencode.renderAnswer(tool, answers), '{"denial":"d"}');
  assert.equal(opencode.renderAnswer(tool, { context: "c" }), "");
});

test("a file of somebody else in the place of the plugin is not touched", () => {
  const launch = { node: "/n", script: "/s", state: "/st", cache: "/c" };
  const request = { launch, userRoot: "/u", version: null };
  const theirs = "export const Mine = async () => ({});\n";
  assert.equal(opencodeSettings.merge(theirs, request).kind, "refused");
  assert.deepEqual(opencodeSettings.remove(theirs, request), { kind: "edited", text: theirs });
  assert.deepEqual(opencodeSettings.inspect(theirs, request)?.entries, []);
});
