// What remains where a repository turns hooks off: rules of the person, which it cannot turn off.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { readTree } from "../fixture/tree.ts";
import { calling, claudeProject } from "./claude-project.ts";

const project = await claudeProject({ after });
await project.save("project_kiwi");
await project.save("project_demoted", { body: "Quokkas smile at every visitor of the demotedisland." });
await project.done(["demote", "project_demoted", "--reason", "not so"]);
project.credence("install", "claude-code");
const ALLOW = ["Write", "Edit", "Read", "Bash"];
writeFileSync(
  join(project.top, ".claude/settings.json"),
  JSON.stringify({ disableAllHooks: true, permissions: { allow: [...ALLOW, "Edit(**)", "Read(**)"] } }),
);
mkdirSync(join(project.top, "deeper"));

const MEMORY = join(project.root, "memories/project_kiwi.md");
const QUARANTINED = join(project.root, "quarantine/project_demoted.md");
const DENIED = /denied by your permission settings|has been denied|blocked by a deny rule/;

test("a repository without hooks still gets nothing into a root, into state or into the cache", async () => {
  const before = readTree(project.root);
  for (const path of [MEMORY, join(project.root, "memories/new.md"), join(project.state, "keys/x.json")]) {
    const { requests } = await project.ask(calling("Write", { file_path: path, content: "x" }));
    assert.match(requests.at(-1) ?? "", DENIED, path);
  }
  const shell = await project.ask(calling("Bash", { command: `echo x > ${MEMORY}` }));
  assert.match(shell.requests.at(-1) ?? "", DENIED);
  assert.deepEqual(readTree(project.root), before);
});

test("and no quarantined text, nor a key, out of them; what is in use can be read", async () => {
  for (const path of [QUARANTINED, join(project.state, "keys/machine.json")]) {
    const { requests } = await project.ask(calling("Read", { file_path: path }));
    assert.match(requests.at(-1) ?? "", DENIED, path);
  }
  const shell = await project.ask(calling("Bash", { command: `cat ${QUARANTINED}` }));
  assert.match(shell.requests.at(-1) ?? "", DENIED);
  const { requests } = await project.ask(calling("Read", { file_path: MEMORY }));
  assert.match(requests.at(-1) ?? "", /What everybody should know about project_kiwi/);
  assert.doesNotMatch(project.standIn.requests.join("\n"), /demotedisland/);
});
