// A process that drives a pseudo-terminal of its own, to raise a memory as if it were a person: with an agent above it, with
// an agent's marks, and with neither. What it cannot have is the passphrase.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { chanceOf, sampleOf } from "../faults/sample.ts";
import { atTerminal, type Typing } from "../fixture/at-terminal.ts";
import { ID, keyedProject, PASSPHRASE } from "../fixture/keyed-project.ts";
import { readTree } from "../fixture/tree.ts";

/** One for all tests: each of them is refused. */
const keyed = keyedProject({ after });

const ACTS: readonly (readonly string[])[] = [
  ["promote", ID],
  ["keep", ID],
  ["restore", ID],
  ["trust", "add", "--name", "mallory"],
  ["key", "rotate"],
  ["edit", ID],
];

async function refuseEach(acts: typeof ACTS, typing: Typing, says: RegExp): Promise<void> {
  const project = await keyed;
  const before = readTree(project.root);
  for (const args of acts) {
    const { exit, text } = await atTerminal(project, args, typing);
    assert.equal(exit, 1, text);
    assert.match(text, says, args.join(" "));
  }
  assert.deepEqual(readTree(project.root), before);
}

test("an agent above a pseudo-terminal is refused by every command that is a person's, before any question", async () => {
  const project = await keyed;
  const agent = join(project.base, "claude");
  writeFileSync(agent, '#!/bin/sh\n"$@"\nexit $?\n', { mode: 0o755 });
  await refuseEach(
    ACTS,
    { before: agent },
    /error: NEEDS_PERSON: only a person can .*: an agent runs this command \(claude\)/,
  );
});

test("an agent's mark in the environment is refused as well", async (t) => {
  await refuseEach(
    sampleOf(ACTS, 2, chanceOf(t)),
    { env: { CODEX_THREAD_ID: "1" } },
    /error: NEEDS_PERSON: only a person can .*CODEX_THREAD_ID is set/,
  );
});

test("with no agent in sight the pseudo-terminal gets as far as the passphrase, and no further", async () => {
  const project = await keyed;
  const before = readTree(project.root);
  const ask = "passphrase of your person key";
  // An edit, because the standing of this memory would allow it.
  const { exit, text } = await atTerminal(project, ["edit", ID], {
    replies: [
      [ask, "y"],
      [ask, ""],
      [ask, "password"],
    ],
  });
  assert.equal(exit, 1);
  assert.match(text, /error: NEEDS_PERSON: wrong passphrase for the person key/);
  assert.deepEqual(readTree(project.root), before);
});

test("an answer typed before the question stands there answers nothing", async () => {
  const project = await keyed;
  const before = readTree(project.root);
  const { exit, text } = await atTerminal(project, ["forget", ID, "--reason", "x"], {
    replies: [
      [`passphrase of your person key, to forget ${ID}:`, PASSPHRASE],
      // While the passphrase is tried, which takes its time.
      ["\n", "y"],
      [`erase ${ID} for good? [y/N]`, "n"],
    ],
  });
  assert.equal(exit, 1, text);
  assert.match(text, /error: DECLINED: you did not say yes/);
  assert.deepEqual(readTree(project.root), before);
});
