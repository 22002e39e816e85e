import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { takeObserverNews } from "../../../src/app/observe/news.ts";
import { readAuditLog } from "../../../src/observer/model/audit-log.ts";
import { noteSpending, readDaySpent } from "../../../src/observer/model/budget.ts";
import {
  ProviderError,
  type ProviderFault,
  type Question,
  SettingError,
} from "../../../src/observer/model/provider.ts";
import { keyOfSession } from "../../../src/observer/spool/spool.ts";
import { type ObserverProject, observerProject, SAID, saidProject } from "../../fixture/observer-project.ts";
import { candidateOf, scriptedProvider } from "../../fixture/scripted-provider.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");

function limitedProject(t: { after: (work: () => void) => void }, limits: object): ObserverProject {
  return observerProject(t, { observer: { provider: "anthropic", ...limits } });
}

/** Reports more with each message, for as long as it may, and says after how many it was ended. */
function spendthrift(each: number, messages: number[]) {
  return scriptedProvider(async ({ onUsage, signal }: Question) => {
    for (let sent = 1; sent <= 50; sent += 1) {
      onUsage({ input: sent * each, output: 0, cacheCreation: 0 });
      await sleep(1);
      if (!signal.aborted) continue;
      messages.push(sent);
      throw signal.reason;
    }
    return { candidates: [candidateOf()] };
  });
}

test("a call that exceeds its limit is ended within one message, and the log says which, both values and both limits", async (t) => {
  const project = limitedProject(t, { max_tokens_per_invocation: 1_000 });
  project.say(SAID);
  const messages: number[] = [];
  const run = await project.observe(spendthrift(400, messages));
  assert.deepEqual(messages, [3]);
  const excess = {
    which: "invocation",
    used: { invocation: 1_200, session: 1_200, day: 1_200 },
    limits: { invocation: 1_000, session: 500_000, day: 2_000_000 },
  };
  assert.deepEqual(run.excess, { code: "token_budget_exceeded", session: "s1", ...excess });
  const [logged] = readFileSync(join(project.state, "observer-runs.ndjson"), "utf8").split("\n");
  assert.deepEqual(JSON.parse(logged ?? ""), {
    v: 1,
    at: "2026-05-01T12:00:00Z",
    event: "token_budget_exceeded",
    session: "s1",
    ...excess,
  });
  assert.deepEqual(await project.memories(), []);
});

test("cache creation counts in one call, and not over time", async (t) => {
  const project = limitedProject(t, { max_tokens_per_invocation: 1_000, max_tokens_per_day: 500 });
  project.say(SAID);
  const usage = { input: 10, output: 10, cacheCreation: 990 };
  const run = await project.observe(scriptedProvider(() => ({ text: '{"candidates":[]}', usage })));
  assert.equal(run.excess?.which, "invocation");
  assert.deepEqual(run.excess.used, { invocation: 1_010, session: 20, day: 20 });
});

test("the spool keeps what a limit cut off, and it is read when there is room again", async (t) => {
  const project = limitedProject(t, { max_tokens_per_day: 150 });
  project.say(SAID, "s1");
  project.say(SAID, "s2");
  const provider = scriptedProvider(() => ({ candidates: [] }));
  const first = await project.observe(provider);
  const second = await project.observe(provider);
  assert.deepEqual(
    [first.end, first.excess?.which, second.end, provider.asked.length],
    ["budget", "day", "budget", 2],
  );
  const tomorrow = await project.observe(provider, { now: () => NOON + 86_400_000 });
  assert.deepEqual([tomorrow.end, provider.asked.length], ["done", 3]);
});

test("a session that has used up its budget waits, and others are read", async (t) => {
  const project = limitedProject(t, { max_tokens_per_session: 200 });
  const spent = {
    call: "c",
    root: "r",
    session: keyOfSession("s1"),
    input: 200,
    output: 0,
    cacheCreation: 0,
  };
  // Another process spent it, in another root.
  noteSpending(project.state, spent, NOON);
  project.say(SAID, "s1");
  project.say("something else that was said in another session", "s2");
  const provider = scriptedProvider(() => ({ candidates: [] }));
  const run = await project.observe(provider);
  assert.deepEqual([run.end, run.batches, run.excess?.which], ["budget", 1, "session"]);
  assert.match(provider.asked[0]?.prompt ?? "", /another session/);
});

test("what another process spends while a call runs counts against the day", async (t) => {
  const project = limitedProject(t, { max_tokens_per_day: 1_000 });
  project.say(SAID);
  const provider = scriptedProvider(({ onUsage, signal }) => {
    onUsage({ input: 400, output: 0, cacheCreation: 0 });
    noteSpending(
      project.state,
      { call: "c", root: "r", session: "x", input: 500, output: 0, cacheCreation: 0 },
      NOON,
    );
    onUsage({ input: 500, output: 100, cacheCreation: 0 });
    assert.equal(signal.aborted, true);
    return { candidates: [candidateOf()] };
  });
  const run = await project.observe(provider);
  assert.deepEqual([run.end, run.excess?.which, run.excess?.used.day], ["budget", "day", 1_100]);
  assert.deepEqual(await project.memories(), []);
});

test("a call that is over its limit three times is set aside and not paid for again", async (t) => {
  const project = limitedProject(t, { max_tokens_per_invocation: 10 });
  project.say(SAID);
  const provider = scriptedProvider(() => ({ candidates: [] }));
  for (let time = 0; time < 3; time += 1) await project.observe(provider);
  const { aside } = await project.observe(provider);
  assert.deepEqual([aside, provider.asked.length], [1, 3]);
});

test("what was kept is counted beside what it cost", async (t) => {
  const project = saidProject(t);
  await project.observe(scriptedProvider(() => ({ candidates: [candidateOf()] })));
  assert.deepEqual(readDaySpent(project.state, NOON), {
    usage: { input: 100, output: 10, cacheCreation: 0 },
    calls: 1,
    kept: 1,
  });
});

/** Fails so often, then answers. */
function failing(fault: ProviderFault, times: number) {
  return scriptedProvider((_, call) => {
    if (call <= times) throw new ProviderError(fault, "as the script says");
    return { candidates: [candidateOf()] };
  });
}

test("transient faults and rate limits are tried again, a few times, and cost the batch no try", async (t) => {
  for (const fault of ["transient", "rate"] as const) {
    const project = saidProject(t);
    const provider = failing(fault, 4);
    assert.deepEqual([(await project.observe(provider)).created, provider.asked.length], [1, 5]);
    project.say("something else that the person said here");
    const hopeless = failing(fault, 1_000);
    for (let time = 0; time < 4; time += 1) assert.equal((await project.observe(hopeless)).end, fault);
    assert.equal(hopeless.asked.length, 20);
    assert.equal((await project.observe(failing(fault, 0))).end, "done");
  }
});

test("a refused key, a used-up quota and a broken containment stop everything and are said once", async (t) => {
  for (const fault of ["auth", "quota", "unsafe"] as const) {
    const project = observerProject(t);
    project.say(SAID, "s1");
    project.say(SAID, "s2");
    const provider = failing(fault, 1_000);
    for (let time = 0; time < 4; time += 1) assert.equal((await project.observe(provider)).end, fault);
    assert.equal(provider.asked.length, 4, "one call a run");
    const news = takeObserverNews(project.state);
    assert.equal(news.length, 1);
    assert.match(news[0] ?? "", /^the Observer stopped: .*: credence observer status$/);
    assert.deepEqual(takeObserverNews(project.state), []);
    assert.equal((await project.observe(failing(fault, 0))).end, "done", "nothing was given up");
  }
});

test("a final fault counts against its batch, and after three it is set aside, private, and said once", async (t) => {
  const project = saidProject(t);
  const provider = failing("final", 1_000);
  for (let time = 0; time < 3; time += 1) assert.equal((await project.observe(provider)).end, "final");
  const { end, aside } = await project.observe(provider);
  assert.deepEqual([end, aside, provider.asked.length], ["done", 1, 3]);
  const directory = join(project.spool, "aside");
  const [name = ""] = readdirSync(directory);
  assert.match(readFileSync(join(directory, name), "utf8"), /deploy on Fridays/);
  assert.deepEqual(
    [directory, join(directory, name)].map((path) => statSync(path).mode & 0o777),
    [0o700, 0o600],
  );
  assert.match(takeObserverNews(project.state).join("\n"), /1 part of a session was set aside/);
  project.say("and another thing which is not poisoned at all");
  assert.equal((await project.observe(failing("final", 0))).end, "done");
});

test("an answer that is no answer is asked for three times and then set aside, and the rest is read", async (t) => {
  const project = observerProject(t);
  project.say(SAID, "s1");
  const provider = scriptedProvider(({ prompt }) =>
    prompt.includes("Fridays") ? "I cannot do that" : { candidates: [] },
  );
  project.say("something else that was said in another session", "s2");
  const { end, aside, batches } = await project.observe(provider);
  assert.deepEqual(
    { end, aside, batches, calls: provider.asked.length },
    { end: "done", aside: 1, batches: 1, calls: 4 },
  );
});

test("a provider that neither answers nor listens is left behind at the deadline", async (t) => {
  const project = saidProject(t);
  const provider = scriptedProvider(() => sleep(60_000, { candidates: [] }, { ref: false }));
  const begun = performance.now();
  const { end } = await project.observe(provider, { deadlineMs: 200 });
  assert.equal(end, "deadline");
  assert.ok(performance.now() - begun < 8_000);
});

test("a wish for a tool is in the audit log once, with the session, and the answer is still read", async (t) => {
  const project = saidProject(t);
  const attempt = {
    id: "t1",
    tool: "Bash",
    input: { command: "id" },
    result: "denied",
    message: null,
  } as const;
  const provider = scriptedProvider(({ onAttempt }) => {
    onAttempt(attempt);
    onAttempt(attempt);
    return { candidates: [candidateOf()] };
  });
  assert.equal((await project.observe(provider)).created, 1);
  const log = readAuditLog(project.state, 10).map(({ session, tool_name, result }) => ({
    session,
    tool_name,
    result,
  }));
  assert.deepEqual(log, [{ session: "s1", tool_name: "Bash", result: "denied" }]);
});

test("a tool that was allowed ends the call at once, and nothing of its answer is stored", async (t) => {
  const project = saidProject(t);
  const provider = scriptedProvider(({ onAttempt, signal }) => {
    onAttempt({ id: "t1", tool: "Write", input: {}, result: "allowed", message: null });
    assert.equal(signal.aborted, true);
    return { candidates: [candidateOf()] };
  });
  assert.equal((await project.observe(provider)).end, "unsafe");
  assert.deepEqual(await project.memories(), []);
});

test("a fault of the setting stops the run and costs the batch no try, and what waits is read afterwards", async (t) => {
  const project = saidProject(t);
  const wrong = scriptedProvider(() => {
    throw new SettingError("as the script says");
  });
  for (let time = 0; time < 5; time += 1) assert.equal((await project.observe(wrong)).end, "final");
  assert.equal(wrong.asked.length, 5, "one call a run");
  const { end, created, aside } = await project.observe(failing("final", 0));
  assert.deepEqual([end, created, aside], ["done", 1, 0]);
});
