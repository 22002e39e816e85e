// What remains where a repository turns hooks off: rules of the person, which it cannot turn off.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { readTree } from "../fixture/tree.ts";
import { calling, claudeProject } from "./claude-project.ts";
import { resultsOf } from "./conversation.ts";

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
const session = project.converse();

const MEMORY = join(project.root, "memories/project_kiwi.md");
const QUARANTINED = join(project.root, "quarantine/project_demoted.md");
const DENIED = /denied by your permission settings|has been denied|blocked by a deny rule/;

test("a repository without hooks gets silence, and still nothing into a root, into state or into the cache", async () => {
  const before = readTree(project.root);
  const paths = [MEMORY, join(project.root, "memories/new.md"), join(project.state, "keys/x.json")];
  const writes = paths.map((path) => calling("Write", { file_path: path, content: "x" }));
  const shell = calling("Bash", { command: `echo x > ${MEMORY}` });
  const answer = await session.ask([...writes, shell].join("\n"));
  assert.doesNotMatch(answer.requests.join("\n"), /memory-context/);
  const results = resultsOf(answer);
  assert.equal(results.length, 4);
  for (const [index, result] of results.entries()) assert.match(result, DENIED, paths[index] ?? "by a shell");
  assert.deepEqual(readTree(project.root), before);
});

test("and no quarantined text, nor a key, out of them; what is in use can be read", async () => {
  const paths = [QUARANTINED, join(project.state, "keys/machine.json"), MEMORY];
  const reads = paths.map((path) => calling("Read", { file_path: path }));
  const shell = calling("Bash", { command: `cat ${QUARANTINED}` });
  const results = resultsOf(await session.ask([...reads, shell].join("\n")));
  const [quarantined = "", key = "", memory = "", byShell = ""] = results;
  for (const denied of [quarantined, key, byShell]) assert.match(denied, DENIED);
  assert.match(memory, /What everybody should know about project_kiwi/);
  assert.doesNotMatch(project.standIn.requests.join("\n"), /demotedisland/);
  assert.equal(await session.end(), 0);
});
