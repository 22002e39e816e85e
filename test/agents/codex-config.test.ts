// Codex's config.toml: our server comes and goes and every other byte stays; what Codex noted about trust is read.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import type { EditResult, SettingsRequest } from "../../src/agents/client-settings.ts";
import { codexServers } from "../../src/agents/codex/servers.ts";
import { codexTrust } from "../../src/agents/codex/trust.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const REQUEST: SettingsRequest = {
  launch: { node: "", script: "", state: '/people/a"n\\a/ü', cache: "/people/ana/.cache" },
  userRoot: "/people/ana/.claude/claude-memory",
  version: null,
};
const WORDS = [
  ...["/usr/bin/env", "-u", "SHELLOPTS", "MALLOC_ARENA_MAX=1"],
  ...['/people/a"n\\a/ü/launch', "mcp"],
  ...["--state", '/people/a"n\\a/ü', "--cache", "/people/ana/.cache"],
];
const TABLE = `[mcp_servers.credence]
command = "/usr/bin/env"
args = ["-u", "SHELLOPTS", "MALLOC_ARENA_MAX=1", "/people/a\\"n\\\\a/ü/launch", "mcp", "--state", "/people/a\\"n\\\\a/ü", "--cache", "/people/ana/.cache"]
`;

function textOf(edited: EditResult): string | null {
  if (edited.kind === "refused") throw new Error(edited.why);
  return edited.text;
}

const merge = (text: string | null): string => textOf(codexServers.merge(text, REQUEST)) ?? "";
const remove = (text: string | null): string | null => textOf(codexServers.remove(text));

const LINES = [
  ...[
    "",
    "  ",
    "# [mcp_servers.credence]",
    "model = 'gpt'  # mine",
    'notify = [\n  \'a\', # ]\n  "b\\"]",\n]',
  ],
  ...[
    "[mcp_servers.other]",
    "[[profiles]]",
    '[ "a.b" . c ]',
    "x.y = { z = [1, { w = 2 }] }",
    "d = 2026-01-01",
  ],
  ...[`text = """\n[mcp_servers.credence]\n\\""" and ""quotes"""""`, "raw = '''\n[x]\n'''''", "on = true\r"],
];
const arbitraryToml = fc
  .array(fc.constantFrom(...LINES), { maxLength: 8 })
  .chain((lines) => fc.constantFrom(lines.join("\n"), `${lines.join("\n")}\n`, `\uFEFF${lines.join("\n")}`))
  .filter((text) => !text.endsWith("\r"));

test("uninstalling gives back the very text that was there, whatever it was, and installing twice is once", () => {
  fc.assert(
    fc.property(arbitraryToml, (text) => {
      const installed = merge(text);
      assert.ok(installed.startsWith(text));
      assert.deepEqual(codexServers.find(installed), WORDS);
      assert.equal(merge(installed), installed);
      assert.equal(remove(installed), text);
      // Codex writes on below it.
      const more = '\n[hooks.state."x"]\ntrusted_hash = "sha256:1"\n';
      if (text.endsWith("\n")) assert.equal(remove(installed + more), text + more);
    }),
    { numRuns: RUNS },
  );
  assert.equal(codexServers.find(LINES.join("\n")), null);
});

test("a file that was not there is made, and gone after uninstalling; an empty one stays", () => {
  assert.equal(merge(null), TABLE);
  assert.equal(remove(TABLE), null);
  assert.equal(remove(merge("")), "");
  assert.equal(remove(null), null);
  assert.equal(merge("a = 1\r\n"), `a = 1\r\n\r\n${TABLE.replaceAll("\n", "\r\n")}`);
});

test("another place replaces the line where it stands, and what the person added stays until the server goes", () => {
  const old = `a = 1\n\n[mcp_servers."credence"] # ours
startup_timeout_sec = 20
args = [ '-u', # two
  "SHELLOPTS", 'X=1', "/old/launch", "mcp", "--state", "/old", "--cache", "/c" ] # three
command = '/usr/bin/env'

[mcp_servers.credence.tools.memory_save]
approval_mode = "approve"

# about the next one
[other]
b = 2
`;
  const [, command = "", args = ""] = TABLE.split("\n");
  const renewed = merge(old);
  assert.deepEqual(codexServers.find(renewed), WORDS);
  assert.equal(
    renewed,
    old.replace(/args = [^\]]*\]/, () => args).replace(/command = .*/, () => command),
  );
  assert.equal(remove(old), "a = 1\n\n# about the next one\n[other]\nb = 2\n");
});

test("a server of that name that is not ours, or a form that cannot be extended, is left alone", () => {
  const others = [
    '[mcp_servers.credence]\ncommand = "npx"\nargs = ["other", "mcp"]\n',
    '[mcp_servers.credence]\nurl = "http://127.0.0.1:9"\n',
    'mcp_servers.credence.command = "npx"\n',
    '[mcp_servers]\ncredence = { command = "npx" }\n',
    'mcp_servers = { other = { command = "x" } }\n',
    '[mcp_servers.credence.env]\nA = "b"\n',
    '[[mcp_servers.credence]]\ncommand = "npx"\n',
  ];
  for (const text of others) {
    assert.equal(codexServers.merge(text, REQUEST).kind, "refused", text);
    assert.equal(remove(text), text);
    assert.equal(codexServers.find(text), null);
  }
});

test("a text that is not TOML is refused, both ways", () => {
  for (const text of ["a", "a = ", "a = [1", 'a = "b', "[x", "a = ]\n", '"""', "= 1", 'a = """b']) {
    assert.equal(codexServers.merge(text, REQUEST).kind, "refused", text);
    assert.equal(codexServers.remove(text).kind, "refused", text);
  }
  // At once, also where a pattern could try for long.
  for (const text of ["a", `a.${" ".repeat(9)}`, "[", '"', "a = [", "\n", 'a = """\\"'])
    assert.equal(codexServers.remove(`${text.repeat(20_000)}!`).kind, "refused", text);
  assert.equal(codexServers.remove(`a.${" ".repeat(200_000)}!`).kind, "refused");
});

const HOOK = "/usr/bin/env -u SHELLOPTS /s/launch hook codex";
const PLACES = "--state /s --cache /c";
const groupOf = (...commands: string[]): object => ({ hooks: commands.map((command) => ({ command })) });
const HOOKS = JSON.stringify({
  hooks: {
    PreToolUse: [groupOf("echo mine"), groupOf("mine", `${HOOK} PreToolUse ${PLACES}`)],
    Stop: [groupOf(`${HOOK} Stop ${PLACES}`)],
    "Obey this": [groupOf(`${HOOK} 'Obey this' ${PLACES}`)],
    SessionStart: [groupOf(`${HOOK} SessionStart --room 10000 ${PLACES}`)],
  },
});

test("what Codex noted about our hooks is found by file, event and place, in every form, and by either name of the file", () => {
  const judge = (config: string | null) =>
    codexTrust.judge({ paths: ["/link/hooks.json", "/real/hooks.json"], text: HOOKS }, config);
  const hooks = ["PreToolUse", "Stop", "SessionStart"];
  assert.deepEqual(judge(null), { hooks, untrusted: hooks, off: [] });
  assert.deepEqual(judge("not TOML"), { hooks, untrusted: hooks, off: [] });
  const config = `
[hooks.state."/real/hooks.json:pre_tool_use:1:1"]
trusted_hash = "sha256:1"
[hooks.state]
"/link/hooks.json:stop:0:0" = { enabled = false, trusted_hash = "sha256:2" }
"/elsewhere/hooks.json:session_start:0:0" = { trusted_hash = "sha256:3" }
[hooks.state."/real/hooks.json:pre_tool_use:0:0"]
trusted_hash = "sha256:4"
`;
  assert.deepEqual(judge(config), { hooks, untrusted: ["SessionStart"], off: ["Stop"] });
});

test("a hook is new unless it is to the letter what Codex noted when the person trusted it", () => {
  const handlerOf = (event: string, more: object): object => ({
    ...{ type: "command", command: `${HOOK} ${event} ${PLACES}`, timeout: 3, ...more },
  });
  const textOf = (stop: object, limit: number): string =>
    JSON.stringify({
      hooks: {
        Stop: [{ hooks: [handlerOf("Stop", stop)] }],
        PreToolUse: [{ matcher: "Bash", hooks: [handlerOf("PreToolUse", {})] }],
        SessionStart: [
          { hooks: [handlerOf("SessionStart --room 10000", { timeout: 5, additionalContextLimit: limit })] },
        ],
      },
    });
  // What Codex 0.166.0 itself says of these hooks.
  const config = `
[hooks.state."/hooks.json:stop:0:0"]
trusted_hash = "sha256:e3de3d5bfd39a310990d14bf3123b143bbe2365d3b890b187aa0ba08e7299ee4"
[hooks.state."/hooks.json:pre_tool_use:0:0"]
trusted_hash = "sha256:30604a960d22ea1e4df0119aa800ad86a267c869a6671cdeebd75e1fecf55a39"
[hooks.state."/hooks.json:session_start:0:0"]
trusted_hash = "sha256:94806b22139c2904b7dde35e14151f2682cd3f9c9296d58492bce3a5a8b23747"
`;
  const isNew = ({ hash, definition }: { readonly hash: string; readonly definition: string }): boolean =>
    hash !== `sha256:${createHash("sha256").update(definition).digest("hex")}`;
  const countNew = (text: string | null, noted: string | null): number =>
    codexTrust.listNoted({ paths: ["/hooks.json"], text }, noted).filter(isNew).length;
  assert.equal(countNew(textOf({}, 7_500), config), 0);
  assert.equal(countNew(textOf({ timeout: 4 }, 7_500), config), 1);
  assert.equal(countNew(textOf({ statusMessage: "x" }, 2_500), config), 2);
  assert.equal(countNew(textOf({}, 7_500).replace('"Bash"', '"Write"'), config), 1);
  assert.equal(countNew(textOf({}, 7_500), null), 3);
  assert.equal(countNew(null, config), 0);
});
