// How many tokens it saves not to repeat what the model has: a session of 20 prompts about six memories, as a client that tells
// rewinds has it and as one that does not.

import assert from "node:assert/strict";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { hookInProcess } from "../fixture/hook-in-process.ts";
import { hookProject } from "../fixture/hook-project.ts";
import { tablesOf } from "../fixture/rows.ts";
import { freshDir } from "../temp-dir.ts";

const { texts } = tablesOf(import.meta.filename);

const MEMORIES = {
  project_database: `The orders service uses Postgres 16 with one schema for each tenant. Migrations are written by hand, in SQL, and run by the deploy job before the new version starts; a migration that locks a table for longer than a second is split. Why: a lock on the orders table stopped the checkout twice. How to apply: test a migration on a copy of the orders table first.`,
  project_tests: `Unit tests run with pnpm test:unit, and integration tests with pnpm test:int, which starts the containers by itself. A flaky test is repaired or removed within the week. Why: nobody reads a build that is red every day. How to apply: run the unit tests before each commit, and the integration tests before a pull request.`,
  project_deploy: `Deploys go out from the main branch by the release workflow, on Monday to Thursday before four in the afternoon. A rollback is one click in the release workflow and takes two minutes. Why: a deploy on a Friday once cost a weekend. How to apply: merge early in the day, and watch the error rate for ten minutes afterwards.`,
  feedback_errors: `Handlers of the payments API return typed errors with a code, never a bare message, and log the request id with each. Why: support could not tell a declined card from a timeout. How to apply: add the code to the table of error codes, and a test for the answer of the handler.`,
  feedback_dates: `Dates are stored as UTC instants and formatted in the browser alone. Invoices are the exception: they keep the local date of the customer. Why: an invoice was dated a day early. How to apply: use the instant type in services, and the invoice date type in billing.`,
  reference_staging: `Staging is reset from production each Sunday night, with personal data replaced. Its feature flags are those of production unless somebody overrides them in the staging console. Why: tests against old data were worth nothing. How to apply: expect your staging data to be gone on Monday.`,
} as const;

const PROMPTS = texts("prompts");

const project = await hookProject({ after });
const hook = hookInProcess(project);
for (const [id, body] of Object.entries(MEMORIES)) {
  const [type = "", ...words] = id.split("_");
  await project.save(id, { name: words.join(" "), body, more: ["--type", type] });
}

/** The characters of all blocks for the prompts of one session. */
async function countChars(client: "claude-code" | "codex"): Promise<number> {
  const transcript = join(freshDir({ after }), "rollout.jsonl");
  writeFileSync(transcript, '{"payload":{"cli_version":"0.166.0","source":"cli"}}\n');
  const common = { session_id: client, transcript_path: transcript };
  await hook("SessionStart", { ...common, source: "startup" }, { client });
  let chars = 0;
  for (const [number, prompt] of PROMPTS.entries()) {
    const id = `${client}-${number}`;
    const input = { ...common, prompt, prompt_id: id, turn_id: id };
    const { stdout } = await hook("UserPromptSubmit", input, { client });
    const answer = stdout === "" ? {} : JSON.parse(stdout);
    chars += answer.hookSpecificOutput?.additionalContext?.length ?? 0;
    // What the model says and does between two prompts.
    appendFileSync(transcript, "x".repeat(4_000));
  }
  return chars;
}

test("a session of 20 prompts takes far fewer tokens where nothing is repeated", async (t) => {
  const tokens = async (client: "claude-code" | "codex"): Promise<number> =>
    Math.round((await countChars(client)) / 4);
  const [always, once] = [await tokens("claude-code"), await tokens("codex")];
  const saved = Math.round((1 - once / always) * 100);
  t.diagnostic(`blocks for 20 prompts: ${always} tokens in full each time, ${once} once: ${saved} % fewer`);
  assert.ok(once > 0 && once < always * 0.75, `${once} of ${always}`);
});
