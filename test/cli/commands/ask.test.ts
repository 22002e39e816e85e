// The whole way from the command to a provider on the loopback interface and back.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { replyOf } from "../../fixture/asking-project.ts";
import { playRows, readJson } from "../../fixture/command-rows.ts";
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

test("the JSON of an answer is pinned, and no passphrase is asked for, because the limits hold and nothing is signed", async (t) => {
  const { call, server } = await sample(t, replyOf("On Tuesdays.", WINDOW));
  const cited = { id: WINDOW, scope: "project", standing: "verified" };
  await playRows(call, [
    [
      "ask --type project when? --json",
      0,
      {
        ...{ kind: "answer", why: null, provider: "openai-compatible", model: "tiny" },
        ...{ answer: "On Tuesdays.", dropped: [], given: 1, cut: 0, extracts: [] },
        citations: [{ ...cited, path: ".claude/memory/memories/project_window.md" }],
      },
      { answers: [] },
    ],
  ]);
  assert.equal(server.seen.length, 1);
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
  const ask = `ask deployments? ${PERSON}`;
  const auth = await sample(t, {}, 401);
  const refused = /^error: auth: no model answered: .*\nhint: check the key in observer\.key /;
  await playRows(auth.call, [[ask, 1, refused]]);
  const { error } = await readJson(auth.call, `${ask} --json`);
  assert.deepEqual(Object.keys(error), ["code", "message", "hint"]);
  const other = await sample(t, replyOf("On Tuesdays."));
  const useless =
    "error: refused_answer: the model's answer cannot be used: it cites none of the given memories\nhint: nothing of it is shown; ask again, or in other words\n";
  await playRows(other.call, [[ask, 1, useless]]);
  const unsafe = { observer: { provider: "openai-compatible", base_url: "http://example.com" } };
  writeFileSync(join(other.state, "config.json"), JSON.stringify(unsafe));
  await playRows(other.call, [[ask, 1, /^error: unsafe: no model answered: /]]);
});

test("a wrong call is refused", async (t) => {
  const { call, server } = await sample(t, replyOf("x", WINDOW));
  const wrong = [[], [" "], ["x".repeat(1_048_576)], ["--type", "x", "why?"], ["--since", "x", "why?"]];
  await playRows(
    call,
    wrong.map((words) => [["ask", ...words, PERSON], 64] as const),
  );
  assert.equal(server.seen.length, 0);
});
