// What a row of the index says about whether a person has to look at a memory: from its standing and its file, and nothing that
// time or another memory changes. Whoever lists what waits reads these memories from their files, and no others.

import { type Instant, isPlausible, parseInstant } from "../../memory/instant.ts";
import { CAUSES, type CauseRow } from "../../memory/law/causes.ts";

import { STATEMENT_KINDS } from "../../memory/law/kinds.ts";
import { isPerson } from "../../memory/law/sets/sets.ts";
import { hearFile, placeFile } from "../../memory/law/sets/standing-of-file.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import {
  isOtherName,
  isTextStatement,
  kindOfSigner,
  type Statement,
  type TextStatement,
} from "../../memory/law/statement.ts";
import { directoryOf } from "../../memory/law/transitions.ts";
import { withRemedy } from "../../memory/remedies.ts";
import { digestOf } from "./answers.ts";
import { isDictated } from "./law.ts";
import type { LoadedMemory } from "./load-memory.ts";

export type ReviewMark = {
  /** Why it waits, whatever the time is. One that somebody put in quarantine waits once it has been there for a while; one
   * that nobody did, or that is broken and not there yet, at once. */
  readonly waits: CauseRow["waits"] | "dictated" | "unsigned";
  /** Whether it waits depends on the journal, on another memory, or on a date that was ahead of the clock. */
  readonly doubt: boolean;
  readonly fault: Fault | null;
};

export type Fault = NonNullable<CauseRow["fault"]> | "misplaced";

export function markForReview(loaded: LoadedMemory, now: Instant): ReviewMark {
  const doubt = isDoubtful(loaded) || isDatedAhead(loaded, now);
  return { waits: findWaits(loaded), doubt, fault: findFault(loaded) };
}

export function findWaits(loaded: LoadedMemory): ReviewMark["waits"] {
  const { standing, cause } = loaded.standing;
  if (standing === "quarantined" && (CAUSES[cause].isUnsigned === true || isBrokenInUse(loaded)))
    return "unsigned";
  const isAdvice = standing === "inferred" && loaded.memory?.status === "active";
  return waitsByCause(loaded) ?? (isAdvice && isDictated(loaded) ? "dictated" : null);
}

export function isBrokenInUse({ standing: { cause }, file }: LoadedMemory): boolean {
  return CAUSES[cause].fault !== null && file.directory === "memories";
}

/** Retired by nobody's word, but by a line in the file, an approved memory waits like a changed one: it could be made to vanish. */
function waitsByCause(loaded: LoadedMemory): CauseRow["waits"] {
  const { standing, cause } = loaded.standing;
  const { input } = loaded;
  const { waits, isUnsigned } = CAUSES[cause];
  if (isKeptOut(loaded)) return null;
  const isRetiredByHand = standing === "retired" && isUnsigned === true && wasEverApproved(input);
  return isRetiredByHand || isArchivedByHand(loaded) ? "changed" : waits;
}

/**
 * An approved memory that a line in its file archives.
 *
 * Attack: a commit puts what a person approved out of use by a mark. Archiving is signed, so such a mark is an edit by hand.
 */
export function isArchivedByHand({ memory, standing: { standing }, input }: LoadedMemory): boolean {
  if (memory?.status !== "archived" || !wasEverApproved(input)) return false;
  // A memory that does not apply for another reason is reported for that reason.
  if (standing !== "verified" && standing !== "inferred") return false;
  return placeFile(input)?.memory.isArchived !== true;
}

export const ARCHIVED_BY_HAND = "archived, but no statement says so";

/** A person's no to exactly this text: said at this terminal, or signed with a person's key. Nobody is asked again. */
export function isKeptOut({ standing: { standing, cause }, input, ...of }: LoadedMemory): boolean {
  if (CAUSES[cause].isHiddenHere === true) return true;
  if (standing !== "quarantined" || CAUSES[cause].isUnsigned === true) return false;
  const said = digestOf(of, of.file.id);
  const isPersons = (each: Statement): boolean =>
    isTextStatement(each) && each.digest === said && kindOfSigner(each.signer) === "person";
  return input.answered === "no" || hearFile(input).against.some(isPersons);
}

function isDoubtful(loaded: LoadedMemory): boolean {
  const { memory, standing, file } = loaded;
  if (memory === null) return false;
  // A text that was kept beside another: in a work tree the better one may have the longer name.
  const isBeside = isOtherName(file.id) || CAUSES[standing.cause].isBeside === true;
  if (memory.status === "active" && isBeside) return true;
  if (standing.standing === "inferred" && memory.supersedes !== null) return true;
  // Somebody may have answered to them.
  return listWishes(loaded).length > 0;
}

/** By this clock such a date counts as none; by a better one it may count. */
function isDatedAhead({ memory, input }: LoadedMemory, now: Instant): boolean {
  const dates = [memory?.createdAt ?? null, ...input.attestations.map(({ time }) => time)];
  return dates.some((date) => !isPlausible(parseInstant(date ?? "") ?? 0, now));
}

function findFault(loaded: LoadedMemory): Fault | null {
  return faultOf(loaded) ?? (isMisplaced(loaded) ? "misplaced" : null);
}

function faultOf({ standing: { cause }, input, file }: LoadedMemory): Fault | null {
  const { fault } = CAUSES[cause];
  if (fault !== "unreliable" && input.file.conflictLine !== undefined) return "conflicts";
  return fault === "unreadable" && file.directory !== "memories" ? null : fault;
}

/** It waits for no decision: it is no memory, or a merge left it half done. */
export function isBrokenOutside(loaded: LoadedMemory): boolean {
  const fault = faultOf(loaded);
  return fault === "unreadable" || fault === "conflicts";
}

function isMisplaced({ memory, file }: LoadedMemory): boolean {
  return memory !== null && directoryOf(memory.tier ?? "inferred") !== file.directory;
}

/** Why it stands as it does, with what to do about it where the reason alone does not say that. */
export function sayReason({ cause, reason }: LoadedMemory["standing"]): string {
  return CAUSES[cause].isStrangers === true ? withRemedy(reason, "unknown-signer") : reason;
}

// What machines elsewhere signed against a memory that a person approved: it changes nothing, and waits for the person like a request
// that was filed here.

/** Of a memory in use; of one that is out of use nobody asks any more. */
export function listWishes({ file, standing, input }: LoadedMemory): readonly TextStatement[] {
  const isInUse = standing.standing === "verified" || standing.standing === "inferred";
  // A text that waits beside a memory is asked about by itself.
  if (!isInUse || input.place.id !== file.id) return [];
  const said = [...input.attestations, ...input.remembered];
  if (!said.some((each) => STATEMENT_KINDS[each.act].makes !== undefined && !isPerson(each))) return [];
  return placeFile(input)?.memory.wishes ?? [];
}
