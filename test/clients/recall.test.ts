// What reaches the model through the real Claude Code.

import assert from "node:assert/strict";
import { appendFileSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { memoryText } from "../fixture/memory-text.ts";
import { claudeProject } from "./claude-project.ts";
import { newsOf } from "./conversation.ts";

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

const session = project.converse();
const HIDDEN = ["demotedisland", "retiredfarm", "tamperedforest", "tamperedline", "foreignwoods"];

test("a session begins with what is verified, unmarked", async () => {
  const seen = newsOf(await session.ask("hello there, what is up today"));
  assert.match(seen, /SessionStart hook additional context: <memory-context source=/);
  assert.match(seen, /feedback_signed\.md\\n {2}\d{4}-/);
});

test("the block for a prompt arrives in the request that the model would see, the inferred ones marked", async () => {
  const seen = newsOf(await session.ask("when does the kiwi sleep by day?"));
  assert.match(seen, /UserPromptSubmit hook additional context: <memory-context source=/);
  assert.match(
    seen,
    /- \[PROJECT\] kiwi -> \.claude\/memory\/memories\/project_kiwi\.md\\n {2}\(inferred\) confidence: high/,
  );
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
  assert.equal(await session.end(), 0);
  const seen = project.standIn.requests.join("\n");
  for (const word of HIDDEN) assert.equal(seen.includes(word), false, word);
});
