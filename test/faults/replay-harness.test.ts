// Does the replay find what it is there for? The recording is altered as if the store had forgotten one sync, or had done
// two things in the wrong order. Of each such fault the states that it adds are replayed, and one of them must be refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { IMPORT_OF_MANY, type Operation, operationNamed } from "./operations.ts";
import type { Recording, Step } from "./recording.ts";
import { findFaults, listStates, type Recorded, record } from "./replay.ts";
import { chanceBy, HOW_TO_REPEAT, sampleOf } from "./sample.ts";
import type { Snapshot } from "./snapshot.ts";

type Alter = (recording: Recording) => Recording;

/** The fault is what the replay says of it. */
type Plant = readonly [name: string, operation: string, alter: Alter, fault: RegExp];

const MEMORY = /^project\/\.claude\/memory\/memories\/\.project_alpha\.md\.[^/]+\.tmp$/;
const STATEMENT = /\/attest\/project_alpha\/\.[^/]+\.tmp$/;
const INTENT = /\/intents\/[^/]+\.tmp$/;
const INTENTS = /\/intents$/;
const JOURNAL = /\/journal\.ndjson$/;
const RECORDS = /\/roots\/[0-9a-f]{32}$/;
const APPROVED = "forget, what a person approved";

const PLANTS: readonly Plant[] = [
  [
    "the text of a memory is not synced",
    "save",
    without("sync", MEMORY),
    /project_alpha\.md is torn: .*data lost/,
  ],
  ["a statement is not synced", "retire", without("sync", STATEMENT), /\.json is torn: .*data lost/],
  [
    "the name of a staged text is not synced before its intent",
    "save",
    without("sync", /\/memories$/, 0),
    /neither the old nor the new state: .*names lost/,
  ],
  [
    "the new name of a memory is not synced",
    "save",
    without("sync", /\/memories$/, 1),
    /neither the old nor the new state: .*names lost/,
  ],
  [
    "the directory of the first statement is not synced",
    "save",
    without("sync", /\/attest$/),
    /neither the old nor the new state: .*names lost/,
  ],
  ["the intent is not synced", "demote", without("sync", INTENT), /is damaged/],
  [
    "the name of the intent is not synced",
    "demote",
    without("sync", INTENTS),
    /neither the old nor the new state: .*names lost/,
  ],
  [
    "the line in the journal is not synced",
    "save",
    without("sync", JOURNAL),
    /it is done, and the journal does not say so: .*data lost/,
  ],
  [
    "the name of a new journal is not synced",
    "save",
    without("sync", RECORDS, 1),
    /it is done, and the journal does not say so: .*all lost but the last name/,
  ],
  [
    "a memory is renamed before its text is synced",
    "update",
    syncAfterRename(MEMORY),
    /project_alpha\.md is torn: .*data lost/,
  ],
  [
    "a memory is renamed before there is an intent",
    "demote",
    before({ kind: "rename", path: STATEMENT }, { kind: "rename", path: INTENT }),
    /neither the old nor the new state: .*killed/,
  ],
  [
    "the intent goes before the journal is written",
    "update",
    before({ kind: "remove", path: /\/intents\/[^/]+\.json$/ }, { kind: "write", path: JOURNAL }),
    /it is done, and the journal does not say so: .*killed/,
  ],
  [
    "a copy in a backup is not synced",
    "import",
    without("sync", /\/backups\/[^/]+\/[^/]+\/root\.json$/),
    /backups\/.*\/root\.json is torn: .*data lost/,
  ],
  [
    "the names in a backup are not synced",
    "import",
    without("sync", /\/backups\/[^/]+\/[^/]+\.tmp$/),
    /backups\/.*\/[0-9a-f]{32}\/\S+ is missing: .*names lost/,
  ],
  [
    "new memories are not synced together before their intent",
    IMPORT_OF_MANY.name,
    without("sync-below", /./, 0),
    /project_a\/[0-9a-f]+\.json is torn: .*data lost/,
  ],
  [
    "their new names are not synced together",
    IMPORT_OF_MANY.name,
    without("sync-below", /./, 1),
    /\.json was not kept: .*names lost/,
  ],
  [
    "the erasure of an approved text is lost from the ledger",
    APPROVED,
    asAtTheBeginning(/\/ledger\.sqlite$/),
    /ledger\.sqlite still says .*About Alpha: /,
  ],
  [
    "the erasure from a backup is not synced",
    APPROVED,
    without("sync", /\/backups\/.*\/memories$/),
    /backups\/.*project_alpha\.md came back: .*names lost/,
  ],
];

const NAMES = [...new Set(PLANTS.map(([, operation]) => operation))];
/** How many operations the quick gate alters. */
const SAMPLE = 2;

for (const name of sampleOf(NAMES, SAMPLE, chanceBy("plants"))) {
  test(`${name}: the replay reports each fault that its recording is given`, async (t) => {
    const operation = operationNamed(name);
    const recorded = await record(t, operation);
    const known = new Set(listStates(recorded.recording).map(({ key }) => key));
    for (const plant of PLANTS.filter(([, of]) => of === name)) {
      await t.test(plant[0], () => assertReported({ ...recorded, known }, operation, plant));
    }
  });
}

async function assertReported(
  { known, ...recorded }: Recorded & { readonly known: ReadonlySet<string> },
  operation: Operation,
  [, , alter, fault]: Plant,
): Promise<void> {
  const { recording } = recorded;
  const altered = listStates(alter(recording));
  const added = altered.filter(({ key }) => !known.has(key));
  assert.ok(added.length > 0, "the alteration makes a difference");
  const faults: string[] = [];
  // From the end: what is never synced is still missing there.
  for (const state of added.reverse()) {
    faults.push(...(await findFaults(recorded, operation, [state])));
    if (faults.some((each) => fault.test(each))) return;
  }
  assert.fail(
    `not among ${faults.length} faults of ${added.length} states, ${HOW_TO_REPEAT}\n${faults.join("\n")}`,
  );
}

type Kind = Step["changes"][number]["kind"];
type Which = { readonly kind: Kind; readonly path: RegExp };

function isIt({ changes }: Step, { kind, path }: Which): boolean {
  return changes.some((change) => change.kind === kind && path.test(change.path));
}

/** The nth of them is left out, or every one. */
function without(kind: Kind, path: RegExp, nth: number | null = null): Alter {
  return alterSteps((steps) => {
    const found = steps.filter((step) => isIt(step, { kind, path }));
    const gone = new Set(nth === null ? found : found.slice(nth, nth + 1));
    return steps.filter((step) => !gone.has(step));
  });
}

/** The first step comes before the second. */
function before(first: Which, second: Which): Alter {
  return alterSteps((steps) => {
    const moved = steps.find((step) => isIt(step, first));
    assert.ok(moved !== undefined, "there is such a step");
    return steps.flatMap((step) => {
      if (step === moved) return [];
      return isIt(step, second) ? [moved, step] : [step];
    });
  });
}

/** The file is synced, but only under its new name. */
function syncAfterRename(path: RegExp): Alter {
  const syncNew = alterSteps((steps) =>
    steps.flatMap((step) => {
      const [change] = step.changes;
      if (change?.kind !== "rename" || !path.test(change.path)) return [step];
      return [step, { ...step, changes: [{ kind: "sync", path: change.to }] }];
    }),
  );
  return (recording) => syncNew(without("sync", path)(recording));
}

function alterSteps(alter: (steps: readonly Step[]) => Step[]): Alter {
  return (recording) => ({ ...recording, steps: alter(recording.steps) });
}

/** Files that SQLite or git wrote are as they were before the operation, also once it is done. */
function asAtTheBeginning(path: RegExp): Alter {
  return ({ start, steps, others }) => {
    const former = [...start].filter(([name]) => path.test(name));
    assert.ok(former.length > 0, "there is such a file");
    const put = (now: Snapshot): Snapshot => new Map([...now, ...former]);
    return {
      start,
      steps: steps.map((step) => ({ ...step, others: put(step.others) })),
      others: put(others),
    };
  };
}
