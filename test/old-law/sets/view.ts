// The files of a root: a function of the statements, the texts, whom this machine trusts and what it says of texts. Equal sets give
// equal files on every machine of equal trust, but for a machine's own hand edits, which keep their place there.
//
// Attack: a stranger's memory is named like another, and takes its file. So names are given out in one table: memories by how they
// stand, each with the texts that wait beside it, then strangers; two files never have one name.

import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import { extendId } from "../../../src/memory/memory.ts";
import type { SetMemory, SetStanding } from "./memories.ts";
import type { SaidWord } from "./said.ts";

const ORDER: readonly SetStanding[] = ["verified", "inferred", "retired", "quarantined", "foreign"];

/** Of two memories of one id the first has its name. */
export function compareMemories(a: SetMemory, b: SetMemory): number {
  return (
    Number(a.isForeign) - Number(b.isForeign) ||
    ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing) ||
    ((a.born === b.born ? a.id < b.id : a.born < b.born) ? -1 : 1)
  );
}

const SUFFIX_DIGITS = [16, 24, 32, 48, 64];

/** What a text that waits may be called: the first name that is free. */
export function listOtherNames({ id, born, digest }: Pick<SaidWord, "id" | "born" | "digest">): string[] {
  const digits = sha256Hex(`${born} ${digest}`);
  return SUFFIX_DIGITS.map((count) => extendId(id, `_other_${digits.slice(0, count)}`));
}
