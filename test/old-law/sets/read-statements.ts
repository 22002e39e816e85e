// Statements as the law of sets reads them: those of the present form say all by themselves.

import type { Vouching } from "../evidence.ts";
import { isErasingAct } from "./acts.ts";
import type { Said, SaidTombstone } from "./said.ts";
import type { Trust } from "./sets.ts";

export type Texts = {
  readonly trust: Trust;
  readonly textOf: (digest: string) => string | null;
};

export function readStatements(all: Iterable<Vouching>, _: Texts): Said[] {
  return [...all].flatMap((each) => toSaid(each) ?? []);
}

function toSaid({ set, hash, id }: Vouching): Said | null {
  if (set === undefined) return null;
  // A tombstone that was found to be an id's is told by it.
  return isErasingAct(set.act) ? ({ ...set, hash, id } as SaidTombstone) : { ...set, hash };
}
