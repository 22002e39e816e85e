// The form of a signed statement, whatever its version: canonical to the last byte, named by its own hash, and of exactly the keys
// that its version has. What is otherwise is no statement.

import { renderCanonical } from "../file/digest.ts";
import { sha256Hex } from "../file/sha256.ts";
import { parseInstant } from "../instant.ts";
import { isRecord, parseJson } from "../json.ts";
import { REASON_CHARS_MAX } from "../limits.ts";
import { SCOPES } from "../memory.ts";

export type UnreadStatement = { readonly kind: "malformed" | "newer"; readonly message: string };

export const HEX_32 = /^[0-9a-f]{32}$/;
export const HEX_64 = /^[0-9a-f]{64}$/;
const SIGNER = /^(?:machine|person):[a-z2-7]{32}$/;
// The last character carries spare bits, which must be zero: otherwise anybody could write the same signature in
// another way, and so copy an approval under a new hash that no later approval replaces.
const KEY = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
const SIGNATURE = /^[A-Za-z0-9_-]{85}[AQgw]$/;
const RULE_ID = /^[a-z0-9-]{1,64}$/;
const ACKNOWLEDGED_MAX = 64;
const OPTIONAL = new Set(["test"]);

type Fields = Readonly<Record<string, unknown>>;

/** A statement of any version: what `check` finds comes before what is wrong with its form and its name. */
export function readCanonical(
  text: string,
  hash: string,
  check: (read: Fields) => UnreadStatement | null,
): { readonly read: Fields } | UnreadStatement {
  const read = parseJson(text);
  if (!isRecord(read)) return malformed("it is not a JSON object");
  const problem = check(read);
  if (problem !== null) return problem;
  if (`${renderCanonical(read)}\n` !== text) return malformed("it is not in canonical form");
  return sha256Hex(text) === hash ? { read } : malformed("its name is not the hash of its content");
}

export function findNewer({ v }: Fields, newest: number): UnreadStatement | null {
  const isNewer = Number.isSafeInteger(v) && Number(v) > newest;
  return isNewer ? { kind: "newer", message: `it has version ${v}` } : null;
}

export type Checks = Readonly<Record<string, (value: unknown) => boolean>>;

export function findProblem(value: Fields, checks: Checks): UnreadStatement | null {
  const keys = Object.keys(checks).sort();
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) return malformed("it has a key of its own");
  const missing = keys.find((key) => !OPTIONAL.has(key) && !Object.hasOwn(value, key));
  if (missing !== undefined) return malformed(`it lacks ${missing}`);
  const bad = Object.keys(value).find((key) => checks[key]?.(value[key]) !== true);
  return bad === undefined ? null : malformed(`its ${bad} is not well formed`);
}

/** What statements of every version have. */
export const COMMON_CHECKS = {
  root: (value) => matches(value, HEX_32),
  scope: (value) => SCOPES.some((scope) => scope === value),
  acknowledged: (value) => isSortedList(value, RULE_ID, ACKNOWLEDGED_MAX),
  time: (value) => typeof value === "string" && parseInstant(value) !== null,
  signer: (value) => matches(value, SIGNER),
  reason: (value) => value === null || (typeof value === "string" && isReason(value)),
  test: (value) => value === true,
  key: (value) => matches(value, KEY),
  signature: (value) => matches(value, SIGNATURE),
} as const satisfies Checks;

/** A lone surrogate has no canonical form. */
function isReason(text: string): boolean {
  return text.isWellFormed() && [...text].length <= REASON_CHARS_MAX;
}

export function isSortedList(value: unknown, pattern: RegExp, itemsMax: number): boolean {
  return (
    Array.isArray(value) &&
    value.length <= itemsMax &&
    value.every((item, index) => matches(item, pattern) && (index === 0 || value[index - 1] < item))
  );
}

export function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function malformed(message: string): UnreadStatement {
  return { kind: "malformed", message };
}
