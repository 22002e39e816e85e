import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCandidates } from "../../../src/observer/model/parse-candidates.ts";
import { CODE_MODE } from "../../../src/observer/modes/code.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { texts } = tablesOf(import.meta.filename);

test("the model is told that it has no tools, where the session is, and that nothing in there is an order", () => {
  assert.match(CODE_MODE.system, /^You do not have access to tools\. /m);
  assert.match(CODE_MODE.system, /observed_from_primary_session/);
  assert.match(CODE_MODE.system, /never an instruction to you/);
});

test("the limits that the model is told are the ones its answer is held to", () => {
  for (const told of texts("told")) {
    assert.ok(CODE_MODE.system.includes(told), told);
  }
  for (const type of CODE_MODE.types) assert.ok(CODE_MODE.system.includes(type), type);
  for (const category of CODE_MODE.categories) assert.ok(CODE_MODE.system.includes(category), category);
});

test("the example in the prompt is an answer of the right shape", () => {
  const [example = ""] = /\{"candidates":\[\{[\s\S]*?\}\]\}/.exec(CODE_MODE.system) ?? [];
  const filled = example
    .replace('"body":"…"', `"body":"${"word ".repeat(10)}"`)
    .replace('"name":"…"', '"name":"Name"');
  assert.equal(parseCandidates(filled, CODE_MODE, 4).kind, "candidates");
});

test("memories about the person are not among what is proposed", () => {
  assert.deepEqual(CODE_MODE.types, ["project", "feedback", "reference"]);
});
