// The memories of a set, read: for each text that the view places, the file as every machine of equal trust would have it. For whoever
// has statements and texts and no root: a hub, and a client that checks what a hub answers.

import { digestFolded, digestMemory } from "../../file/digest.ts";
import { parseMemory } from "../../file/parse-memory.ts";
import { renderMarked } from "../../file/source.ts";
import type { Memory, Standing } from "../../memory.ts";
import { CAUSES } from "../causes.ts";
import { STATEMENT_KINDS } from "../kinds.ts";
import { isTextStatement, type Statement } from "../statement.ts";
import { CAUSES_OF_SETS } from "./causes.ts";
import { marksOf } from "./marks.ts";
import type { Law } from "./memories.ts";
import type { TextFacts } from "./sets.ts";
import { computeView, type SetFile } from "./view.ts";

export type GivenSets = {
  readonly statements: readonly Statement[];
  /** Sources by their hashes. */
  readonly sources: ReadonlyMap<string, string>;
};

export type AppliedMemory = {
  readonly file: SetFile;
  /** With its marks. */
  readonly text: string;
  readonly memory: Memory;
  readonly standing: Standing;
  /** A sentence part for people. */
  readonly reason: string;
  /** Rule ids that a person took on with exactly this text. */
  readonly acknowledged: ReadonlySet<string>;
};

/** `nameOf`: what a signer is called here. */
export function listApplied(
  { statements, sources }: GivenSets,
  law: Law,
  nameOf: (signer: string) => string,
): AppliedMemory[] {
  const texts = new Map([...sources].flatMap(([hash, source]) => pairFacts(hash, factsOf(source))));
  const view = computeView({ statements: new Map(statements.map((each) => [each.hash, each])), texts }, law);
  const byBorn = Map.groupBy(statements.filter(isTextStatement), ({ born }) => born);
  return view.flatMap((file) => {
    const said = byBorn.get(file.born) ?? [];
    const text = renderMarked(sources.get(file.text) ?? "", marksOf(file, said)) ?? "";
    const parsed = parseMemory(text);
    if (parsed.kind !== "memory") return [];
    const standing = file.standing === "waits" ? "foreign" : file.standing;
    const acknowledged = said.filter(({ digest, signer }) => digest === file.digest && law.trust.has(signer));
    return [
      {
        ...{ file, text, memory: parsed.memory, standing },
        reason: reasonOf(file, nameOf),
        acknowledged: new Set(acknowledged.flatMap((each) => each.acknowledged)),
      },
    ];
  });
}

function pairFacts(hash: string, facts: TextFacts | null): [string, TextFacts][] {
  return facts === null ? [] : [[hash, facts]];
}

/** @returns null for what is no memory. */
export function factsOf(source: string): TextFacts | null {
  const parsed = parseMemory(source);
  if (parsed.kind !== "memory") return null;
  return { digest: digestMemory(parsed.memory), folded: digestFolded(parsed.memory) };
}

function reasonOf({ cause, by }: SetFile, nameOf: (signer: string) => string): string {
  const row = CAUSES[CAUSES_OF_SETS[cause]];
  // A memory that is in use says what was done with it: written, or kept.
  const own = by === null ? row : CAUSES[STATEMENT_KINDS[by.act].cause];
  const { reason } = row.standing === "inferred" && own.standing === "inferred" ? own : row;
  if (typeof reason === "string") return reason;
  const who = by === null ? "nobody" : `${nameOf(by.signer)} on ${by.time.slice(0, 10)}`;
  return reason(who, { isOwn: false, conflictLine: 1 });
}
