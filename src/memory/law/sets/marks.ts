// The marks that a file repeats of the statements about it: tier, status, dates, reasons, and where its words came from. They say the
// same on every machine of equal trust: no name of a person or machine that only this one knows, no clock but the signers'.

import type { FrontmatterChanges } from "../../file/write-frontmatter.ts";
import { REASON_CHARS_MAX } from "../../limits.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { isTextStatement, kindOfSigner, type Statement, type TextStatement } from "../statement.ts";
import { compare } from "./memories.ts";
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

function trustMarks({ standing, by }: SetFile): FrontmatterChanges {
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
  if (kindOfSigner(by.signer) === "person") return "a person";
  return isTextStatement(by) && by.acknowledged.length > 0 ? "a validator" : "an agent or a script";
}

function statusMarks(
  { standing, by, isArchived, archivedBy }: SetFile,
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
