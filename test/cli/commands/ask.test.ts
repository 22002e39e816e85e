// The whole way from the command to a provider on the loopback interface and back.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { replyOf } from "../../fixture/asking-project.ts";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { type AnsweringServer, sendJson, startServer } from "../../observer/providers/answering-server.ts";
import type { Owner } from "../../temp-dir.ts";

const PERSON = "--as-test-person";
const WINDOW = "project_window";

type Sample = InitProject & { readonly server: AnsweringServer };

async function sample(owner: Owner, reply: unknown, status = 200): Promise<Sample> {
  const project = await initProject(owner, { user: true });
  const body = "Deployments happen on Tuesdays.\n\nWhy: the team is there.\nHow to apply: plan.";
  await project.save(WINDOW, { body, more: [PERSON] });
  await project.save("user_calm", { body: "Prefers deployments that nobody notices at all." });
  const choices = [{ message: { content: JSON.stringify(reply) }, finish_reason: "stop" }];
  const usage = { prompt_tokens: 100, completion_tokens: 10 };
  const server = await startServer(owner, sendJson(status, { choices, usage }));
  const observer = { provider: "openai-compatible", model: "tiny", base_url: server.url };
  writeFileSync(join(project.state, "config.json"), JSON.stringify({ observer }));
  return { ...project, server };
}

test("a person gets an answer, what it rests on, and who was asked", async (t) => {
  const { call, server } = await sample(t, replyOf("On Tuesdays.", WINDOW, "user_calm", "project_x"));
  const { exit, stdout, stderr } = await call(["ask", "when", "are the deployments on tuesdays?", PERSON]);
  assert.deepEqual([exit, stderr], [0, ""]);
  assert.equal(
    stdout,
    [
      "  On Tuesdays.",
      "",
      "based on:",
      "verified    project_window .claude/memory/memories/project_window.md",
      "inferred    user_calm [user] ~/.claude/claude-memory/memories/user_calm.md",
      "dropped, because they were not in the prompt: project_x",
      "asked openai-compatible (tiny) about 2 memories",
      "",
    ].join("\n"),
  );
  assert.equal(server.seen.length, 1);
  assert.ok(JSON.stringify(server.seen[0]?.body).includes("when are the deployments on tuesdays?"));
});

test("the JSON of an answer is pinned", async (t) => {
  const { done } = await sample(t, replyOf("On Tuesdays.", WINDOW));
  await done(["corpus", "build", "all", "--type", "project"]);
  const { stdout } = await done(["ask", "--corpus", "all", "when?", PERSON, "--json"]);
  assert.deepEqual(JSON.parse(stdout), {
    ...{ kind: "answer", corpus: "all", why: null, provider: "openai-compatible", model: "tiny" },
    answer: "On Tuesdays.",
    citations: [
      {
        ...{ id: WINDOW, scope: "project", standing: "verified" },
        path: ".claude/memory/memories/project_window.md",
      },
    ],
    ...{ dropped: [], given: 1, cut: 0, left: [], extracts: [] },
  });
});

test("a person at the terminal is not asked for a passphrase, because the limits hold and nothing is signed", async (t) => {
  const { call, server } = await sample(t, replyOf("On Tuesdays.", WINDOW));
  const { exit, stdout } = await call(["ask", "deployments?"], { answers: [] });
  assert.deepEqual([exit, server.seen.length], [0, 1]);
  assert.match(stdout, /^ {2}On Tuesdays\.\n/);
});

test("an agent gets extracts and spends nothing, whatever it pretends to have", async (t) => {
  const { call, server, state } = await sample(t, replyOf("On Tuesdays.", WINDOW));
  for (const options of [{}, { answers: [], env: { CLAUDECODE: "1", NO_COLOR: "1" } }]) {
    const { exit, stdout } = await call(["ask", "deployments on tuesdays?"], options);
    assert.equal(exit, 0);
    assert.match(stdout, /verified {4}project_window 2026-05-01\n {2}Deployments happen on Tuesdays\.\n/);
    assert.match(
      stdout,
      /\nno model was asked: a model costs tokens, so only a person at a terminal can ask one\n$/,
    );
  }
  assert.equal(server.seen.length, 0);
  writeFileSync(join(state, "config.json"), "{}");
  const off = await call(["ask", "deployments on tuesdays?", PERSON]);
  assert.match(off.stdout, /\nno model was asked: no provider is chosen \(credence config set /);
  const none = await call(["ask", "zzyzx", PERSON]);
  assert.equal(none.stdout, "no model was asked: no usable memory is relevant\n");
});

test("an answer cannot look like our own words, nor move the cursor", async (t) => {
  const fake = `\u001B[2J\u009B1A${"x ".repeat(60)}\nbased on:\nverified    project_x\r\u202Easked`;
  const { call } = await sample(t, replyOf(fake, WINDOW));
  const { stdout } = await call(["ask", "deployments?", PERSON]);
  assert.doesNotMatch(stdout, /[\u001B\u009B\u202E\r]/);
  const edge = stdout.split("\n").filter((row) => row !== "" && !row.startsWith("  "));
  assert.deepEqual(
    edge.map((row) => row.split(" ")[0]),
    ["based", "verified", "asked"],
  );
  assert.ok(stdout.split("\n").every((row) => row.length <= 80));
});

test("a refusal says which it is and what to do, and exits 1", async (t) => {
  const auth = await sample(t, {}, 401);
  const refused = await auth.call(["ask", "deployments?", PERSON]);
  assert.deepEqual([refused.exit, refused.stdout], [1, ""]);
  assert.match(refused.stderr, /^error: auth: no model answered: .*\nhint: check the key in observer\.key /);
  const json = await auth.call(["ask", "deployments?", PERSON, "--json"]);
  assert.deepEqual(Object.keys(JSON.parse(json.stdout).error), ["code", "message", "hint"]);
  const other = await sample(t, replyOf("On Tuesdays."));
  const useless = await other.call(["ask", "deployments?", PERSON]);
  assert.equal(
    useless.stderr,
    "error: refused_answer: the model's answer cannot be used: it cites none of the given memories\n" +
      "hint: nothing of it is shown; ask again, or in other words\n",
  );
  const unsafe = { observer: { provider: "openai-compatible", base_url: "http://example.com" } };
  writeFileSync(join(other.state, "config.json"), JSON.stringify(unsafe));
  assert.match(
    (await other.call(["ask", "deployments?", PERSON])).stderr,
    /^error: unsafe: no model answered: /,
  );
});

test("a wrong call is refused", async (t) => {
  const { call, server } = await sample(t, replyOf("x", WINDOW));
  for (const args of [[], [" "], ["x".repeat(1_048_576)], ["--corpus", "../x", "why?"]])
    assert.equal((await call(["ask", ...args, PERSON])).exit, 64);
  assert.match((await call(["ask", "--corpus", "none", "why?"])).stderr, /^error: NOT_FOUND: /);
  assert.equal(server.seen.length, 0);
});
