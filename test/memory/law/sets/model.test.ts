// Random worlds against the law of sets. `verify` tries 300, the deep run and its part `properties` 5 000; a world is repeated by its
// number, alone: runWorlds({ first: 7, count: 1 }).

import assert from "node:assert/strict";
import { test } from "node:test";
import { IS_DEEP } from "../../../deep.ts";
import { runWorlds } from "./run-world.ts";

const WORLDS = IS_DEEP || Number(process.env["CREDENCE_TEST_RUNS"] ?? 0) >= 10_000 ? 5_000 : 300;

/** What happens often enough to be said to have been tried. */
const HAPPENS = [
  ...["approve", "keep", "wrote", "draft", "lower", "disown", "retire", "unretire", "archive", "unarchive"],
  ...["forget", "withdraw", "enforce", "full", "brought back", "validator's lower"],
  ...["forgotten words held elsewhere", "forgotten words approved by name", "forgotten ids in use"],
  ...[
    "trust changed",
    "restored from a backup",
    "stolen keys",
    "junk",
    "floods",
    "pairs compared",
    "taken by others",
    "floods of a trusted signer",
    "trust shrunk",
    "machines left out of a person's list",
  ],
  ...["lie about digest", "lie about tombstone", "lie about follows", "lie about padding"],
  ...["lie about born", "lie about withdraw", "lie about draft"],
];

test("no world diverges, loses, raises or brings back", () => {
  const { broken, stats } = runWorlds({ first: 1, count: WORLDS });
  assert.deepEqual(broken, []);
  assert.deepEqual(
    HAPPENS.filter((each) => (stats.get(each) ?? 0) < 3),
    [],
  );
});
