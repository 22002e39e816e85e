// What stands before the question for a passphrase: each of these is refused without asking anybody.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { atTerminal } from "../../fixture/at-terminal.ts";
import { ASK, FORGET, ID, keyedProject, PASSPHRASE } from "../../fixture/keyed-project.ts";
import { readTree } from "../../fixture/tree.ts";

/** One for all tests, because each of them only sees it refused: making a sealed key takes its time. */
const keyed = keyedProject({ after });

const FENCES: readonly { readonly name: string; readonly value: string; readonly says: RegExp }[] = [
  { name: "NODE_OPTIONS", value: "--no-warnings", says: /NODE_OPTIONS is set, so other code may run/ },
  { name: "LD_PRELOAD", value: "libm.so.6", says: /LD_PRELOAD is set/ },
  { name: "DYLD_FRAMEWORK_PATH", value: "x", says: /DYLD_FRAMEWORK_PATH is set/ },
  { name: "CLAUDECODE", value: "1", says: /an agent runs this command \(CLAUDECODE is set\)/ },
];

test("under a variable that loads code, or that an agent sets, nobody is asked and nothing is done", async () => {
  const project = await keyed;
  const before = readTree(project.root);
  for (const { name, value, says } of FENCES) {
    const { exit, text, unasked } = await atTerminal(project, FORGET, {
      env: { [name]: value },
      replies: [[ASK, PASSPHRASE]],
    });
    assert.deepEqual([exit, unasked], [1, 1], name);
    assert.match(text, says);
  }
  assert.deepEqual(readTree(project.root), before);
});

test("an agent among the processes above is refused before anybody is asked", async () => {
  const project = await keyed;
  const agent = join(project.base, "claude");
  writeFileSync(agent, '#!/bin/sh\n"$@"\n', { mode: 0o755 });
  const { exit, text, unasked } = await atTerminal(project, FORGET, {
    before: agent,
    replies: [[ASK, PASSPHRASE]],
  });
  assert.deepEqual([exit, unasked], [1, 1]);
  assert.match(
    text,
    /only a person can forget project_deploy_on_fridays: an agent runs this command \(claude\)/,
  );
});

test("a pipe never answers: without a terminal on both sides nobody is there", async () => {
  const project = await keyed;
  const before = readTree(project.root);
  const stdin = `${PASSPHRASE}\n`.repeat(3);
  const { exit, stderr } = project.run(FORGET, { stdin });
  assert.deepEqual(
    [exit, stderr.split("\n")[0]],
    [1, `error: NEEDS_PERSON: only a person can forget ${ID}: there is no terminal`],
  );
  const piped = await atTerminal(project, FORGET, { before: `printf '${PASSPHRASE}\\n' |` });
  assert.equal(piped.exit, 1);
  assert.match(piped.text, /there is no terminal/);
  assert.deepEqual(readTree(project.root), before);
});
