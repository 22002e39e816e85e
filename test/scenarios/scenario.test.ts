import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { freshDir } from "../temp-dir.ts";
import { readPlainCall, runScenario, splitFilter, splitPlain } from "./run-scenario.ts";
import { parseScenario } from "./scenario.ts";

/** A stand-in for the command line, so that the runner is judged and not the product. */
async function play(t: TestContext, lines: readonly string[]): Promise<void> {
  const dir = freshDir(t);
  const binDir = join(dir, "bin");
  mkdirSync(binDir);
  writeFileSync(join(binDir, "credence"), '#!/bin/sh\necho "said $*"\necho "talked" >&2\nexit $1\n', {
    mode: 0o755,
  });
  await runScenario(parseScenario(["# A sample", ...lines].join("\n")), { binDir, dir: join(dir, "stage") });
}

test("a scenario whose every line is true passes", async (t) => {
  await play(t, [
    "> notes/a b.md",
    "| first $HOME 'line'",
    "|",
    "| third",
    "$ cat 'notes/a b.md' > copy.md",
    "no stdout",
    "no stderr",
    "file copy.md 'first $HOME 'line''",
    "no file other.md",
    "$ credence 3 | cat; credence 3",
    "! exit 3",
    "stdout 'said 3'",
    "! stdout 'talked'",
    "stderr 'talked'",
    "$ cat copy.md",
    "| first $HOME 'line'",
    "|",
    "| third",
  ]);
});

test("each kind of expectation fails when it is not true and tells the whole story", async (t) => {
  const untrue = [
    "! exit 1",
    "stdout 'silence'",
    "! stdout 'said 0'",
    "stderr 'silence'",
    "no stdout",
    "no stderr",
    "| said",
    "file absent.md 'text'",
    "no file present.md",
  ];
  for (const line of untrue) {
    await assert.rejects(
      () => play(t, ["> present.md", "| text", "$ credence 0", line]),
      /line 4: \$ credence 0\nexit: 0\nstdout:\nsaid 0\n\nstderr:\ntalked/,
      line,
    );
  }
});

test("a command that fails without an expected exit code fails the scenario", async (t) => {
  await assert.rejects(() => play(t, ["$ credence 7"]), /expected exit 0\n.*\nexit: 7/);
});

test("a scenario runs with a HOME and a CREDENCE_HOME of its own and without the caller's variables", async (t) => {
  await play(t, [
    "$ env | sed 's/=.*//' | sort | tr '\\n' ' '",
    "stdout 'CREDENCE_HOME GIT_CONFIG_NOSYSTEM HOME LC_ALL NO_COLOR'",
  ]);
  await play(t, ['$ ls -A "$HOME"', "no stdout"]);
});

test("a line the grammar does not know is refused with its number", () => {
  assert.throws(() => parseScenario("# A sample\n$ true\nstdot 'x'"), /line 3: not understood: stdot 'x'/);
  assert.throws(
    () => parseScenario("# A sample\nstdout 'x'"),
    /line 2: an expectation must follow a command/,
  );
  assert.throws(() => parseScenario("# A sample\n| x"), /line 2: expected "\| text" after a step/);
  assert.throws(() => parseScenario("$ true"), /begins with a comment that names it/);
});

test("only a line that a shell would merely split is split without one", () => {
  assert.deepEqual(splitPlain(`credence save --name "A b" --body='c  d' e"f g"`), [
    ...["credence", "save", "--name", "A b", "--body=c  d", "ef g"],
  ]);
  assert.deepEqual(splitPlain("credence"), ["credence"]);
  for (const line of [
    "a | b",
    "a > b",
    "a $b",
    'a "$b"',
    "a `b`",
    "a; b",
    "a  b",
    "~/a",
    "a *",
    'a "b\\"c"',
    'a "b',
  ])
    assert.equal(splitPlain(line), null, line);
});

test("a call may go to a directory and set variables first, and needs no shell for that", () => {
  assert.deepEqual(readPlainCall('cd ana && A=1 CREDENCE_HOME=../b credence save --name "A b"'), {
    directory: "ana",
    env: { A: "1", CREDENCE_HOME: "../b" },
    words: ["save", "--name", "A b"],
  });
  assert.deepEqual(readPlainCall("credence list"), { directory: ".", env: {}, words: ["list"] });
  for (const line of [
    "cd a; credence list",
    "cd a && ls",
    "A=$B credence list",
    "cd a && credence list | cat",
  ])
    assert.equal(readPlainCall(line), null, line);
});

test("what a call says may go through programs of others, which need a shell of their own", () => {
  assert.deepEqual(splitFilter("cd a && credence list | sed -n 1p | cat > b"), [
    "cd a && credence list",
    "sed -n 1p | cat > b",
  ]);
  for (const line of ["credence list", "printf x | credence check -", "credence a || b"])
    assert.deepEqual(splitFilter(line), [line], line);
});
