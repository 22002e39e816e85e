// What the acts of version 3 do in the law of sets, one row each. Whoever has to know asks the row.

import { ACTS, type Act } from "../acts.ts";

/** Out of use: for trust, for good, or until it is wanted again. */
type Out = "quarantined" | "retired" | "archived";

type SetActRow = {
  /** It vouches for a text and can replace others. Of two texts the one with the higher rank is the memory. */
  readonly rank?: number;
  /** In force, it makes a fact. */
  readonly approves?: true;
  /** A hand edit that was found on disk: it travels, replaces nothing but the same machine's, and is in use nowhere. */
  readonly isDraft?: true;
  /** What it makes of the memory, until it is lifted. */
  readonly makes?: Out;
  /** What it leaves is a tombstone. */
  readonly erases?: true;
  /** What of a memory it takes back, by naming it. */
  readonly lifts?: readonly Out[];
  /** The statements of the same key that it names count for nothing; what remains decides. */
  readonly withdraws?: true;
  readonly byMachine: boolean;
  /** Also a key that may do no more than propose. */
  readonly byProposer?: true;
};

const ROWS = {
  approve: { rank: 2, approves: true, lifts: ["quarantined", "retired", "archived"], ...by("approve") },
  keep: { rank: 2, ...by("keep") },
  wrote: { rank: 1, byProposer: true, ...by("wrote") },
  draft: { rank: 0, isDraft: true, byMachine: true },
  lower: { makes: "quarantined", ...by("lower") },
  revoke: { makes: "quarantined", ...by("revoke") },
  forget: { makes: "quarantined", erases: true, ...by("forget") },
  retire: { makes: "retired", ...by("retire") },
  archive: { makes: "archived", byMachine: true },
  unretire: { lifts: ["retired"], ...by("unretire") },
  unarchive: { lifts: ["archived"], byMachine: true },
  withdraw: { withdraws: true, byMachine: false },
} as const satisfies Readonly<Record<string, SetActRow>>;

export type SetAct = keyof typeof ROWS;
export type ErasingAct = {
  [Each in SetAct]: (typeof ROWS)[Each] extends { readonly erases: true } ? Each : never;
}[SetAct];

export const SET_ACTS: Readonly<Record<SetAct, SetActRow>> = ROWS;

function by(act: Act): Pick<SetActRow, "byMachine"> {
  return { byMachine: ACTS[act].byMachine };
}

function isSetAct(name: unknown): name is SetAct {
  return typeof name === "string" && Object.hasOwn(SET_ACTS, name);
}

export function isErasingAct(name: unknown): name is ErasingAct {
  return isSetAct(name) && SET_ACTS[name].erases === true;
}
