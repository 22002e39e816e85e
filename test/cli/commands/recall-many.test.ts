import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type InitProject, initProject } from "../../fixture/init-project.ts";

const SUBJECTS =
  "lexer parser linker loader printer spooler tracer mailer router cacher sorter filter tagger tester".split(
    " ",
  );
const QUESTION = ["recall", "--prompt", "which tech debt is still open?"];

let project: InitProject;
const cleanUps: (() => void)[] = [];

before(async () => {
  project = await initProject({ after: (cleanUp) => void cleanUps.push(cleanUp) });
  for (const subject of SUBJECTS)
    await project.save(`project_${subject}`, {
      name: `The ${subject} is slow`,
      body: `The ${subject} reads everything twice and nobody has repaired it.`,
      more: ["--category", "tech_debt"],
    });
});

test.after(() => {
  for (const cleanUp of cleanUps) cleanUp();
});

function countIn(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

test("a question about many gets twelve titles with their dates, and no text", async () => {
  const { stdout } = await project.done(QUESTION);
  assert.equal(countIn(stdout, /^- \[TECH_DEBT\] The [a-z]+ is slow -> /gm), 12);
  assert.equal(countIn(stdout, /^ {2}\(inferred\) confidence: high, 2026-05-01$/gm), 12);
  assert.equal(countIn(stdout, /^ {2}\| /gm), 0);
});

test("receipts say that each was shown as a line", async () => {
  const { stdout } = await project.done([...QUESTION, "--json"]);
  const { shown }: { shown: { form: string }[] } = JSON.parse(stdout);
  assert.deepEqual([...new Set(shown.map(({ form }) => form))], ["line"]);
});

test("a lowered max_inject bounds the titles: fewer than usual come with their texts", async () => {
  await project.done(["config", "set", "retrieval.max_inject", "3", "--as-test-person"]);
  const { stdout } = await project.done(QUESTION);
  assert.equal(countIn(stdout, /^- \[TECH_DEBT\] /gm), 3);
  assert.equal(countIn(stdout, /^ {2}\| /gm), 3);
});
