// Single keys: few of them are needed, and none counts that was not meant for the screen that stands there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { TODAY } from "../../fixture/review-project.ts";
import type { TimedKey } from "../../fixture/scripted-io.ts";
import { readTree } from "../../fixture/tree.ts";

async function projectOf(t: { after(cleanUp: () => void): void }, count: number): Promise<InitProject> {
  const project = await initProject(t, { inGit: false });
  for (let at = 0; at < count; at += 1) await project.save(`project_note_${at}`);
  return project;
}

type Typed = {
  readonly stdout: string;
  /** The last that was shown, and how many were. */
  readonly list: string;
  readonly lists: number;
  readonly screens: number;
};

/** Keys at their times, then one line for the word. */
async function typeAt(project: InitProject, keys: readonly TimedKey[], word: string): Promise<Typed> {
  const lists: string[] = [];
  let screens = 0;
  const { stdout } = await project.done(["review", "--as-test-person"], {
    now: TODAY,
    keys,
    answers: (question) => {
      if (question.includes("marked, and not signed yet")) lists.push(question);
      return word;
    },
    onAsk: () => {
      screens += 1;
    },
  });
  return { stdout, list: lists.at(-1) ?? "", lists: lists.length, screens };
}

/** A key goes down and is held: the first at once, the next after a pause, then every thirty milliseconds. */
function hold(key: string, fromMs: number, pauseMs: number): TimedKey[] {
  const repeats = Array.from({ length: 200 }, (_, at): TimedKey => [fromMs + pauseMs + at * 30, key]);
  return [[fromMs, key], ...repeats];
}

test("twenty memories are approved with twenty-six keystrokes after the passphrase", async (t) => {
  const project = await projectOf(t, 20);
  const keys = ["\r", ...Array<string>(20).fill("y")].map((key, at): TimedKey => [(at + 1) * 1_000, key]);
  const word = "sign";
  assert.equal(keys.length + word.length + "\r".length, 26);
  assert.equal((await typeAt(project, keys, word)).stdout, "20 reviewed: 20 confirmed; 0 left\n");
});

test("a key that is held down marks one memory, however long its first pause is", async (t) => {
  const project = await projectOf(t, 4);
  for (const pauseMs of [30, 250, 660, 1_000]) {
    const before = readTree(project.root);
    const keys: TimedKey[] = [[1_000, "\r"], ...hold("y", 2_000, pauseMs), [20_000, "q"]];
    const { list } = await typeAt(project, keys, "");
    assert.deepEqual(list.match(/^ {2}confirm as fact /gm)?.length ?? 0, pauseMs === 30 ? 0 : 1, list);
    assert.deepEqual(readTree(project.root), before);
  }
});

test("a key counts only when the screen has stood for 400 ms with nothing typed, and nothing follows at once", async (t) => {
  const project = await projectOf(t, 3);
  const marked = async (...keys: TimedKey[]): Promise<number> => {
    const { list } = await typeAt(project, [[1_000, "\r"], ...keys, [20_000, "q"]], "");
    return list.match(/^ {2}confirm as fact /gm)?.length ?? 0;
  };
  // The first screen stands there at 1 150, when nothing has followed the Enter.
  assert.equal(await marked([1_549, "y"]), 0);
  assert.equal(await marked([1_551, "y"]), 1);
  assert.equal(await marked([1_549, "x"], [1_940, "y"]), 0);
  assert.equal(await marked([3_000, "y"], [3_100, "y"]), 0);
  assert.equal(await marked([3_000, "yy"]), 0);
  assert.equal(await marked([3_000, "\u001B[A"]), 0);
  assert.equal(await marked([3_000, "y"], [3_300, "y"], [3_500, "y"]), 1);
  assert.equal(await marked([3_000, "y"], [4_000, "y"], [5_000, "y"]), 3);
});

test("a terminal that answers nothing any more is shown the list three times and no more", async (t) => {
  const project = await projectOf(t, 1);
  const before = readTree(project.root);
  const { lists } = await typeAt(
    project,
    [
      [1_000, "\r"],
      [3_000, "y"],
    ],
    "",
  );
  assert.equal(lists, 3);
  assert.deepEqual(readTree(project.root), before);
});
