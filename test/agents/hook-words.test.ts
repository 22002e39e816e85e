import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
import { START_ELSEWHERE, START_IN_HOME } from "../fixture/start-words.ts";
import { freshDir } from "../temp-dir.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const LAUNCH = { state: "/people/a/state", cache: "/people/a/cache" };
const STARTED = { programs: ["/people/a/state/launch"], isOld: false };

test("the line of a hook names the launcher and both places, and nothing that an update moves", () => {
  assert.equal(
    quoteWords(hookWords(LAUNCH, "codex", { event: "Stop" })),
    `/usr/bin/env -u SHELLOPTS /bin/sh -c '${START_ELSEWHERE}' /people/a/state/launch hook codex Stop --state /people/a/state --cache /people/a/cache`,
  );
});

test("a launcher that is gone is looked for below the home that the system names, by no variable, and is missed in words", (t) => {
  const home = freshDir(t);
  const place = join(home, ".local/state/credence");
  const was = { state: "/people/a/.local/state/credence", cache: "/people/a/cache" };
  const run = (event: string, text = START_IN_HOME) => {
    const words = hookWords(was, "codex", { event });
    assert.deepEqual(words.slice(3, 7), ["/bin/sh", "-c", START_IN_HOME, `${was.state}/launch`]);
    const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", text, ...words.slice(6)], {
      env: { HOME: home },
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "launch"), '#!/bin/sh\necho "$0" "$@"\n', { mode: 0o700 });
  const silent = { status: 0, stdout: "", stderr: "" };
  assert.deepEqual(run("PreToolUse"), silent, "HOME is not asked");
  assert.equal(
    JSON.parse(run("SessionStart").stdout).systemMessage,
    "credence: its launcher is gone (was your home moved?), so there are no memories and no write guard: run credence install",
  );
  // Where the system names that home.
  const { stdout } = run("PreToolUse", START_IN_HOME.replace("~$(/usr/bin/id -un)", home));
  assert.equal(
    stdout,
    `${place}/launch hook codex PreToolUse --state ${was.state} --cache /people/a/cache\n`,
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
