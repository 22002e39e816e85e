import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import {
  hookWords,
  isServerWords,
  quoteWords,
  readHookWords,
  serverWords,
  splitWords,
} from "../../src/agents/hook-words.ts";
import { anyCharacter } from "../fixture/any-character.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const LAUNCH = { state: "/people/a/state", cache: "/people/a/cache" };
const STARTED = { programs: ["/people/a/state/launch"], isOld: false };

test("the line of a hook names the launcher and both places, and nothing that an update moves", () => {
  assert.equal(
    quoteWords(hookWords(LAUNCH, "codex", { event: "Stop" })),
    "/usr/bin/env -u SHELLOPTS /people/a/state/launch hook codex Stop --state /people/a/state --cache /people/a/cache",
  );
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

test("a line of version 0.1 is known too, and known to be old", () => {
  const env = "/usr/bin/env -u NODE_OPTIONS -u NODE_PATH";
  const program = "/opt/node --disable-warning=ExperimentalWarning /opt/credence.cjs";
  const places = "--state /people/a/state --cache /people/a/cache";
  const hook = `${env} ${program} hook codex Stop ${places}`.split(" ");
  const programs = ["/opt/node", "/opt/credence.cjs"];
  const old = { ...LAUNCH, event: "Stop", part: null, programs, isOld: true };
  assert.deepEqual(readHookWords(hook, "codex"), old);
  assert.ok(isServerWords(`${env} MALLOC_ARENA_MAX=1 ${program} mcp ${places}`.split(" ")));
  assert.ok(isServerWords(serverWords(LAUNCH)));
  assert.ok(!isServerWords(["npx", "other", "mcp", "--state", "a", "--cache", "b", "c"]));
});
