// Which turns are open: what a subagent is told opens none, and a turn that ends or begins unseen is closed all the same.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { captureEvent } from "../../../src/app/capture/capture-event.ts";
import { captureProject, endOf, FROM, promptOf, toolOf } from "../../fixture/capture-project.ts";
import { findText } from "../../fixture/tree.ts";

const WORD = "zebrakiwi";
const UNNAMED = { prompt: null };

test("what a model tells its subagent is no prompt, and opens no turn in a session of its own", (t) => {
  const project = captureProject(t, { observer: { user_turns_only: false } });
  project.capture(promptOf(`<private>${WORD}</private>`, { session: "parent" }));
  const child = { session: "child", agent: "parent" };
  assert.deepEqual(project.capture(promptOf(`look into ${WORD}`, child)), {
    kind: "skipped",
    why: "subagent",
  });
  for (const event of [toolOf({ response: WORD }, { ...child, ...UNNAMED }), endOf(WORD, child)])
    assert.deepEqual(project.capture(event), { kind: "skipped", why: "no-open-turn" });
  assert.deepEqual(findText(project.state, WORD), []);
});

test("a subagent's prompt leaves the turn open that started it", (t) => {
  const project = captureProject(t);
  project.capture(promptOf("one", UNNAMED));
  project.capture(promptOf("two", { ...UNNAMED, agent: "a1" }));
  assert.equal(project.capture(endOf("three", UNNAMED)).kind, "captured");
  assert.deepEqual(
    project.records().map(({ text }) => text),
    ["one", "three"],
  );
});

const OFF = { capture: { enabled: false } };
const EXCLUDED = { capture: { excluded_projects: ["**/project"] } };

for (const [why, config, isPaused] of [
  ["paused", {}, true],
  ["off", OFF, false],
  ["excluded", EXCLUDED, false],
] as const) {
  for (const unseen of [endOf("end", UNNAMED), promptOf(`<private>${WORD}</private>`, UNNAMED)]) {
    test(`after a ${unseen.kind} while capture is ${why} nothing is captured until the next prompt`, (t) => {
      const project = captureProject(t);
      project.capture(promptOf("one", UNNAMED));
      const meanwhile = captureEvent(project.place(config), unseen, { ...FROM, isPaused });
      assert.deepEqual(meanwhile, { kind: "skipped", why });
      const kinds = [
        toolOf({ tool: "Read", input: { file_path: `/x/${WORD}` } }, UNNAMED),
        endOf(WORD, UNNAMED),
        promptOf("two", UNNAMED),
        endOf("three", UNNAMED),
      ].map((event) => project.capture(event).kind);
      assert.deepEqual(kinds, ["skipped", "skipped", "captured", "captured"]);
      assert.deepEqual(findText(project.state, WORD), []);
    });
  }
}

test("a tool, and a subagent that ends, while capture is paused close nothing", (t) => {
  const project = captureProject(t);
  project.capture(promptOf("one", UNNAMED));
  project.capture(toolOf({}, UNNAMED), { isPaused: true });
  project.capture(endOf("two", { ...UNNAMED, agent: "a1" }), { isPaused: true });
  assert.equal(project.capture(endOf("three", UNNAMED)).kind, "captured");
});

test("where nothing was captured a pause writes nothing", (t) => {
  const project = captureProject(t);
  assert.equal(project.capture(promptOf("one"), { isPaused: true }).kind, "skipped");
  assert.ok(!existsSync(project.spool));
});
