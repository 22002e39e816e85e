// A client that does not exist, added to a copy of the tables: whatever has to know of a client learns of it from them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOf } from "../../src/agents/client-words.ts";
import { CLIENTS, type Client, CODECS, findClient } from "../../src/agents/clients.ts";
import { processFor } from "../../src/agents/event-process.ts";
import type { ClientCodec } from "../../src/agents/hook-event.ts";
import { sampleCall } from "../../src/agents/sample-call.ts";
import { renderCommandHelp } from "../../src/cli/call/help.ts";
import { installOf, uninstallOf } from "../../src/cli/commands/install.ts";
import { findCompletion } from "../../src/cli/work/completion.ts";
import { compareNames } from "../arch/documented-names.ts";
import { parsePage } from "../arch/markdown.ts";
import { readDocumentation } from "../arch/project-files.ts";

const codec: ClientCodec = {
  name: "made-up",
  events: { began: "session-start", asked: "prompt", "will.run": "before-tool", Stop: "prompt" },
  settingsPaths: { user: [".made-up/settings.json"], project: [] },
  contextChars: 100,
  showsNotices: false,
  readEvent: () => null,
  renderAnswer: (_, { denial = "" }) => JSON.stringify({ no: true, denial }),
};

const settings: Client["settings"] = {
  name: "made-up",
  label: "Made Up",
  program: "made-up",
  since: null,
  directory: ({ home }) => `${home}/.made-up`,
  file: ({ home }) => `${home}/.made-up/hooks.json`,
  merge: (text) => ({ kind: "edited", text }),
  remove: (text) => ({ kind: "edited", text }),
  inspect: () => null,
  sample: (command, cwd) => ({ event: "will.run", input: { command, cwd } }),
  does: "nothing",
  notes: [],
};

const clients: readonly Client[] = [...CLIENTS, { codec, settings }];
const words = wordsOf([...CODECS, codec]);

test("its events go to the process of their kind, and the same name of another client stays where it was", () => {
  const processOf = (event: string, only?: string): string =>
    processFor({ client: "made-up", event, only }, words);
  assert.equal(processOf("began"), "hook-recall");
  assert.equal(processOf("asked"), "hook-recall");
  assert.equal(processOf("asked", "recall"), "hook-prompt");
  assert.equal(processOf("asked", "capture"), "hook-capture");
  assert.equal(processOf("will.run"), "hook-guard");
  assert.equal(processOf("Stop"), "hook-recall");
  assert.equal(processFor({ client: "claude-code", event: "Stop" }, words), "hook-capture");
  assert.equal(processFor({ client: "made-up", event: "will.run" }), "hook-capture");
});

test("an event that nobody knows goes where nobody waits", () => {
  for (const client of ["claude-code", "made-up", "unknown", "__proto__", ""])
    for (const event of ["unknown", "toString", "__proto__", ""])
      assert.equal(processFor({ client, event }, words), "hook-capture", `${client} ${event}`);
});

test("install and uninstall name it in their help, and completion offers it", () => {
  for (const command of [installOf(words.names), uninstallOf(words.names)]) {
    const forms = "claude-code|codex|copilot|cursor|gemini|opencode|qwen|made-up";
    assert.ok(renderCommandHelp(command).includes(`credence ${command.name} ${forms}\n`));
    for (const shell of ["bash", "zsh", "fish"])
      assert.match(findCompletion(shell)?.([command]) ?? "", /qwen made-up/, shell);
  }
});

test("install finds it by its name, and proves its hook with its own sample", () => {
  const found = findClient("made-up", clients);
  assert.ok(found !== null);
  assert.equal(findClient("made-up"), null);
  const launch = { node: "/opt/node", script: "/opt/credence.cjs", state: "/var/state", cache: "/var/cache" };
  const call = sampleCall(found, launch, "/people/ana");
  const [client, event] = call.words.slice(call.words.indexOf("hook") + 1);
  assert.deepEqual([client, event], ["made-up", "will.run"]);
  assert.deepEqual(call.input, { command: "touch /var/state/written-by-an-agent", cwd: "/people/ana" });
  assert.equal(call.isRight({ no: true, denial: "machine state" }), true);
  assert.equal(call.isRight({ no: false, denial: "machine state" }), false);
});

test("the documentation lacks it, and says so", () => {
  const pages = [...readDocumentation()].map(([path, text]) => parsePage(path, text));
  assert.deepEqual(compareNames(pages, "client", words.names), ['no table headed "client" lists made-up']);
});

/** All that its codec knows, but for what only entries of an earlier version ask for. */
function listAsked({ name, events }: { readonly name: string; readonly events: object }): string[] {
  return Object.keys(events).filter((event) => `${name} ${event}` !== "gemini PreCompress");
}

test("every event that a client is asked to call us for is one that its codec knows", () => {
  const launch = { node: "/opt/node", script: "/opt/credence.cjs", state: "/var/state", cache: "/var/cache" };
  const request = { launch, userRoot: "/people/ana/.claude/claude-memory", version: null };
  for (const { codec: real, settings: own } of CLIENTS.filter(
    ({ codec: each }) => each.name !== "opencode",
  )) {
    const edited = own.merge(null, request);
    const text = edited.kind === "edited" ? edited.text : null;
    const events = own.inspect(text, request)?.entries.map(({ event }) => event) ?? [];
    assert.deepEqual(new Set(events), new Set(listAsked(real)), real.name);
    assert.equal(real.events[own.sample("true", "/").event], "before-tool", real.name);
  }
});
