// The id of a text that a merge kept beside another, because both had changed the same words.

import { FILE_NAME_BYTES_MAX } from "../limits.ts";
import { extendId } from "../memory.ts";

/** A memory is the second of a pair if its id says so with its own digest: nobody makes a pair by a name alone. */
export function isSecondOf(id: string, second: { readonly id: string; readonly digest: string }): boolean {
  return second.id === secondId(id, second.digest);
}

/** @returns the id that such a second is of, unless that one was too long to be in it whole; null for any other id. */
export function stemOfSecond(id: string): string | null {
  return SECOND.exec(id)?.[1] ?? null;
}

const MARK = "other";
const DIGEST_CHARS = 8;
const SUFFIX_MAX = `_${MARK}_${"0".repeat(2 * DIGEST_CHARS)}`;
const SECOND = new RegExp(`^(.+)_${MARK}_[0-9a-f]{${DIGEST_CHARS},${2 * DIGEST_CHARS}}$`);

/** An id with less before its mark was in it whole. */
export const CUT_CHARS_MIN: number =
  extendId("x".repeat(FILE_NAME_BYTES_MAX), SUFFIX_MAX).length - SUFFIX_MAX.length;

export function secondId(id: string, digest: string): string {
  const short = extendId(id, `_${MARK}_${digest.slice(0, DIGEST_CHARS)}`);
  // A long id loses its end, which may have been just this one.
  return short === id ? extendId(id, `_${MARK}_${digest.slice(0, 2 * DIGEST_CHARS)}`) : short;
}
