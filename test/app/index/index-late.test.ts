// Where somebody waits, an index is brought up to date as far as there is time, and the next one goes on from there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hintsIn, makeStore } from "../../../bench/store-samples.ts";
import { openRootIndex } from "../../../src/app/index/open-index.ts";
import { openWorkspace, rootOf } from "../../../src/app/workspace/workspace.ts";
import { countRows } from "../../../src/search/index/reader.ts";
import { freshDir } from "../../temp-dir.ts";

const MEMORIES = 600;
/** By this clock the files are old. */
const LATER = Date.UTC(2030, 0, 1);

test("a refresh that is out of time keeps what it has read, and a later one reads only the rest", (t) => {
  const base = freshDir(t);
  makeStore(base, MEMORIES);
  const workspace = openWorkspace({ ...hintsIn(base), now: LATER });
  t.after(() => workspace.close());
  const root = rootOf(workspace, "project");
  const rowsAfter = (piecesLeft: number): number => {
    let pieces = piecesLeft;
    const isLate = (): boolean => {
      pieces -= 1;
      return pieces < 0;
    };
    const { index } = openRootIndex(workspace, root, { isLate });
    try {
      return countRows(index);
    } finally {
      index.database.close();
    }
  };
  assert.deepEqual(
    [rowsAfter(0), rowsAfter(1), rowsAfter(0), rowsAfter(1), rowsAfter(1)],
    [0, 250, 250, 500, 600],
  );
  // Nothing is left to read, so nobody is asked about the time.
  assert.equal(rowsAfter(0), MEMORIES);
});
