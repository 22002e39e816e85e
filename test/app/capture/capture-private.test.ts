// Nothing of what a person marked as private reaches the disk, and nothing of the turn that it was said in.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { captureProject, endOf, promptOf, toolOf } from "../../fixture/capture-project.ts";
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
  assert.deepEqual(
    project.records().map(({ prompt }) => prompt),
    ["p1", "p1", "p1", "p3", "p3", "p3"],
  );
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
  assert.deepEqual(
    project.records().map(({ kind, text, output }) => [kind, text, output]),
    [
      ["prompt", "one  two  three", null],
      ["tool", null, null],
      ["tool", null, null],
      ["turn-end", " done", null],
    ],
  );
  assert.deepEqual(project.capture(promptOf(block, { prompt: "p2" })), { kind: "skipped", why: "nothing" });
});
