import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { tablesOf } from "../../fixture/rows.ts";
import { idsOf, type SampleRow, sampleIndex } from "../index/sample-index.ts";

const { rows, texts } = tablesOf(import.meta.filename);

function recall(owner: TestContext, rows: readonly SampleRow[], prompts: readonly string[]): string[][] {
  const index = sampleIndex(owner, rows);
  return prompts.map((prompt) => idsOf(index, prompt));
}

const STORE = rows<[SampleRow]>("store").flat();
const PNPM = STORE.slice(0, 1);

const GENERAL = texts("general");

test("a store of one memory answers what it knows and is silent on the rest", (t) => {
  assert.deepEqual(recall(t, PNPM, ["which package manager do we use here, pnpm?"]), [["pnpm"]]);
  for (const answer of recall(t, PNPM, GENERAL)) assert.deepEqual(answer, []);
});

test("a small store shows the memory that a prompt is about", (t) => {
  const asked = {
    "how do we deploy to staging?": "deploy",
    "add a migration with drizzle for the users table": "postgres",
    "should I use jest or vitest": "vitest",
    "return an error response from the API": "errors",
    "switch the package manager": "pnpm",
    "where is the JWT signed": "auth",
  };
  const answers = recall(t, STORE, Object.keys(asked)).map(([best]) => best);
  assert.deepEqual(answers, Object.values(asked));
});

test("prompts that need no memory get none", (t) => {
  assert.deepEqual(recall(t, STORE, GENERAL).flat(), []);
});

test("behind a strong memory a weak one is left out", (t) => {
  const [answer] = recall(t, STORE, ["postgres migrations with drizzle behind pgbouncer, after the rollout"]);
  assert.deepEqual(answer, ["postgres"]);
});

test("one sentence of a long prompt is enough", (t) => {
  const prompt = [
    "I looked at the screenshots that Maria sent yesterday and the colours of the chart are off.",
    "Please make the legend a little larger and move it below the picture.",
    "Then add a drizzle migration for postgres.",
    "When you are done, tell me which of the screenshots still differ.",
  ].join("\n");
  assert.deepEqual(recall(t, STORE, [prompt]), [["postgres"]]);
});

test("search says what there is, where recall says nothing", (t) => {
  const index = sampleIndex(t, STORE);
  assert.deepEqual(idsOf(index, "fix the failing test"), []);
  assert.notDeepEqual(idsOf(index, "fix the failing test", { abstains: false }), []);
});

test("a short memory of common words is recalled for what it says, and not for every prompt with one of them", (t) => {
  const index = sampleIndex(t, [
    { id: "project_tests", name: "Run tests with pnpm test:unit before commit" },
    { id: "project_deploy", name: "Deploy days", body: "We deploy to production only on Tuesdays." },
    { id: "project_limit", name: "Rate limit", body: "The API returns 429 over 100 requests per minute." },
  ]);
  const ask = (prompt: string): string[] => idsOf(index, prompt);
  assert.deepEqual(ask("what do we run before a commit?"), ["project_tests"]);
  assert.deepEqual(ask("run it again and tell me what happens"), []);
  assert.deepEqual(ask("commit this"), []);
});
