// The marks that a file repeats of the statements about it: tier, status, dates, reasons, and where its words came from. They say the
// same on every machine of equal trust: no name of a person or machine that only this one knows, no clock but the signers'.

import type { FrontmatterChanges } from "../../file/write-frontmatter.ts";
import { REASON_CHARS_MAX } from "../../limits.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { STATEMENT_KINDS } from "../kinds.ts";
import { isTextStatement, kindOfSigner, type Statement, type TextStatement } from "../statement.ts";
import { ACTOR_NAMES } from "../subject.ts";
import { compare, type SetMemory } from "./memories.ts";
import { type SetFile, sourceOf } from "./view.ts";

/** `said`: all statements of its born. */
export function marksOf(file: SetFile, said: readonly Statement[]): FrontmatterChanges {
  const words = said.filter(isTextStatement).filter(({ id }) => id === file.id);
  const head = words.find(({ hash }) => hash === file.word);
  const first =
    words.filter(({ follows, source }) => follows.length === 0 && source !== null).toSorted(byTime)[0] ??
    words.toSorted(byTime)[0];
  const { origin, session, taint } = sourceOf(words, file.born);
  return {
    "created-at": first?.time ?? null,
    "updated-at": head?.digest === first?.digest ? null : (head?.time ?? null),
    origin,
    session,
    taint: taint.length === 0 ? null : taint,
    ...trustMarks(file),
    ...statusMarks(file, words),
  };
}

/** Of a file whose other keys stay as they are: null for a mark that it no longer has. */
export function marksInUse(memory: SetMemory, said: readonly Statement[]): FrontmatterChanges {
  const { standing, negatives } = memory;
  const isTold = standing === "verified" || standing === "inferred" || standing === "quarantined";
  const archivedBy = negatives.find(({ act }) => STATEMENT_KINDS[act].makes === "archived")?.hash ?? null;
  const marks = {
    // A retired memory keeps its tier for the day on which it comes back.
    ...(isTold && trustMarks(memory)),
    ...statusMarks({ ...memory, archivedBy }, said.filter(isTextStatement)),
  };
  const gone = OF_STANDING.filter((key) => !Object.hasOwn(marks, key));
  return { ...marks, ...Object.fromEntries(gone.map((key) => [key, null])) };
}

const OF_STANDING = [
  ...["quarantined-at", "quarantined-by", "quarantine-reason", "status"],
  ...["retired-at", "retired-reason", "archived-at", "archived-reason"],
];

function trustMarks({ standing, by }: Pick<SetFile, "standing" | "by">): FrontmatterChanges {
  if (standing === "verified")
    return { "trust-level": "verified", "last-verified": by?.time.slice(0, 10) ?? null };
  if (standing !== "quarantined" || by === null)
    return { "trust-level": standing === "quarantined" ? standing : "inferred" };
  return {
    "trust-level": "quarantined",
    "last-verified": by.time.slice(0, 10),
    "quarantined-at": by.time,
    "quarantined-by": nameSigner(by),
    "quarantine-reason": reasonOf(by) ?? "no reason given",
  };
}

/** As a file can hold it: whoever is trusted may have signed several lines, or an empty one. */
function reasonOf({ reason }: Statement): string | null {
  const line = sanitizeLine(reason ?? "", REASON_CHARS_MAX);
  return line === "" ? null : line;
}

function nameSigner(by: Statement): string {
  if (kindOfSigner(by.signer) === "person") return ACTOR_NAMES.person;
  const isValidators = isTextStatement(by) && by.acknowledged.length > 0;
  return isValidators ? ACTOR_NAMES.validator : ACTOR_NAMES.machine;
}

function statusMarks(
  { standing, by, isArchived, archivedBy }: Pick<SetFile, "standing" | "by" | "isArchived" | "archivedBy">,
  words: readonly TextStatement[],
): FrontmatterChanges {
  if (standing === "retired" && by !== null)
    return { status: "retired", "retired-at": by.time, "retired-reason": reasonOf(by) };
  const archive = isArchived ? words.find(({ hash }) => hash === archivedBy) : undefined;
  return archive === undefined
    ? {}
    : { status: "archived", "archived-at": archive.time, "archived-reason": reasonOf(archive) };
}

function byTime(a: TextStatement, b: TextStatement): number {
  return compare(a.time, b.time) || compare(a.hash, b.hash);
}
