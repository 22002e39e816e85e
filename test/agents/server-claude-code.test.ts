import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { claudeServers } from "../../src/agents/claude/server.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const REQUEST = {
  launch: {
    node: "/usr/bin/node",
    script: "/opt/credence.cjs",
    state: "/var/lib/state",
    cache: "/var/lib/cache",
  },
  userRoot: "/var/lib/.claude/claude-memory",
  version: null,
};
const WORDS = [
  "/usr/bin/env",
  ..."-u SHELLOPTS MALLOC_ARENA_MAX=1 /var/lib/state/launch".split(" "),
  ..."mcp --state /var/lib/state --cache /var/lib/cache".split(" "),
];

function merge(text: string | null): string {
  const edited = claudeServers.merge(text, REQUEST);
  assert.ok(edited.kind === "edited" && edited.text !== null);
  return edited.text;
}

function remove(text: string): string | null {
  const edited = claudeServers.remove(text);
  assert.equal(edited.kind, "edited");
  return edited.kind === "edited" ? edited.text : null;
}

test("the server is one key among the client's own, and found again by its words", () => {
  const given = '{\n  "numStartups": 3,\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n';
  const text = merge(given);
  assert.deepEqual(Object.keys(JSON.parse(text).mcpServers), ["other", "credence"]);
  assert.deepEqual(claudeServers.find(text), WORDS);
  assert.equal(merge(text), text);
  assert.equal(remove(text), given);
});

test("a file that is not there is made, and a file of ours alone goes with its entry", () => {
  const text = merge(null);
  assert.deepEqual(Object.keys(JSON.parse(text)), ["mcpServers"]);
  assert.equal(remove(text), null);
  assert.equal(claudeServers.find(null), null);
});

test("whatever the file holds, taking the entry out gives back the very bytes that were there", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom("", "  ", "\t"),
      (value, indent) => {
        fc.pre(!Object.hasOwn(value, "mcpServers"));
        const given = `${JSON.stringify(value, null, indent)}\n`;
        assert.equal(remove(merge(given)), given);
      },
    ),
    { numRuns: RUNS },
  );
});

test("a server of the same name that is not ours stays, and is said", () => {
  const text = '{ "mcpServers": { "credence": { "command": "npx", "args": ["something-else"] } } }';
  const edited = claudeServers.merge(text, REQUEST);
  assert.equal(edited.kind, "refused");
  assert.equal(remove(text), text);
});

test("a file that is not JSON is refused", () => {
  for (const text of ["", "// x\n{}", "[1]", '{ "mcpServers": [] }', '{ "mcpServers": 3 }'])
    assert.equal(claudeServers.merge(text, REQUEST).kind, "refused", text);
  // Taking out needs no more than that it can be read.
  for (const text of ["", "// x\n{}", '{ "mcpServers": {}, }', '{"a":1,"a":2}'])
    assert.equal(claudeServers.remove(text).kind, "refused", text);
});
