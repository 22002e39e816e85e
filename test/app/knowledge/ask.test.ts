import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderError } from "../../../src/observer/model/provider.ts";
import { DEPLOY, deployProject, RUNNER, replyOf } from "../../fixture/asking-project.ts";
import { pick } from "../../fixture/pick.ts";
import { scriptedProvider } from "../../fixture/scripted-provider.ts";

test("each question sends its memories anew, each with its standing, and keeps nothing of the one before", async (t) => {
  const project = await deployProject(t);
  const provider = scriptedProvider(() => replyOf("On Tuesdays.", DEPLOY));
  await project.ask("when is the deploy?", provider);
  await project.ask("deploy when exactly?", provider);
  const [first, second] = provider.asked.map(({ prompt }) => prompt);
  assert.ok(second?.includes("Deployments happen on Tuesdays"));
  assert.ok(!second?.includes("when is the deploy?"));
  assert.notEqual(first, second);
  assert.match(provider.asked[0]?.system ?? "", /You do not have access to tools\./);
  assert.match(first ?? "", new RegExp(`<memory id="${DEPLOY}" standing="verified" `));
  assert.match(first ?? "", new RegExp(`<memory id="${RUNNER}" standing="inferred" `));
});

test("a model that does not know says so, and that is an answer", async (t) => {
  const project = await deployProject(t);
  const outcome = await project.ask(
    "who decided about the deploy?",
    scriptedProvider(() => replyOf(null)),
  );
  assert.ok(outcome.kind === "answer");
  assert.deepEqual([outcome.answer, outcome.citations, outcome.why], [null, [], null]);
});

test("without a provider, and without a person, there are extracts and nothing is asked or spent", async (t) => {
  const project = await deployProject(t);
  const provider = scriptedProvider(() => replyOf("On Tuesdays.", DEPLOY));
  const nobody = await project.ask("deployments on tuesdays?", provider, { person: false });
  project.configure({});
  const off = await project.ask("deployments on tuesdays?", provider);
  for (const [outcome, why] of [
    [nobody, "no-person"],
    [off, "no-provider"],
  ] as const) {
    assert.ok(outcome.kind === "extracts");
    assert.deepEqual([outcome.why, outcome.answer, outcome.provider], [why, null, null]);
    assert.deepEqual(outcome.extracts[0], {
      ...{ id: DEPLOY, scope: "project", standing: "verified" },
      path: `.claude/memory/memories/${DEPLOY}.md`,
      date: "2026-05-01",
      excerpt:
        "Deployments happen on Tuesdays before noon.\n\nWhy: it was agreed.\nHow to apply: think of it.",
    });
  }
  assert.equal(provider.asked.length, 0);
  assert.deepEqual(project.log("observer-ledger/2026-05-01.ndjson"), []);
});

test("where no memory is about the question no model is asked", async (t) => {
  const project = await deployProject(t);
  const provider = scriptedProvider(() => replyOf("x", DEPLOY));
  const outcome = await project.ask("zzyzx quokka", provider);
  assert.deepEqual(
    [outcome.kind, "why" in outcome && outcome.why, provider.asked.length],
    ["extracts", "no-memories", 0],
  );
});

test("the questions of a day share the limit of a session, and a limit that is reached refuses before it asks", async (t) => {
  const project = await deployProject(t);
  project.configure({ provider: "openai-compatible", max_tokens_per_session: 200 });
  const provider = scriptedProvider(() => replyOf("On Tuesdays.", DEPLOY));
  assert.equal((await project.ask("deploy?", provider)).kind, "answer");
  const over = await project.ask("deploy again?", provider);
  assert.deepEqual(over, {
    kind: "refused",
    code: "token_budget_exceeded",
    message: "220 of 200 tokens of the session are used",
    hint: "ask again tomorrow, or raise observer.max_tokens_per_session",
  });
  assert.equal((await project.ask("deploy?", provider)).kind, "refused");
  assert.equal(provider.asked.length, 2);
  const [logged] = project.log("observer-runs.ndjson");
  assert.deepEqual(
    [logged?.["event"], logged?.["which"], logged?.["session"]],
    ["token_budget_exceeded", "session", "ask 2026-05-01"],
  );
  const tomorrow = await project.ask("deploy?", provider, { now: "2026-05-02T12:00:00Z" });
  assert.equal(tomorrow.kind, "answer");
});

test("a call that reports too much is ended, and its answer is not shown", async (t) => {
  const project = await deployProject(t);
  const usage = { input: 60_000, output: 1, cacheCreation: 0 };
  const outcome = await project.ask(
    "deploy?",
    scriptedProvider(() => ({ text: JSON.stringify(replyOf("x", DEPLOY)), usage })),
  );
  assert.ok(outcome.kind === "refused");
  assert.equal(outcome.message, "60001 of 50000 tokens of the invocation are used");
});

test("a fault of the provider is said with what can be done, and logged without a word of the question", async (t) => {
  const project = await deployProject(t);
  const failing = scriptedProvider(() => {
    throw new ProviderError("auth", "the key was refused");
  });
  assert.deepEqual(await project.ask("deploy of the wombat?", failing), {
    kind: "refused",
    code: "auth",
    message: "no model answered: the key was refused",
    hint: "check the key in observer.key in machine state, or in the provider's variable",
  });
  const log = project.log("observer-runs.ndjson");
  assert.equal(log[0]?.["fault"], "auth");
  assert.ok(!JSON.stringify(log).includes("wombat"));
});

test("a wish for a tool is in the audit log as the knowledge agent's, once", async (t) => {
  const project = await deployProject(t);
  const provider = scriptedProvider((question) => {
    const attempt = { id: "t1", tool: "Bash", input: { command: "id" }, message: "no" } as const;
    question.onAttempt({ ...attempt, result: "denied" });
    question.onAttempt({ ...attempt, result: "denied" });
    return replyOf("On Tuesdays.", DEPLOY);
  });
  assert.equal((await project.ask("deploy?", provider)).kind, "answer");
  const log = project.log("observer-audit.log");
  assert.deepEqual(pick(log, "source", "session", "tool_name", "result"), [
    ["KnowledgeAgent", "ask 2026-05-01", "Bash", "denied"],
  ]);
});

test("a tool that was allowed ends everything", async (t) => {
  const project = await deployProject(t);
  const provider = scriptedProvider((question) => {
    question.onAttempt({ id: "t1", tool: "Read", input: {}, result: "allowed", message: null });
    return replyOf("On Tuesdays.", DEPLOY);
  });
  const outcome = await project.ask("deploy?", provider);
  assert.ok(outcome.kind === "refused");
  assert.equal(outcome.code, "unsafe");
});
