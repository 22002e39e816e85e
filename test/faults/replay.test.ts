// The power fails while a process changes a root. A kill loses nothing that the system has taken, so it cannot show that
// a sync is missing; here every operation is recorded call by call, and each disk that may be left after each call is
// built: with everything on it, without the data that no sync covered, and without the names either.

import assert from "node:assert/strict";
import { test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { IMPORT_OF_MANY, OPERATIONS } from "./operations.ts";
import { findFaults, listStates, record, replayWhole } from "./replay.ts";
import { chanceOf, HOW_TO_REPEAT, sampleOfEach } from "./sample.ts";

/** How many states of each operation the quick gate tries: after it said that it was done, and before. */
const SAMPLE = { telling: 1, other: 1 };

for (const operation of IS_DEEP ? [...OPERATIONS, IMPORT_OF_MANY] : OPERATIONS) {
  test(`${operation.name}: a power loss after any call leaves it done or not begun, and done once it says so`, async (t) => {
    const recorded = await record(t, operation);
    assert.deepEqual(replayWhole(recorded), [], "the recording holds everything that the operation did");
    const states = listStates(recorded.recording);
    const { length: calls } = recorded.recording.steps;
    assert.ok(calls > 20 && states.length > 1.5 * calls, `${states.length} states of ${calls} calls`);
    const tried = sampleOfEach(states, ({ isAcknowledged }) => isAcknowledged, {
      ...SAMPLE,
      chance: chanceOf(t),
    });
    t.diagnostic(`${tried.length} of ${states.length} states`);
    assert.deepEqual(await findFaults(recorded, operation, tried), [], HOW_TO_REPEAT);
  });
}
