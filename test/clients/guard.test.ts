// A model that writes where it may not, through the real Claude Code. Its own deny rules, which `install` writes as well,
// would answer first for some tools and are taken out here; hostile-clone.test.ts tries them alone.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { calling, claudeProject } from "./claude-project.ts";
import { resultsOf } from "./conversation.ts";

const project = await claudeProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
project.credence("install", "claude-code");
const { permissions, ...settings } = JSON.parse(readFileSync(project.settings, "utf8"));
assert.notDeepEqual(permissions.deny, []);
writeFileSync(project.settings, JSON.stringify(settings));
const file = project.pathOf("project_kiwi");
const text = readFileSync(file, "utf8");
const session = project.converse(
  ...["--permission-mode", "acceptEdits", "--allowedTools", "Bash Write Edit Read"],
);

test("a tool that writes elsewhere runs: nothing but the guard is in the way", async () => {
  const path = join(project.top, "notes.md");
  const write = calling("Write", { file_path: path, content: "free" });
  const shell = calling("Bash", { command: "echo more > more.txt", description: "x" });
  await session.ask(`${write}\n${shell}`);
  assert.equal(readFileSync(path, "utf8"), "free");
  assert.equal(existsSync(join(project.top, "more.txt")), true);
});

const DENIED: readonly (readonly [what: string, tool: string, input: object])[] = [
  ["overwrites a memory", "Write", { file_path: file, content: "gone" }],
  ["adds a memory", "Write", { file_path: join(project.root, "memories/project_new.md"), content: "new" }],
  ["edits a memory", "Edit", { file_path: file, old_string: "day", new_string: "night" }],
  ["redirects into a memory", "Bash", { command: `echo gone > ${file}`, description: "x" }],
  ["removes the root", "Bash", { command: "cd .claude && rm -rf memory", description: "x" }],
  ["edits in place", "Bash", { command: `sed -i s/day/night/ "${file}"`, description: "x" }],
];

test("a change of a memory by any tool is denied with the command to use, and the file is unchanged", async () => {
  const calls = DENIED.map(([, tool, input]) => calling(tool, input));
  const results = resultsOf(await session.ask(calls.join("\n")));
  assert.equal(results.length, DENIED.length);
  for (const [index, [what, tool]] of DENIED.entries()) {
    const denial = /memories are changed only by commands[^"]*`credence save`/;
    assert.match(results[index] ?? "", denial, `a ${tool} that ${what}`);
  }
  assert.equal(readFileSync(file, "utf8"), text);
  assert.equal(existsSync(join(project.root, "memories/project_new.md")), false);
});

test("a person's command is not the model's to run", async () => {
  const command = { command: "credence promote project_kiwi", description: "x" };
  const [result = ""] = resultsOf(await session.ask(calling("Bash", command)));
  assert.match(result, /for a person at a terminal/);
  assert.equal(await session.end(), 0);
});
