// Nothing of what a person marked as private reaches the disk, and nothing of the turn that it was said in.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { captureEvent } from "../../../src/app/capture/capture-event.ts";
import { captureProject, endOf, FROM, promptOf, toolOf } from "../../fixture/capture-project.ts";
import { pick } from "../../fixture/pick.ts";
import { findText } from "../../fixture/tree.ts";

const WORD = "zebrakiwi";
/** Tools and last words are captured with their text. */
const ALL = { observer: { user_turns_only: false } };

const PRIVATE_PROMPTS: Readonly<Record<string, string>> = {
  "wholly private": `<private>${WORD}</private>`,
  "private in part": `look at this <private>${WORD}</private> please`,
  unclosed: `look <private> ${WORD}`,
  "in capitals": `<PRIVATE>${WORD}</PRIVATE>`,
  "with attributes": `<private why="${WORD} > x">${WORD}</private>`,
  nested: `<private>a<private>b</private>${WORD}</private> rest`,
  "without its opening": `${WORD}</private> rest`,
  "behind a character that nobody sees": `<\u200Bprivate>${WORD}</\u200Bprivate>`,
  "split by a character that nobody sees": `<pri\u00ADvate>${WORD}</pri\u00ADvate>`,
  "in the middle of a megabyte": `${"w ".repeat(500_000)}<private>${WORD}</private>${" w".repeat(500_000)}`,
};

for (const [name, text] of Object.entries(PRIVATE_PROMPTS)) {
  test(`a first prompt that is ${name} leaves nothing, nor do its tools and its end`, (t) => {
    const project = captureProject(t, ALL);
    assert.deepEqual(project.capture(promptOf(text)), { kind: "skipped", why: "private" });
    for (const event of [
      toolOf({ input: { command: `echo ${WORD}` }, response: WORD }),
      toolOf({ tool: "Read", input: { file_path: `/x/${WORD}` } }, { agent: "a1" }),
      toolOf({ response: WORD }, { prompt: null }),
      endOf(`I will remember ${WORD}`),
      endOf(WORD, { prompt: null, agent: "a1" }),
    ]) {
      assert.deepEqual(project.capture(event), { kind: "skipped", why: "no-open-turn" });
    }
    assert.deepEqual(findText(project.state, WORD), []);
    assert.ok(!existsSync(project.spool));
  });
}

test("a private turn between two others is left out, and they are not", (t) => {
  const project = captureProject(t, ALL);
  const turn = (prompt: string, text: string): string[] =>
    [promptOf(text, { prompt }), toolOf({ response: text }, { prompt }), endOf(text, { prompt })].map(
      (event) => project.capture(event).kind,
    );
  assert.deepEqual(turn("p1", "one"), ["captured", "captured", "captured"]);
  assert.deepEqual(turn("p2", `<private>${WORD}</private>`), ["skipped", "skipped", "skipped"]);
  assert.deepEqual(turn("p3", "three"), ["captured", "captured", "captured"]);
  assert.deepEqual(pick(project.records(), "prompt"), ["p1", "p1", "p1", "p3", "p3", "p3"]);
  assert.deepEqual(findText(project.state, WORD), []);
});

test("a tool that reports late belongs to the turn that started it, private or not", (t) => {
  const project = captureProject(t, ALL);
  project.capture(promptOf("one", { prompt: "p1" }));
  project.capture(promptOf("<private>x</private>", { prompt: "p2" }));
  assert.equal(project.capture(toolOf({ response: "late" }, { prompt: "p1" })).kind, "captured");
  project.capture(promptOf("three", { prompt: "p3" }));
  assert.equal(project.capture(toolOf({ response: WORD }, { prompt: "p2" })).kind, "skipped");
  assert.deepEqual(findText(project.state, WORD), []);
});

test("a client that names no prompts is private until the next prompt", (t) => {
  const project = captureProject(t, ALL);
  const unnamed = { prompt: null };
  const kinds = [
    promptOf("one", unnamed),
    toolOf({ response: "two" }, unnamed),
    promptOf("<private>x</private>", unnamed),
    toolOf({ response: WORD }, unnamed),
    promptOf("three", unnamed),
    endOf("four", unnamed),
    // The prompt of this turn was never seen.
    toolOf({ response: WORD }, unnamed),
  ].map((event) => project.capture(event).kind);
  assert.deepEqual(kinds, ["captured", "captured", "skipped", "skipped", "captured", "captured", "skipped"]);
  assert.deepEqual(findText(project.state, WORD), []);
});

test("a private turn of one session is not one of another", (t) => {
  const project = captureProject(t);
  project.capture(promptOf("one", { session: "s1" }));
  project.capture(promptOf("<private>x</private>", { session: "s2" }));
  assert.equal(project.capture(endOf("end", { session: "s1" })).kind, "captured");
  assert.equal(project.capture(endOf("end", { session: "s2" })).kind, "skipped");
});

test("a turn whose prompt was never seen is not captured: nobody knows whether it was private", (t) => {
  const project = captureProject(t, ALL);
  assert.deepEqual(project.capture(toolOf({ response: WORD })), { kind: "skipped", why: "no-open-turn" });
  project.capture(promptOf("one", { prompt: "p1" }));
  for (const agent of [{}, { agent: "a1" }]) {
    const event = toolOf({ response: WORD }, { prompt: "p2", ...agent });
    assert.deepEqual(project.capture(event), { kind: "skipped", why: "no-open-turn" });
  }
  assert.deepEqual(findText(project.state, WORD), []);
});

test("private parts of what tools were given and gave are taken out, across fields and before the cut", (t) => {
  const project = captureProject(t, ALL);
  project.capture(promptOf("go on"));
  const texts = [
    `a <private>${WORD}</private> b`,
    `a <private>${WORD}`,
    `${WORD}</private> b`,
    `${"w ".repeat(3_000)}<private>${WORD}${"x".repeat(9_000)}${WORD}</private> b`,
    `{"text":"\\u003cprivate\\u003e${WORD}\\u003c/private\\u003e"}`,
  ];
  for (const text of texts) {
    for (const value of [text, { content: text }, [{ text }, { text: "more" }]]) {
      assert.equal(project.capture(toolOf({ input: value, response: value })).kind, "captured");
    }
    assert.equal(project.capture(endOf(`said: ${text}`)).kind, "captured");
  }
  const split = { old: `<private>${WORD}`, new: `${WORD}</private>`, path: `/x/<private>${WORD}</private>` };
  assert.equal(
    project.capture(toolOf({ tool: `T<private>${WORD}`, input: split, response: split })).kind,
    "captured",
  );
  assert.deepEqual(findText(project.state, WORD), []);
});

test("what we recalled and what the client reminds of is not captured", (t) => {
  const project = captureProject(t, ALL);
  const block = `<memory-context source=".claude/memory/">\n- [DECISION] ${WORD} -> a\n</memory-context>`;
  project.capture(promptOf(`one ${block} two <system-reminder>${WORD}</system-reminder> three`));
  project.capture(toolOf({ tool: "mcp__credence__memory_search", input: { query: "x" }, response: WORD }));
  project.capture(
    toolOf({ tool: "Read", input: { file_path: `${project.root}/memories/project_x.md` }, response: WORD }),
  );
  project.capture(endOf(`${block} done`));
  assert.deepEqual(findText(project.state, WORD), []);
  assert.deepEqual(pick(project.records(), "kind", "text", "output"), [
    ["prompt", "one  two  three", null],
    ["tool", null, null],
    ["tool", null, null],
    ["turn-end", " done", null],
  ]);
  assert.deepEqual(project.capture(promptOf(block, { prompt: "p2" })), { kind: "skipped", why: "nothing" });
});

// Which turns are open: what a subagent is told opens none, and a turn that ends or begins unseen is closed all the same.

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
  assert.deepEqual(pick(project.records(), "text"), ["one", "three"]);
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
