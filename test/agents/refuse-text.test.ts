import assert from "node:assert/strict";
import { test } from "node:test";
import { CLIENTS } from "../../src/agents/clients.ts";

const ALL_SETTINGS = CLIENTS.map(({ settings }) => settings);
const REQUEST = {
  launch: { node: "/opt/node", script: "/opt/credence.cjs", state: "/var/state", cache: "/var/cache" },
  userRoot: "/people/ana/.claude/claude-memory",
  version: null,
};

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
