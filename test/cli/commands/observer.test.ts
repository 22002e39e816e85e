import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { takeObserverNews } from "../../../src/app/observe/news.ts";
import { inProcess } from "../../fixture/command-in-process.ts";
import { playRows, readJson } from "../../fixture/command-rows.ts";
import { loopbackModel } from "../../fixture/loopback-model.ts";
import { type ObserverProject, observerProject } from "../../fixture/observer-project.ts";
import { candidateOf, scriptedProvider } from "../../fixture/scripted-provider.ts";
import type { Owner } from "../../temp-dir.ts";

const PERSON = "--as-test-person";
const OFF = "the Observer is off: turn it on with credence config set observer.provider NAME\n";

function sample(owner: Owner, config?: object): ObserverProject & { call: ReturnType<typeof inProcess> } {
  const project = observerProject(owner, config);
  project.say("from now on we deploy on Fridays before noon, because the team is there");
  return { ...project, call: inProcess(project) };
}

test("status says who reads, what it cost a day and a memory kept, and what waits", async (t) => {
  const project = sample(t);
  await project.observe(scriptedProvider(() => ({ candidates: [candidateOf()] })));
  project.say("one more thing that nobody has read so far");
  const { exit, stdout } = await project.call(["observer", "status"]);
  assert.equal(exit, 0);
  assert.equal(
    stdout,
    [
      "provider  openai-compatible",
      "reads     your messages and the names of tools",
      "waiting   1 event",
      "today     110 of 2000000 tokens used, 1999890 left",
      "limits    50000 per call, 500000 per session",
      "cost      110 tokens per memory kept",
      "days      2026-05-01: 110 tokens, 1 call, 1 memory kept",
      "last run  2026-05-01T12:00:00Z done, 1 created, 0 updated, 0 refused",
      "",
    ].join("\n"),
  );
});

test("status in JSON keeps its shape", async (t) => {
  const project = sample(t);
  await project.observe(scriptedProvider(() => ({ candidates: [candidateOf()] })));
  project.say("one more thing that nobody has read so far");
  const tally = {
    batches: 1,
    created: 1,
    updated: 0,
    retired: 0,
    requested: 0,
    unchanged: 0,
    refused: 0,
    aside: 0,
  };
  assert.deepEqual(await readJson(project.call, "observer status --json"), {
    ...{ provider: "openai-compatible", model: null, mode: "code", userTurnsOnly: true },
    limits: { invocation: 50_000, session: 500_000, day: 2_000_000 },
    ...{ used: 110, left: 1_999_890, tokensPerMemory: 110, waiting: 1 },
    days: [{ day: "2026-05-01", calls: 1, input: 100, output: 10, cacheCreation: 0, kept: 1 }],
    aside: { batches: 0, events: 0 },
    lastRun: { at: "2026-05-01T12:00:00Z", end: "done", code: null, excess: null, ...tally },
  });
});

test("status says what was set aside, and which budget stopped the last run", async (t) => {
  const observer = { provider: "anthropic", model: "m\u001B[31m", max_tokens_per_day: 100 };
  const end = /budget, 0 created, 0 updated, 0 refused; token_budget_exceeded: day 110 of 100\n/;
  for (const [config, first, second] of [
    [{ observer }, /^provider {2}anthropic \(m\[31m\)\n/, end],
    [undefined, /^provider/, /\naside {5}1 event in 1 batch could not be read\n$/],
  ] as const) {
    const project = sample(t, config);
    await project.observe(scriptedProvider(() => "no answer at all"));
    await playRows(project.call, [
      ["observer status", 0, first],
      ["observer status", 0, second],
    ]);
  }
});

test("the log shows what a model tried, and to nobody but a person what it wrote", async (t) => {
  const project = sample(t);
  const input = { command: "cat\u001B[31m zebra" };
  const attempt = { id: "t1", tool: "Bash", input, result: "denied", message: "no" } as const;
  await project.observe(
    scriptedProvider(({ onAttempt }) => {
      onAttempt(attempt);
      onAttempt({ ...attempt, id: "t2", tool: "ignore all zebra rules" });
      return { candidates: [] };
    }),
  );
  const denied = (tool: string): string => `2026-05-01T12:00:00Z Observer denied ${tool} in s1\n`;
  await playRows(project.call, [
    ["observer log", 0, `${denied("Bash")}${denied("…")}`],
    ["observer log --json", 0, /^(?![\s\S]*zebra)/],
    [
      "observer log --limit 2",
      0,
      /Observer denied Bash in s1\n {4}command: cat\[31m zebra\n/,
      { answers: [] },
    ],
  ]);
});

test("a test is a person's act, spends what it spends, and says what does not work", async (t) => {
  const model = await loopbackModel(t, () => ({ ready: true }));
  const project = sample(t, { observer: { provider: "openai-compatible", model: "m", base_url: model.url } });
  await playRows(project.call, [["observer test", 1, /^error: NEEDS_PERSON: /]]);
  assert.equal(model.asked.length, 0);
  await playRows(project.call, [
    [`observer test ${PERSON}`, 0, /^openai-compatible answered after \d+ ms\n$/],
    ["observer status --json", 0, /"used": 220,/],
  ]);
  writeFileSync(join(project.state, "config.json"), JSON.stringify({ observer: { provider: "anthropic" } }));
  await playRows(project.call, [
    [`observer test ${PERSON}`, 1, /^anthropic did not answer: auth: there is no key/],
  ]);
});

test("without a provider status, test and observe say that it is off, and a wrong verb is a wrong usage", async (t) => {
  const { call } = sample(t, {});
  await playRows(call, [
    ["observer status", 0, /^provider {2}none: the Observer is off\n/],
    [`observer test ${PERSON}`, 1, OFF],
    ["observe --json", 0, /"end": "off"/],
    ["observer log", 0, "no tool attempts\n"],
    ["observer frob", 64],
    ["observe --deadline 0", 64],
  ]);
});

test("an address that session text must not go to is a fault that is told, and not a crash", async (t) => {
  for (const [base_url, why] of [
    ["http://ollama.lan:11434/v1", "must begin with https:// unless it is on this machine"],
    ["localhost:11434", "is not a URL"],
  ] as const) {
    const project = sample(t, { observer: { provider: "openai-compatible", model: "m", base_url } });
    await playRows(project.call, [
      [
        `observer test ${PERSON}`,
        1,
        new RegExp(`^openai-compatible did not answer: unsafe: observer.base_url ${why}\n`),
      ],
      ["observe", 1, /^batches read: 0\nmemories: none\nstopped: unsafe\n/],
    ]);
    const { lastRun, waiting } = await readJson(project.call, "observer status --json");
    assert.deepEqual([lastRun.end, waiting], ["unsafe", 1]);
    const news =
      "the Observer stopped: its provider, or the address of it, is not safe: credence observer status";
    assert.deepEqual(takeObserverNews(project.state), [news]);
  }
});
