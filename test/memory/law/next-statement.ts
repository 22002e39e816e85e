// The next statement about a file as our commands sign it: what it names is read from what is in front of them, and nothing is written.

import assert from "node:assert/strict";
import { STATEMENT_KINDS, type StatementKind } from "../../../src/memory/law/kinds.ts";
import { gather } from "../../../src/memory/law/sets/gather.ts";
import { isContested } from "../../../src/memory/law/sets/memories.ts";
import { nameReplaced } from "../../../src/memory/law/sets/next-word.ts";
import { NOBODY, placeFile } from "../../../src/memory/law/sets/standing-of-file.ts";
import type { StandingInput } from "../../../src/memory/law/standing.ts";
import type { Statement, TextContent } from "../../../src/memory/law/statement.ts";
import { attest, bornOf, type More } from "./signers.ts";

/** A tombstone names the digests that are given. */
export function attestNext(
  input: StandingInput,
  [act, signer]: readonly [StatementKind, string],
  more: More,
): Statement {
  const digest = input.file.digest ?? "";
  return attest(act, signer, { ...nameNext(input, act), digest, text: digest, ...more });
}

type Names = Pick<TextContent, "born" | "follows" | "lifts">;

function nameNext(input: StandingInput, act: StatementKind): Names {
  const { rank, lifts } = STATEMENT_KINDS[act];
  const placed = placeFile(input);
  const gathered = gather(input);
  const { id } = input.place;
  if (placed === null) {
    const ended = gathered.tombstones.map(({ hash }) => hash);
    // Of a memory that begins after another one was forgotten.
    const born = ended.length === 0 ? bornOf(id) : bornOf(`${id} after ${ended.join(" ")}`);
    return { born, follows: [], lifts: lifts === undefined ? [] : ended.sort() };
  }
  const { memory, group } = placed;
  const isChoice = isContested(memory) || (group !== null && group !== memory.groups[0]);
  const chosen = isChoice ? memory.groups : [group ?? memory.groups[0]];
  const [first, ...others] = gathered.elsewhere.filter(({ born }) => born === memory.born);
  const elsewhere = first === undefined ? [] : [{ heads: [first, ...others] as const }];
  const named = nameReplaced(
    { ...gathered, by: "person:" },
    memory,
    rank === undefined ? [] : [...chosen, ...elsewhere],
  );
  assert.ok(named.kind === "names");
  return {
    born: memory.born,
    follows: named.follows.filter((hash) => hash !== NOBODY),
    lifts: lifts === undefined ? [] : named.lifts,
  };
}
