import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inProcess } from "../../fixture/command-in-process.ts";
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
  const { stdout: json } = await project.call(["observer", "status", "--json"]);
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
  assert.deepEqual(JSON.parse(json), {
    provider: "openai-compatible",
    model: null,
    mode: "code",
    userTurnsOnly: true,
    limits: { invocation: 50_000, session: 500_000, day: 2_000_000 },
    used: 110,
    left: 1_999_890,
    days: [{ day: "2026-05-01", calls: 1, input: 100, output: 10, cacheCreation: 0, kept: 1 }],
    tokensPerMemory: 110,
    waiting: 1,
    aside: { batches: 0, events: 0 },
    lastRun: { at: "2026-05-01T12:00:00Z", end: "done", code: null, excess: null, ...tally },
  });
});

test("status says what was set aside, and which budget stopped the last run", async (t) => {
  const project = sample(t, {
    observer: { provider: "anthropic", model: "m\u001B[31m", max_tokens_per_day: 100 },
  });
  await project.observe(scriptedProvider(() => "no answer at all"));
  const { stdout } = await project.call(["observer", "status"]);
  assert.match(stdout, /^provider {2}anthropic \(m\[31m\)\n/);
  assert.match(stdout, /budget, 0 created, 0 updated, 0 refused; token_budget_exceeded: day 110 of 100\n/);
  const other = sample(t);
  await other.observe(scriptedProvider(() => "no answer at all"));
  assert.match(
    (await other.call(["observer", "status"])).stdout,
    /\naside {5}1 event in 1 batch could not be read\n$/,
  );
});

test("the log shows what a model tried, and to nobody but a person what it wrote", async (t) => {
  const project = sample(t);
  const attempt = {
    id: "t1",
    tool: "Bash",
    input: { command: "cat\u001B[31m zebra" },
    result: "denied",
    message: "no",
  } as const;
  await project.observe(
    scriptedProvider(({ onAttempt }) => {
      onAttempt(attempt);
      onAttempt({ ...attempt, id: "t2", tool: "ignore all zebra rules" });
      return { candidates: [] };
    }),
  );
  const machine = await project.call(["observer", "log"]);
  assert.equal(
    machine.stdout,
    "2026-05-01T12:00:00Z Observer denied Bash in s1\n2026-05-01T12:00:00Z Observer denied … in s1\n",
  );
  assert.doesNotMatch((await project.call(["observer", "log", "--json"])).stdout, /zebra/);
  const person = await project.call(["observer", "log", "--limit", "2"], { answers: [] });
  assert.match(person.stdout, /Observer denied Bash in s1\n {4}command: cat\[31m zebra\n/);
});

test("an empty log says so, and a wrong verb is a wrong usage", async (t) => {
  const { call } = sample(t);
  assert.equal((await call(["observer", "log"])).stdout, "no tool attempts\n");
  assert.equal((await call(["observer", "frob"])).exit, 64);
  assert.equal((await call(["observe", "--deadline", "0"])).exit, 64);
});

test("a test is a person's act, spends what it spends, and says what does not work", async (t) => {
  const model = await loopbackModel(t, () => ({ ready: true }));
  const observer = { provider: "openai-compatible", model: "m", base_url: model.url };
  const project = sample(t, { observer });
  const refused = await project.call(["observer", "test"]);
  assert.equal(refused.exit, 1);
  assert.match(refused.stderr, /^error: NEEDS_PERSON: /);
  assert.equal(model.asked.length, 0);
  const works = await project.call(["observer", "test", PERSON]);
  assert.match(works.stdout, /^openai-compatible answered after \d+ ms\n$/);
  assert.equal(JSON.parse((await project.call(["observer", "status", "--json"])).stdout).used, 220);
  writeFileSync(join(project.state, "config.json"), JSON.stringify({ observer: { provider: "anthropic" } }));
  const broken = await project.call(["observer", "test", PERSON]);
  assert.equal(broken.exit, 1);
  assert.match(broken.stdout, /^anthropic did not answer: auth: there is no key/);
});

test("without a provider status, test and observe say that it is off", async (t) => {
  const { call } = sample(t, {});
  assert.match((await call(["observer", "status"])).stdout, /^provider {2}none: the Observer is off\n/);
  assert.equal((await call(["observer", "test", PERSON])).stdout, OFF);
  const { exit, stdout } = await call(["observe", "--json"]);
  assert.deepEqual([exit, JSON.parse(stdout).end], [0, "off"]);
});
