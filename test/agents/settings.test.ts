import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ClientSettings, EditResult, SettingsRequest } from "../../src/agents/client-settings.ts";
import { CLIENTS } from "../../src/agents/clients.ts";
import { START } from "../fixture/start-words.ts";
import { arbitrarySettingsText } from "./arbitrary-settings.ts";

const ALL_SETTINGS = CLIENTS.map(({ settings }) => settings);
const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const REQUEST: SettingsRequest = {
  launch: {
    node: "/opt/n o/node",
    script: "/opt/it's/credence.cjs",
    state: "/people/ana/.local/state/credence",
    cache: "/people/ana/.cache/credence",
  },
  userRoot: "/people/ana/.claude/claude-memory",
  version: [2, 1, 325],
};
/** Those that have it in the same file. */
const WITH_SERVER = ["gemini", "opencode", "qwen"];
const JSON_CLIENTS = ALL_SETTINGS.filter(({ name }) => name !== "opencode");

function textOf(edited: EditResult): string | null {
  if (edited.kind === "refused") throw new Error(edited.why);
  return edited.text;
}

function clientOf(name: string): ClientSettings {
  const found = ALL_SETTINGS.find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

test("uninstalling gives back the very text that was there, whatever it was, and installing twice is once", () => {
  const client = fc.constantFrom(...JSON_CLIENTS);
  fc.assert(
    fc.property(
      client,
      arbitrarySettingsText,
      fc.boolean(),
      ({ merge, remove, inspect }, text, isPersons) => {
        const request = { ...REQUEST, isPersons };
        const installed = textOf(merge(text, request));
        assert.deepEqual(inspect(installed, request)?.missing, []);
        assert.equal(textOf(merge(installed, request)), installed);
        assert.equal(textOf(remove(installed, request)), text);
      },
    ),
    { numRuns: RUNS },
  );
});

test("a file that was not there is made, and gone after uninstalling, with the MCP server or without", () => {
  for (const { name, merge, remove, inspect } of ALL_SETTINGS)
    for (const isPersons of [false, true]) {
      const request = { ...REQUEST, isPersons };
      const made = textOf(merge(null, request));
      const isServed = isPersons && WITH_SERVER.includes(name);
      assert.equal(/"mcpServers"|^const SERVER = \[/m.test(made ?? ""), isServed, name);
      assert.equal(textOf(merge(made, request)), made, name);
      assert.deepEqual(inspect(made, request)?.missing, [], name);
      assert.equal(textOf(remove(made, request)), null, name);
      assert.equal(textOf(remove(null, request)), null, name);
    }
});

test("another version or place replaces our entries where they stand, and all of them can still be taken out", () => {
  const text = '{\n  "model": "opus"\n}\n';
  for (const { name, merge, remove, inspect } of JSON_CLIENTS) {
    const launch = { ...REQUEST.launch, state: "/old/state" };
    const before = textOf(merge(text, { ...REQUEST, launch, version: null }));
    const after = textOf(merge(before, REQUEST));
    assert.deepEqual(
      JSON.parse(after ?? "").hooks,
      JSON.parse(textOf(merge(text, REQUEST)) ?? "").hooks,
      name,
    );
    assert.deepEqual(inspect(after, REQUEST)?.missing, [], name);
    assert.equal(after?.includes("/old/"), false, name);
    assert.equal(textOf(remove(before, REQUEST)), text, name);
    assert.deepEqual(
      new Set(inspect(before, REQUEST)?.entries.map(({ launcher }) => launcher)),
      new Set(["/old/state/launch"]),
    );
  }
});

test("what a person put beside our entries meanwhile stays", () => {
  const { merge, remove } = clientOf("claude-code");
  const installed = textOf(merge("{}", REQUEST)) ?? "";
  const settings = JSON.parse(installed);
  const theirs = { type: "command", command: "say done" };
  settings.hooks.Stop[0].hooks.push(theirs);
  settings.hooks.SessionEnd.push({ hooks: [theirs] });
  settings.permissions.deny.push("Bash(rm *)");
  settings.model = "opus";
  const left = JSON.parse(textOf(remove(JSON.stringify(settings, null, 2), REQUEST)) ?? "null");
  assert.deepEqual(left, {
    hooks: { Stop: [{ hooks: [theirs] }], SessionEnd: [{ hooks: [theirs] }] },
    permissions: { deny: ["Bash(rm *)"] },
    model: "opus",
  });
});

test("what is not valid, or not what the client documents, is refused with what to do", () => {
  const odd = [
    "",
    "{",
    "null",
    "[]",
    '{"hooks": 7}',
    '{"hooks": {"Stop": {}}}',
    '{"a":1,"a":2}',
    "{} trailing",
  ];
  for (const text of odd) {
    const edited = clientOf("claude-code").merge(text, REQUEST);
    assert.equal(edited.kind, "refused", text);
    assert.match(edited.kind === "refused" ? edited.why : "", /nothing was changed$/);
    assert.match(edited.kind === "refused" ? edited.fix : "", /repair the file/);
  }
});

test("comments are left alone where the client allows them, and refused where it does not", () => {
  const text = '{\n  // mine\n  "theme": "dark" /* dark */\n}\n';
  const { merge, remove } = clientOf("gemini");
  const installed = textOf(merge(text, REQUEST));
  assert.match(installed ?? "", /\/\/ mine\n {2}"theme": "dark",\n {2}"hooks": \{/);
  assert.equal(textOf(remove(installed, REQUEST)), text);
  for (const name of ["claude-code", "codex", "cursor"])
    assert.equal(clientOf(name).merge(text, REQUEST).kind, "refused", name);
});

test("a client that knows programs with arguments gets one, an older or unknown one a line for its shell", () => {
  const { merge } = clientOf("claude-code");
  const handlerOf = (version: SettingsRequest["version"]): Record<string, unknown> =>
    JSON.parse(textOf(merge(null, { ...REQUEST, version })) ?? "").hooks.PreToolUse[0].hooks[0];
  const exec = handlerOf([2, 1, 139]);
  assert.equal(exec["command"], "/usr/bin/env");
  const launcher = "/people/ana/.local/state/credence/launch";
  const words = ["-u", "SHELLOPTS", "/bin/sh", "-c", START, launcher, "hook", "claude-code"];
  assert.deepEqual(Array.isArray(exec["args"]) && exec["args"].slice(0, 8), words);
  for (const version of [null, [2, 1, 138], [1, 9, 999]] as const) {
    const shell = handlerOf(version);
    assert.equal(shell["args"], undefined);
    assert.match(
      String(shell["command"]),
      /^\/usr\/bin\/env -u SHELLOPTS \/bin\/sh -c '[^']+' \S+\/launch hook claude-code /,
    );
  }
});

/** Seconds that a session waits at most for a hook that hangs. */
const WAITS = {
  "session-start": 5,
  prompt: 4,
  "before-tool": 3,
  "after-tool": 5,
  "turn-end": 3,
  "before-compact": 3,
  "session-end": 3,
} as const;
/** More than a hook gives itself. */
const WAITS_MIN = 2;
const IN_MILLISECONDS = ["gemini", "qwen"];

test("no client waits longer for a hook that hangs than Claude Code does, nor for the server that answers prompts", () => {
  for (const { codec, settings } of CLIENTS)
    for (const serverProved of [false, true]) {
      // Its plugin ends a process by itself: opencode.test.ts.
      if (codec.name === "opencode") continue;
      const made = textOf(settings.merge(null, { ...REQUEST, serverProved })) ?? "";
      const found = Object.entries<Group[]>(JSON.parse(made).hooks).flatMap(([event, groups]) =>
        groups.flatMap((group) => (group.hooks ?? [group]).map((hook) => ({ event, ...hook }))),
      );
      // Only entries of an earlier version ask for that one.
      const asked = Object.keys(codec.events).filter((event) => event !== "PreCompress");
      assert.deepEqual([...new Set(found.map(({ event }) => event))], asked);
      const isAsked = found.some(({ type }) => type === "mcp_tool");
      assert.equal(isAsked, serverProved && codec.name === "claude-code");
      for (const { event, timeout, async } of found) {
        const seconds = IN_MILLISECONDS.includes(codec.name) ? timeout / 1_000 : timeout;
        const kind = codec.events[event as keyof typeof codec.events] as keyof typeof WAITS;
        const isRight = async === true || (seconds >= WAITS_MIN && seconds <= WAITS[kind]);
        assert.ok(isRight, `${codec.name} ${event}: ${seconds}`);
      }
    }
});

type Hook = { readonly type: string; readonly timeout: number; readonly async?: boolean };
type Group = Hook & { readonly hooks?: readonly Hook[] };

test("a key that is there twice is named, since the client may well read such a file", () => {
  const text = '{\n  "a": { "b": 1, "b\\u0041": 2, "bA": 3 }\n}\n';
  for (const { name, merge, remove } of ALL_SETTINGS.filter((each) => each.name !== "opencode"))
    for (const edit of [merge, remove]) {
      const edited = edit(text, REQUEST);
      assert.ok(edited.kind === "refused", name);
      assert.equal(edited.why, 'it has the key "bA" twice, so nothing was changed');
      assert.equal(edited.fix, "repair the file: remove one of the two");
    }
});
