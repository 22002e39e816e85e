// Everything that can be signed about a memory, one row per act. Whoever has to know what an act does asks its row: the type Act is
// the keys of this table, and the compiler asks a new row for each column.

import type { EventKind } from "../../src/memory/law/events.ts";
import type { Standing } from "../../src/memory/memory.ts";
import type { Cause } from "./causes.ts";

type ActRow = {
  /** What a memory is afterwards: its text applies as a fact or as advice, or it is out of use. Null brings back what it was. */
  readonly makes: Exclude<Standing, "foreign"> | null;
  /** Of the standing that it gives; where it gives none, of the one that it ends. */
  readonly cause: Cause;
  /** Out of which standings it brings a memory back, by naming what put it there. `keep` lifts nothing: that would be
   * quarantined → inferred, which is forbidden. */
  readonly lifts: readonly Standing[];
  /** What happened, in the words of the log. */
  readonly event: EventKind;
  /** It leaves a tombstone of the memory. */
  readonly erases?: true;
  /** The machine's key may say it; everything else needs the person's. */
  readonly byMachine: boolean;
  /** No statement of a version before 3 says it. */
  readonly isNew?: true;
};

const SAYS = { lifts: [], byMachine: false } as const;
/** The law of sets says what they do: sets/acts.ts. */
const NEW = { ...SAYS, makes: null, isNew: true } as const;
const LOWERS = { ...SAYS, makes: "quarantined" } as const;

const ROWS = {
  wrote: { ...SAYS, makes: "inferred", cause: "written", byMachine: true, event: "edited" },
  keep: { ...SAYS, makes: "inferred", cause: "kept", event: "kept" },
  approve: {
    ...SAYS,
    makes: "verified",
    cause: "approved",
    lifts: ["quarantined", "retired"],
    event: "approved",
  },
  lower: { ...LOWERS, cause: "lowered", byMachine: true, event: "lowered" },
  retire: { ...SAYS, makes: "retired", cause: "retired", byMachine: true, event: "retired" },
  unretire: { ...SAYS, makes: null, cause: "retired", lifts: ["retired"], event: "restored" },
  forget: { ...LOWERS, cause: "forgotten", event: "forgotten", erases: true },
  revoke: { ...LOWERS, cause: "revoked", event: "lowered" },
  draft: { ...NEW, cause: "changed-since-written", byMachine: true, event: "edited" },
  withdraw: { ...NEW, cause: "approved", event: "restored" },
  archive: { ...NEW, cause: "retired", byMachine: true, event: "archived" },
  unarchive: { ...NEW, cause: "retired", byMachine: true, event: "restored" },
} as const satisfies Readonly<Record<string, ActRow>>;

export type Act = keyof typeof ROWS;

export const ACTS: Readonly<Record<Act, ActRow>> = ROWS;

type Said = { readonly act: Act };

/** It takes out of use, until it is lifted. */
export function isNegative({ act }: Said): boolean {
  return isLowering({ act }) || ACTS[act].makes === "retired";
}

/** Negative, and about trust. */
export function isLowering({ act }: Said): boolean {
  return ACTS[act].makes === "quarantined";
}

/** It lets a text be used. */
export function isVouching({ act }: Said): boolean {
  return isApproval({ act }) || ACTS[act].makes === "inferred";
}

export function isApproval({ act }: Said): boolean {
  return ACTS[act].makes === "verified";
}
