// Many new files are put on disk by one sync of all, where the system has one that can; otherwise, and where they are few, each by
// its own. What a power loss leaves of either is for test/faults/replay.test.ts.

import assert from "node:assert/strict";
import { relative } from "node:path";
import { test } from "node:test";
import { type Change, commit } from "../../src/store/transaction.ts";
import { armFaults, disarmFaults } from "../faults/fs-faults.ts";
import type { Owner } from "../temp-dir.ts";
import { ENTRY, filesIn, makePlace, OLD } from "./transaction-place.ts";

const writesOf = (count: number): Change[] =>
  Array.from({ length: count }, (_, number) => ({
    kind: "write",
    path: `attest/project_${number}/1.json`,
    text: `{"n":${number}}`,
  }));

type Committed = {
  /** How often all of it was to be synced at once. */
  readonly asked: number;
  /** Which parts of the root were synced by themselves. */
  readonly synced: readonly string[];
  readonly files: Readonly<Record<string, string>>;
};

function commitAll(owner: Owner, changes: readonly Change[], succeeds: boolean): Committed {
  const place = makePlace(owner);
  let asked = 0;
  const syncTogether = (): boolean => {
    asked += 1;
    return succeeds;
  };
  armFaults({ under: place.base, at: 0, trouble: { kind: "none" } });
  commit({ ...place, syncTogether }, [ENTRY], changes);
  const calls = disarmFaults().filter(
    ({ name, path }) => name === "fsyncSync" && path.startsWith(place.root),
  );
  const synced = calls.map(({ path }) => relative(place.root, path).replace(/\.[^.]+\.tmp$/, ""));
  return { asked, synced: synced.sort(), files: filesIn(place) };
}

const OLD_FILE = { "memories/project_x.md": OLD };

test("many new files are synced all together, before they are announced and after they have their names", (t) => {
  const { asked, synced, files } = commitAll(t, writesOf(8), true);
  assert.deepEqual([asked, synced], [2, []]);
  const written = writesOf(8).map((change) => (change.kind === "write" ? [change.path, change.text] : []));
  assert.deepEqual(files, { ...Object.fromEntries(written), ...OLD_FILE });
});

test("where that fails, each is synced by itself", (t) => {
  const { asked, synced } = commitAll(t, writesOf(8), false);
  assert.equal(asked, 2);
  for (let number = 0; number < 8; number += 1) {
    const directory = `attest/project_${number}`;
    assert.equal(synced.filter((path) => path === directory).length, 2, `${directory}, staged and renamed`);
    assert.equal(
      synced.filter((path) => path === `${directory}/.1.json`).length,
      1,
      `the text in ${directory}`,
    );
  }
});

test("a few are synced by themselves", (t) => {
  const { asked, synced } = commitAll(t, writesOf(3), true);
  assert.equal(asked, 0);
  assert.equal(synced.filter((path) => path.endsWith(".1.json")).length, 3);
});

test("names that move between directories are synced in their order", (t) => {
  const moved: Change = { kind: "move", from: "memories/project_x.md", to: "quarantine/project_x.md" };
  const { asked, synced } = commitAll(t, [...writesOf(8), moved], true);
  assert.equal(asked, 1);
  const places = [synced.indexOf("quarantine"), synced.indexOf("memories")];
  assert.ok(
    places.every((place) => place >= 0),
    synced.join(),
  );
});
