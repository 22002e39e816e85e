import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderError } from "../../../src/observer/model/provider.ts";
import { DEPLOY, deployProject, replyOf } from "../../fixture/asking-project.ts";
import { scriptedProvider } from "../../fixture/scripted-provider.ts";

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
  assert.deepEqual(
    log.map(({ source, session, tool_name, result }) => [source, session, tool_name, result]),
    [["KnowledgeAgent", "ask 2026-05-01", "Bash", "denied"]],
  );
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
