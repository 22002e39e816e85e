// The person key, with a real terminal: it is asked for there and nowhere else, and shows nothing.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { atTerminal } from "../fixture/at-terminal.ts";
import { type OpenProject, openProject } from "../fixture/open-project.ts";
import { findText, readTree } from "../fixture/tree.ts";
import type { Owner } from "../temp-dir.ts";

const ID = "project_deploy_on_fridays";
const FORGET = ["forget", ID, "--reason", "asked for"] as const;
const CHOOSE = "Choose a passphrase";
const AGAIN = "once more:";
const ASK = `passphrase of your person key, to forget ${ID}:`;
const PASSPHRASE = "correct horse";

async function prepared(owner: Owner): Promise<OpenProject> {
  const project = openProject(owner, "real");
  await project.save();
  return project;
}

async function withKey(owner: Owner): Promise<OpenProject> {
  const project = await prepared(owner);
  const replies = [
    [CHOOSE, PASSPHRASE],
    [AGAIN, PASSPHRASE],
  ] as const;
  assert.equal((await atTerminal(project, ["gc"], { replies })).exit, 0);
  return project;
}

/** One for all tests that only see it refused: making a sealed key takes its time. */
const keyed = withKey({ after });

test("the first need of the person key explains it, asks twice, shows nothing and seals it", async (t) => {
  const project = await prepared(t);
  const { text, exit, echoes } = await atTerminal(project, FORGET, {
    replies: [
      [CHOOSE, PASSPHRASE],
      [AGAIN, PASSPHRASE],
    ],
  });
  assert.equal(exit, 0, text);
  assert.match(text, /This machine has no person key yet\. It signs what you approve/);
  assert.match(text, new RegExp(`forgot ${ID}; a tombstone keeps it away`));
  assert.equal(text.includes(PASSPHRASE), false);
  assert.equal(echoes, true);
  assert.equal(existsSync(join(project.root, "memories", `${ID}.md`)), false);
  const key = JSON.parse(readFileSync(join(project.state, "keys", "person.json"), "utf8"));
  assert.deepEqual([key.secret.sealed, "d" in key.secret], [true, false]);
  assert.deepEqual(findText(project.credenceHome, PASSPHRASE), []);
});

test("two passphrases that differ make no key", async (t) => {
  const project = await prepared(t);
  const before = readTree(project.base);
  const { text, exit } = await atTerminal(project, FORGET, {
    replies: [
      [CHOOSE, PASSPHRASE],
      [AGAIN, "wrong horse"],
    ],
  });
  assert.equal(exit, 1);
  assert.match(text, /error: NEEDS_PERSON: the two passphrases differ/);
  const { "play.sh": _, ...after } = readTree(project.base);
  assert.deepEqual(after, before);
});

test("no passphrase is a choice: the key is open then and is not asked for again", async (t) => {
  const project = await prepared(t);
  const replies = [
    [CHOOSE, ""],
    [AGAIN, ""],
  ] as const;
  assert.equal((await atTerminal(project, ["gc"], { replies })).exit, 0);
  const { exit, text } = await atTerminal(project, FORGET);
  assert.equal(exit, 0, text);
  assert.equal(text.includes("passphrase"), false);
});

test("a wrong passphrase may be followed by the right one, and three wrong ones are refused", async (t) => {
  const project = await withKey(t);
  const before = readTree(project.root);
  const thrice = { replies: [1, 2, 3].map((number) => [ASK, `wrong ${number}`] as const) };
  const refused = await atTerminal(project, FORGET, thrice);
  assert.equal(refused.exit, 1);
  assert.match(refused.text, /error: NEEDS_PERSON: that is not the passphrase of the person key/);
  assert.equal(refused.text.split(ASK).length, 4);
  assert.deepEqual(readTree(project.root), before);
  const done = await atTerminal(project, FORGET, {
    replies: [
      [ASK, "wrong"],
      // Typed with a slip of the finger, and mended: Backspace takes one character back.
      [ASK, `${PASSPHRASE}x\u007F`],
    ],
  });
  assert.equal(done.exit, 0, done.text);
  assert.equal(done.echoes, true);
});

test("an interrupt at the question is a refusal, changes nothing and leaves the terminal as it was", async () => {
  const project = await keyed;
  const before = readTree(project.root);
  const { exit, text, echoes } = await atTerminal(project, FORGET, { replies: [[ASK, "half\u0003"]] });
  assert.equal(exit, 1);
  assert.match(text, /error: NEEDS_PERSON: no passphrase was typed \(interrupted\)/);
  assert.equal(echoes, true);
  assert.deepEqual(readTree(project.root), before);
});

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
