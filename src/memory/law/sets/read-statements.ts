// Statements of every version as the law of sets reads them. Version 3 says all by itself; what versions 1 and 2 mean is a function of
// all that is known about their id.

import type { Attestation } from "../attestation.ts";
import type { Vouching } from "../evidence.ts";
import { isErasingAct } from "./acts.ts";
import { append } from "./in-force.ts";
import { readVersion1 } from "./read-version1.ts";
import type { Said, SaidTombstone } from "./said.ts";
import { counts, type Trust } from "./sets.ts";

export type Texts = {
  readonly trust: Trust;
  /** The text of a digest; null where none is here. */
  readonly textOf: (digest: string) => string | null;
};

export function readStatements(all: Iterable<Vouching>, { trust, textOf }: Texts): Said[] {
  const said: Said[] = [];
  const first = new Map<string, Attestation[]>();
  for (const each of all) {
    const read = toSaid(each);
    if (read !== null) said.push(read);
    else append(first, each.id, toAttestation(each));
  }
  const reading = { counts: (each: Attestation) => counts(each, trust), textOf };
  return [...said, ...[...first.values()].flatMap((group) => readVersion1(group, reading))];
}

function toSaid({ set, hash, id }: Vouching): Said | null {
  if (set === undefined) return null;
  // A tombstone that was found to be an id's is told by it.
  return isErasingAct(set.act) ? ({ ...set, hash, id } as SaidTombstone) : { ...set, hash };
}

function toAttestation(said: Vouching): Attestation {
  const isTombstone = said.ends === true;
  return { acknowledged: [], reason: null, key: "", signature: "", ...said, v: isTombstone ? 2 : 1 };
}
