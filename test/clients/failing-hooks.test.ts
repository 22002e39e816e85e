// Hooks that fail, through the real Claude Code: the prompt goes on, and the settings can be taken back.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { claudeProject } from "./claude-project.ts";

const project = await claudeProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
const SETTINGS = '{\n    "theme": "dark",\n    "hooks": { "Stop": [] },\n  "env": {}\n}';
writeFileSync(project.settings, SETTINGS);
project.credence("install", "claude-code");

/** As the build writes it. */
function processOf(code: string): string {
  return `(function (require, process) {${code}\n})`;
}

const SPOILED: readonly (readonly [string, string])[] = [
  ["that crashes", processOf("throw new Error('crash')")],
  ["that ends with 2", processOf("process.exit(2)")],
  ["that says something else than JSON", processOf("process.stdout.write('}{ nonsense \\u0000')")],
  ["that never ends", processOf("setInterval(() => {}, 1000)")],
  ["that is cut off", processOf("").slice(0, -3)],
  ["that is empty", ""],
];

function spoil(text: string): void {
  for (const name of ["hook-prompt", "hook-recall", "hook-capture", "hook-guard"])
    writeFileSync(join(project.dist, `${name}.cjs`), text);
}

// From its first event on its hooks fail.
spoil(SPOILED[0]?.[1] ?? "");
const session = project.converse();

for (const [what, text] of SPOILED) {
  test(`a hook process ${what} lets the prompt through`, async () => {
    spoil(text);
    const { text: answer, requests } = await session.ask("when does the kiwi sleep by day?");
    assert.deepEqual([answer, requests.length], ["ok", 1]);
    if (IS_DEEP) await expectWholeSession();
  });
}

test("hooks whose launcher is gone let the prompt through", async () => {
  rmSync(join(project.state, "launch"));
  const { text, requests } = await session.ask("when does the kiwi sleep by day?");
  assert.deepEqual([text, requests.length, await session.end()], ["ok", 1, 0]);
  if (IS_DEEP) await expectWholeSession();
});

/** With its start and its end. */
async function expectWholeSession(): Promise<void> {
  const { exit, stdout, requests } = await project.ask("when does the kiwi sleep by day?");
  assert.deepEqual([exit, stdout, requests.length], [0, "ok\n", 1]);
}

test("uninstall restores the settings byte for byte", () => {
  assert.notEqual(readFileSync(project.settings, "utf8"), SETTINGS);
  project.credence("uninstall", "claude-code");
  assert.equal(readFileSync(project.settings, "utf8"), SETTINGS);
});
