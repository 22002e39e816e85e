// The person key, with a real terminal: it is asked for there and nowhere else, and shows nothing.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atTerminal } from "../../fixture/at-terminal.ts";
import {
  AGAIN,
  ASK,
  CHOOSE,
  cheaplyKeyedProject,
  FORGET,
  ID,
  keyedProject,
  keylessProject,
  PASSPHRASE,
  SURE,
  WRITTEN,
} from "../../fixture/keyed-project.ts";
import { findText, readTree } from "../../fixture/tree.ts";

test("the first need of the person key explains it, asks twice, anew where the two differ, shows nothing and seals it", async (t) => {
  const project = await keylessProject(t);
  const { text, exit, echoes } = await atTerminal(project, FORGET, {
    replies: [
      [CHOOSE, PASSPHRASE],
      [AGAIN, "wrong horse"],
      ["The two differ. Choose", PASSPHRASE],
      [AGAIN, PASSPHRASE],
      [WRITTEN, ""],
      // What does not fit the terminal is paged.
      ["Enter for more, q to stop: ", ""],
      [SURE, "y"],
    ],
    rows: 16,
  });
  assert.equal(exit, 0, text);
  assert.match(text, /This machine has no person key yet\. It signs what you approve/);
  assert.match(text, new RegExp(`forgot ${ID}; a tombstone keeps it from coming back`));
  assert.deepEqual([text.includes(PASSPHRASE), echoes], [false, true]);
  assert.equal(existsSync(join(project.root, "memories", `${ID}.md`)), false);
  const { secret } = JSON.parse(readFileSync(join(project.state, "keys", "person.json"), "utf8"));
  assert.deepEqual([secret.sealed, "d" in secret], [true, false]);
  assert.deepEqual(findText(project.credenceHome, PASSPHRASE), []);
});

test("a wrong passphrase may be followed by the right one, and three wrong ones are refused", async (t) => {
  const project = await cheaplyKeyedProject(t);
  const before = readTree(project.root);
  const thrice = { replies: [1, 2, 3].map((number) => [ASK, `wrong ${number}`] as const) };
  const refused = await atTerminal(project, FORGET, thrice);
  assert.equal(refused.exit, 1);
  assert.match(refused.text, /error: NEEDS_PERSON: wrong passphrase for the person key/);
  assert.equal(refused.text.split(ASK).length, 4);
  assert.match(refused.text, /wrong passphrase; 2 tries left[\s\S]*wrong passphrase; 1 try left/);
  assert.match(refused.text, /hint: nothing was changed; if you forgot it: credence key recover/);
  assert.deepEqual(readTree(project.root), before);
  const done = await atTerminal(project, FORGET, {
    replies: [
      [ASK, "wrong"],
      // Typed with a slip of the finger, and mended: Backspace takes one character back.
      [ASK, `${PASSPHRASE}x\u007F`],
      [SURE, "y"],
    ],
  });
  assert.equal(done.exit, 0, done.text);
  assert.equal(done.echoes, true);
});

test("what is typed between two questions is neither shown nor an answer, and the first approval says where the key was made", async (t) => {
  const project = await keyedProject(t);
  const { exit, text, echoes } = await atTerminal(project, FORGET, {
    replies: [
      [ASK, PASSPHRASE],
      // While the passphrase is tried, which takes its time.
      ["\n", PASSPHRASE],
      [SURE, "n"],
    ],
  });
  assert.equal(exit, 1, text);
  assert.match(text, /error: DECLINED: you did not say yes/);
  assert.equal(text.includes(PASSPHRASE), false);
  assert.equal(echoes, true);
  assert.match(text, /your person key was made on \d{4}-\d\d-\d\d at \d\d:\d\d UTC on \/dev\/\S+\r?\n/);
});

test("a passphrase that is typed at a question with a yes or a no is not shown", async (t) => {
  const project = await cheaplyKeyedProject(t);
  const { exit, text } = await atTerminal(project, FORGET, {
    replies: [
      [ASK, PASSPHRASE],
      [SURE, PASSPHRASE],
    ],
  });
  assert.equal(exit, 1, text);
  assert.match(text, /error: DECLINED: you did not say yes/);
  assert.equal(text.includes(PASSPHRASE.slice(0, 3)), false);
});

test("an interrupt at the question is a refusal, changes nothing and leaves the terminal as it was", async (t) => {
  const project = await cheaplyKeyedProject(t);
  const before = readTree(project.root);
  const { exit, text, echoes } = await atTerminal(project, FORGET, { replies: [[ASK, "half\u0003"]] });
  assert.equal(exit, 1);
  assert.match(
    text,
    /error: NEEDS_PERSON: no passphrase was typed \(interrupted\)\r?\nhint: nothing was changed/,
  );
  assert.equal(echoes, true);
  assert.deepEqual(readTree(project.root), before);
});

test("the end of input at a question with a yes or a no is a no, on a line of its own", async (t) => {
  const project = await cheaplyKeyedProject(t);
  const before = readTree(project.root);
  const { exit, text, echoes } = await atTerminal(project, FORGET, {
    replies: [
      [ASK, PASSPHRASE],
      [SURE, "y\u0004"],
    ],
  });
  assert.equal(exit, 1);
  assert.match(text, /\[y\/N\] y\r?\nerror: DECLINED: you did not say yes/);
  assert.equal(echoes, true);
  assert.deepEqual(readTree(project.root), before);
});
