// What must hold of a root whose writer died, however it died: each file is the old or the new one, `credence doctor
// --repair` ends with the operation done or not begun, and the operation run again ends as if nothing had happened.

import assert from "node:assert/strict";
import type { Files, Operation } from "./operations.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { filesOf, hasSameFiles, readSnapshot } from "./snapshot.ts";

/** Before anything is mended: no file is anything but the old or the new one. */
export function assertNoneTorn(lane: Rehearsal, where: string): Files {
  const now = withoutTemporary(lane.files());
  for (const [name, text] of now) {
    assert.ok(text === lane.before.get(name) || text === lane.after.get(name), `${name} is torn: ${where}`);
  }
  return now;
}

/** Nor is any memory gone, not even until it is mended. */
export function assertNoneLost(lane: Rehearsal, { erases }: Operation, where: string): void {
  const now = withoutTemporary(lane.files());
  for (const name of lane.before.keys()) {
    if (lane.after.has(name)) assert.ok(now.has(name), `${name} is lost: ${where}`);
  }
  const ids = idsOf(now);
  for (const id of idsOf(lane.before)) assert.ok(erases || ids.has(id), `${id} is lost: ${where}`);
}

export async function assertRepaired(lane: Rehearsal, where: string): Promise<void> {
  const { exit, stdout, stderr } = await lane.run(["doctor", "--repair"]);
  assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" }, `${where}\n${stdout}${stderr}`);
  const files = lane.files();
  assert.ok(
    lane.whole.some((state) => hasSameFiles(state, files)),
    `neither the old nor the new state: ${where}`,
  );
  // The index catches up with the next question; index.md says the same, or is not there.
  await lane.run(["search", "anything"]);
  const validated = await lane.run(["index", "--validate"]);
  assert.equal(validated.exit, 0, `${where}\n${validated.stdout}`);
  const everything = [...filesOf(readSnapshot(lane.project.base)).keys()];
  const left = everything.filter((name) => /\.tmp$|\.lockdir|\/intents\//.test(name));
  assert.deepEqual(left, [], where);
}

/** Run again, it ends as if it had never been killed, and is journaled once. */
export async function assertRepeatable(
  lane: Rehearsal,
  { call, vain }: Operation,
  where: string,
): Promise<void> {
  const { stderr } = await lane.run(call);
  assert.ok(
    hasSameFiles(lane.files(), lane.after),
    `another state than without the kill: ${where}\n${stderr}`,
  );
  if (vain !== null) {
    assert.match((await lane.run(vain)).stderr, /^error: REMOVED: /, where);
  }
  const ops = await readOps(lane);
  assert.equal(new Set(ops).size, ops.length, `journaled twice: ${where}`);
}

/** No file holds a word that is meant to go, nor does any name, but for what a person exported. */
export function assertGone({ project }: Rehearsal, { gone }: Operation, where: string): void {
  const left = [...readSnapshot(project.base)].flatMap(([name, { text }]) =>
    !name.startsWith("project/copy/") &&
    // For a day the name refuses another text.
    !name.endsWith("/forgotten-names.json") &&
    gone.some((word) => name.includes(word) || text.includes(word))
      ? [name]
      : [],
  );
  assert.deepEqual(left, [], where);
}

/** The operations that the journal of the project names. */
export async function readOps(lane: Rehearsal): Promise<string[]> {
  const { stdout } = await lane.run(["journal", "--json"]);
  const entries: { readonly op: string }[] = JSON.parse(stdout);
  return entries.map(({ op }) => op);
}

function withoutTemporary(files: Files): Files {
  return new Map([...files].filter(([name]) => !/\.tmp(?:\/|$)|\.lockdir/.test(name)));
}

function idsOf(files: Files): Set<string> {
  return new Set([...files.keys()].flatMap((name) => /\/([a-z0-9_]+)\.md$/.exec(name)?.[1] ?? []));
}
