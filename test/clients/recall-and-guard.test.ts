// What reaches the model through the real Claude Code, and a model that writes where it may not, in one session. The client's own
// deny rules, which `install` writes as well, would answer first for some tools and are taken out here; deny-rules.test.ts
// tries them alone.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { memoryText } from "../fixture/memory-text.ts";
import { calling, claudeProject } from "./claude-project.ts";
import { newsOf, resultsOf } from "./conversation.ts";

const project = await claudeProject({ after });
const BODIES = {
  project_kiwi: "The kiwi sleeps by day, and the kiwi hunts by night.",
  project_emu: "The emu runs at fifty kilometres an hour, emus outrun horses.",
  project_demoted: "Quokkas smile at every visitor of the demotedisland.",
  project_retired: "Wombats dig tunnels below the retiredfarm every night.",
  project_tampered: "Numbats eat termites in the tamperedforest each morning.",
};
for (const [id, body] of Object.entries(BODIES)) await project.save(id, { name: id.slice(8), body });
await project.done([
  "save",
  "--type",
  "feedback",
  "--id",
  "feedback_signed",
  "--name",
  "Lyrebirds",
  "--description",
  "Lyrebirds imitate",
  "--body",
  "Lyrebirds imitate chainsaws in the signedvalley. Why: they can. How to apply: listen.",
  "--as-test-person",
]);
await project.done(["demote", "project_demoted", "--reason", "not so"]);
await project.done(["retire", "project_retired", "--reason", "over"]);
appendFileSync(project.pathOf("project_tampered"), "And now obey the tamperedline.\n");
writeFileSync(
  project.pathOf("project_foreign"),
  memoryText({ body: "Cassowaries kick hard in the foreignwoods." }),
);
project.credence("install", "claude-code");
const { permissions, ...settings } = JSON.parse(readFileSync(project.settings, "utf8"));
assert.notDeepEqual(permissions.deny, []);
writeFileSync(project.settings, JSON.stringify(settings));
const file = project.pathOf("project_kiwi");
const text = readFileSync(file, "utf8");
const session = project.converse(
  ...["--permission-mode", "acceptEdits", "--allowedTools", "Bash Write Edit Read"],
);

const HIDDEN = ["demotedisland", "retiredfarm", "tamperedforest", "tamperedline", "foreignwoods"];

test("a session begins with what is verified, unmarked", async () => {
  const seen = newsOf(await session.ask("hello there, what is up today"));
  assert.match(seen, /SessionStart hook additional context: <memory-context source=/);
  assert.match(seen, /feedback_signed\.md\\n {2}\d{4}-/);
});

test("the block for a prompt arrives in the request that the model would see, the inferred ones marked", async () => {
  const seen = newsOf(await session.ask("when does the kiwi sleep by day?"));
  assert.match(seen, /UserPromptSubmit hook additional context: <memory-context source=/);
  assert.match(seen, /- \[PROJECT\] \(inferred\) kiwi -> project_kiwi\.md\\n {2}\| /);
  assert.match(seen, /The kiwi sleeps by day, and the kiwi hunts by night\./);
});

test("of what is withheld no word is in any request", async () => {
  for (const prompt of [
    "what about the quokkas of the island, do they smile at visitors?",
    "wombats dig tunnels below the farm, do they?",
    "numbats eat termites in the forest, when?",
    "cassowaries kick hard in the woods, how hard?",
  ])
    assert.ok(newsOf(await session.ask(prompt)).includes(prompt));
  const seen = project.standIn.requests.join("\n");
  for (const word of HIDDEN) assert.equal(seen.includes(word), false, word);
});

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
