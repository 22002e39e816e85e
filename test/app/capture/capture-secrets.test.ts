import assert from "node:assert/strict";
import { test } from "node:test";
import { captureProject, endOf, promptOf, toolOf } from "../../fixture/capture-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText } from "../../fixture/tree.ts";
import { UNSEEN } from "../../fixture/unseen-chars.ts";

const ALL = { observer: { user_turns_only: false } };

test("secrets are gone before anything is on disk, also where the cut would split them", (t) => {
  const project = captureProject(t, ALL);
  const half = SAMPLE_SECRET.slice(0, 20);
  for (const [index, before] of [0, 10, 2_370, 2_390, 2_399, 2_410, 30_000].entries()) {
    const text = `${"w ".repeat(before / 2)}${SAMPLE_SECRET} ${"w ".repeat(4_000)}${SAMPLE_SECRET}`;
    const prompt = `p${index}`;
    project.capture(promptOf(text, { prompt }));
    project.capture(
      toolOf(
        { tool: SAMPLE_SECRET, input: { path: `/x/${SAMPLE_SECRET}`, text }, response: [text] },
        { prompt },
      ),
    );
    project.capture(endOf(text, { prompt }));
  }
  project.capture(promptOf(`ghp_<redacted></redacted>${SAMPLE_SECRET.slice(4)}`, { prompt: "tags" }));
  project.capture(
    promptOf(`ghp_<system-reminder></system-reminder>${SAMPLE_SECRET.slice(4)}`, { prompt: "block" }),
  );
  assert.equal(project.records().length, 23);
  assert.deepEqual(findText(project.state, half), []);
  assert.deepEqual(findText(project.state, SAMPLE_SECRET.slice(-12)), []);
});

test("a secret in a path or in the name of a tool is gone wherever a cut of that would fall", (t) => {
  const project = captureProject(t);
  project.capture(promptOf("go on"));
  for (let before = 50; before <= 130; before += 4) {
    const name = `${"d".repeat(before)}/${SAMPLE_SECRET}`;
    project.capture(toolOf({ tool: "Read", input: { file_path: `/tmp/${name}/file.txt` } }));
    project.capture(toolOf({ tool: `mcp__${name}__read` }));
    project.capture(toolOf({ tool: name }));
  }
  assert.equal(project.records().length, 64);
  assert.deepEqual(findText(project.state, SAMPLE_SECRET.slice(0, 5)), []);
  for (const { tool, taint } of project.records()) {
    const names = [tool ?? "", ...(Array.isArray(taint) ? taint : [])].map(String);
    assert.ok(
      names.every((name) => name.length <= 120),
      String(names),
    );
  }
});

test("a secret that only its place in a list or beside a name gives away is gone", (t) => {
  const project = captureProject(t, ALL);
  project.capture(promptOf("go on"));
  const password = SAMPLE_SECRET.slice(6, 26);
  const basic = Buffer.from(`bob:${password}`).toString("base64");
  for (const input of [
    { command: ["mysql", "-u", "root", "--password", password] },
    { command: ["curl", "-u", `bob:${password}`, "https://x.io"] },
    { headers: [{ name: "Authorization", value: `Basic ${basic}` }] },
    { env: [{ name: "DB_PASSWORD", value: password }] },
    { env: [{ key: "DB_PASSWORD", value: password }] },
  ])
    assert.equal(project.capture(toolOf({ input, response: input })).kind, "captured");
  for (const secret of [password, basic]) assert.deepEqual(findText(project.state, secret), []);
});

test("a secret with a character in it that nobody sees is gone before anything is on disk", (t) => {
  const project = captureProject(t, ALL);
  for (const [index, char] of UNSEEN.entries()) {
    const prompt = `p${index}`;
    const text = `ghp_${char}${SAMPLE_SECRET.slice(4)}`;
    project.capture(promptOf(text, { prompt }));
    project.capture(
      toolOf({ tool: text, input: { path: `/x/${text}`, text }, response: [text] }, { prompt }),
    );
    project.capture(endOf(text, { prompt }));
  }
  assert.equal(project.records().length, 21);
  assert.deepEqual(findText(project.state, SAMPLE_SECRET.slice(-12)), []);
});
