import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import {
  ANY_EVENT,
  hookWords,
  isServerWords,
  quoteWords,
  readHookWords,
  serverWords,
  splitWords,
} from "../../src/agents/hook-words.ts";
import { anyCharacter } from "../fixture/any-character.ts";
import { START, START_ANY, START_SESSION } from "../fixture/start-words.ts";
import { freshDir } from "../temp-dir.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const LAUNCH = { state: "/people/a/state", cache: "/people/a/cache" };
const STARTED = { launcher: "/people/a/state/launch" };

test("the line of a hook names the launcher and both places, and nothing that an update moves", () => {
  assert.equal(
    quoteWords(hookWords(LAUNCH, "codex", { event: "Stop" })),
    `/usr/bin/env -u SHELLOPTS /bin/sh -c '${START}' /people/a/state/launch hook codex Stop --state /people/a/state --cache /people/a/cache`,
  );
});

test("a launcher that is gone stops no client, and the start of a session says so and what helps", (t) => {
  const state = freshDir(t);
  const run = (named: string, event: string, text: string) => {
    const words = hookWords({ state, cache: "/people/a/cache" }, "codex", { event: named });
    assert.deepEqual(words.slice(3, 7), ["/bin/sh", "-c", text, join(state, "launch")]);
    const given = words.map((word) => (word === ANY_EVENT ? event : word));
    const [program = "", ...args] = given;
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
    return { status, stdout, stderr };
  };
  const silent = { status: 0, stdout: "", stderr: "" };
  assert.deepEqual(run("PreToolUse", "PreToolUse", START), silent);
  assert.deepEqual(run(ANY_EVENT, "tool.execute.before", START_ANY), silent);
  for (const [named, event, text] of [
    ["SessionStart", "SessionStart", START_SESSION],
    [ANY_EVENT, "session.created", START_ANY],
  ] as const) {
    const { stdout, ...ended } = run(named, event, text);
    assert.deepEqual(ended, { status: 0, stderr: "" });
    assert.equal(
      JSON.parse(stdout).systemMessage,
      "credence: its launcher is gone (was your home moved?), so there are no memories and no write guard: run credence install",
    );
  }
  writeFileSync(join(state, "launch"), '#!/bin/sh\necho "$@"; exit 3\n', { mode: 0o700 });
  for (const event of ["PreToolUse", "SessionStart"]) {
    const { status, stdout } = run(event, event, event === "PreToolUse" ? START : START_SESSION);
    assert.deepEqual([status, stdout], [3, `hook codex ${event} --state ${state} --cache /people/a/cache\n`]);
  }
});

test("a quoted line has the same words again, for us and for a shell", () => {
  const word = fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 12 })
    .map((text) => text.replaceAll("\0", ""));
  const words = fc.array(word, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(words, (given) => assert.deepEqual(splitWords(quoteWords(given)), given)),
    { numRuns: RUNS },
  );
  const odd = ["a b", "it's", "$HOME", "`id`", '"x"', "*", ";", "\\", "ü", ""];
  const script = `printf '%s\\n' ${quoteWords(odd)}`;
  assert.equal(spawnSync("/bin/sh", ["-c", script], { encoding: "utf8" }).stdout, `${odd.join("\n")}\n`);
});

test("a line of ours is known again, and one of somebody else is not", () => {
  const words = hookWords(LAUNCH, "gemini", { event: "BeforeTool" });
  assert.deepEqual(readHookWords(words, "gemini"), {
    ...LAUNCH,
    ...STARTED,
    event: "BeforeTool",
    part: null,
  });
  const part = hookWords(LAUNCH, "cursor", { event: "stop", part: "capture" });
  assert.deepEqual(readHookWords(part, "cursor"), { ...LAUNCH, ...STARTED, event: "stop", part: "capture" });
  const roomy = hookWords(LAUNCH, "gemini", { event: "BeforeTool", room: 10_000 });
  assert.equal(roomy.slice(-6).join(" "), "--room 10000 --state /people/a/state --cache /people/a/cache");
  assert.deepEqual(readHookWords(roomy, "gemini"), readHookWords(words, "gemini"));
  assert.equal(readHookWords(words, "codex"), null);
  assert.equal(readHookWords(words.slice(0, -1), "gemini"), null);
  assert.equal(readHookWords([...words, "--more"], "gemini"), null);
  assert.equal(readHookWords(["hook", "gemini", "x", "--state", "a", "--cache", "b"], "gemini"), null);
  for (const odd of [[], ["hook"], ["hook", "gemini"]]) assert.equal(readHookWords(odd, "gemini"), null);
  for (const line of ["echo hi | tee x", "a && b", "$(id)", "it's", '"a"'])
    assert.equal(splitWords(line), null, line);
});

test("the line of our server is known, and none of somebody else", () => {
  assert.ok(isServerWords(serverWords(LAUNCH)));
  assert.ok(!isServerWords(["npx", "other", "mcp", "--state", "a", "--cache", "b", "c"]));
  assert.ok(!isServerWords(["/a/launch", "mcp", "--state", "/b", "--cache", "/c"]));
});
