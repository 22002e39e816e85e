import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { hookWords, quoteWords, readHookWords, splitWords } from "../../src/agents/hook-words.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const LAUNCH = {
  node: "/opt/node",
  script: "/opt/credence.cjs",
  state: "/people/a/state",
  cache: "/people/a/cache",
};

test("the line of a hook names everything it needs and drops what would load other code", () => {
  assert.equal(
    quoteWords(hookWords(LAUNCH, "codex", { event: "Stop" })),
    "/usr/bin/env -u NODE_OPTIONS -u NODE_PATH /opt/node --disable-warning=ExperimentalWarning /opt/credence.cjs hook codex Stop --state /people/a/state --cache /people/a/cache",
  );
});

test("a quoted line has the same words again, for us and for a shell", () => {
  const word = fc
    .string({ unit: "binary", minLength: 1, maxLength: 12 })
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
  assert.deepEqual(readHookWords(words, "gemini"), { ...LAUNCH, event: "BeforeTool", part: null });
  const part = hookWords(LAUNCH, "cursor", { event: "stop", part: "capture" });
  assert.deepEqual(readHookWords(part, "cursor"), { ...LAUNCH, event: "stop", part: "capture" });
  assert.equal(readHookWords(words, "codex"), null);
  assert.equal(readHookWords(words.slice(0, -1), "gemini"), null);
  assert.equal(readHookWords([...words, "--more"], "gemini"), null);
  assert.equal(readHookWords(["hook", "gemini", "x", "--state", "a", "--cache", "b"], "gemini"), null);
  for (const odd of [[], ["hook"], ["hook", "gemini"]]) assert.equal(readHookWords(odd, "gemini"), null);
  for (const line of ["echo hi | tee x", "a && b", "$(id)", "it's", '"a"'])
    assert.equal(splitWords(line), null, line);
});
