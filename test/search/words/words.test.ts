import assert from "node:assert/strict";
import { test } from "node:test";
import { analyzeMemory, analyzePrompt, findParts, joinWords } from "../../../src/search/words/words.ts";

test("each column holds the words of its field", () => {
  const { name, tags, body, cues } = analyzeMemory({
    name: "Use pnpm",
    tags: ["tooling", "package-manager"],
    description: "",
    cues: ["add a dependency", "lockfile conflict"],
    body: "We migrated from npm.",
  });
  assert.equal(joinWords(name), "us pnpm");
  assert.equal(joinWords(tags), "tool packag manag package-manager");
  assert.equal(joinWords(body), "we migrat from npm");
  assert.deepEqual(cues.map(joinWords), ["add a depend", "lockfil conflict"]);
});

test("the description adds only words that nothing else holds", () => {
  const text = { name: "Package manager", tags: ["pnpm"], cues: [], body: "Install with it." };
  const without = analyzeMemory({ ...text, description: "" });
  const repeating = analyzeMemory({ ...text, description: "installing packages with pnpm" });
  const adding = analyzeMemory({ ...text, description: "never npm" });
  assert.deepEqual(repeating, without);
  assert.equal(joinWords(adding.body), "instal with it never npm");
});

test("a prompt is asked by its distinct telling words, or by all of them where none tells", () => {
  assert.deepEqual(analyzePrompt("How do we deploy, and who deploys?"), ["deploi"]);
  assert.deepEqual(analyzePrompt("to be or not to be"), ["to", "be", "or", "not"]);
  assert.deepEqual(analyzePrompt("?!"), []);
});

test("the parts of an identifier come without the whole", () => {
  assert.deepEqual(findParts("user_id"), ["user", "id"]);
  assert.deepEqual(findParts("deploying"), ["deploi"]);
});
