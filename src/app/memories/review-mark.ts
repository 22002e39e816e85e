// What a row of the index says about whether a person has to look at a memory: from its standing and its file, and nothing that
// time or another memory changes. Whoever lists what waits reads these memories from their files, and no others.

import { stemOfSecond } from "../../memory/file/second-id.ts";
import { type Instant, isPlausible, parseInstant } from "../../memory/instant.ts";
import type { Cause } from "../../memory/law/standing.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { directoryOf } from "../../memory/law/transitions.ts";
import { isDictated } from "./law.ts";
import type { LoadedMemory } from "./load-memory.ts";

/** A person approved this memory, and now that does not apply. */
const CHANGED: ReadonlySet<Cause> = new Set([
  "changed-since-approval",
  "rolled-back",
  "superseded",
  "approved-but-recorded-inferred",
]);

const BROKEN: ReadonlySet<Cause> = new Set(["broken", "conflict", "unreadable", "unreliable"]);

export type ReviewMark = {
  /** Why it waits, whatever the time is. One that somebody put in quarantine waits once it has been there for a while; one
   * that nobody did, or that is broken and not there yet, at once. */
  readonly waits: "changed" | "foreign" | "dictated" | "unsigned" | "quarantined" | null;
  /** Whether it waits depends on the journal, on another memory, or on a date that was ahead of the clock. */
  readonly doubt: boolean;
  readonly fault: Fault | null;
};

export type Fault = "unreadable" | "conflicts" | "unreliable" | "misplaced";

export function markForReview(loaded: LoadedMemory, now: Instant): ReviewMark {
  const doubt = isDoubtful(loaded) || isDatedAhead(loaded, now);
  return { waits: findWaits(loaded), doubt, fault: findFault(loaded) };
}

export function findWaits(loaded: LoadedMemory): ReviewMark["waits"] {
  const { standing, cause } = loaded.standing;
  // Nothing can be decided before the record of its root can be read again.
  if (cause === "record-unreadable") return null;
  if (CHANGED.has(cause) || isHidden(loaded)) return "changed";
  if (standing === "quarantined")
    return cause === "recorded-quarantined" || isBrokenInUse(loaded) ? "unsigned" : standing;
  if (standing === "foreign") return "foreign";
  const isAdvice = standing === "inferred" && loaded.memory?.status === "active";
  return isAdvice && isDictated(loaded) ? "dictated" : null;
}

function isBrokenInUse({ standing: { cause }, file }: LoadedMemory): boolean {
  return BROKEN.has(cause) && file.directory === "memories";
}

/** Retired by nobody's word, but by a line in the file: so an approved memory could be made to vanish. */
function isHidden({ standing, input }: LoadedMemory): boolean {
  return standing.cause === "recorded-retired" && wasEverApproved(input);
}

function isDoubtful({ memory, standing, input, file }: LoadedMemory): boolean {
  if (memory === null) return false;
  // A text that a merge kept beside another.
  if (memory.status === "active" && stemOfSecond(file.id) !== null) return true;
  if (standing.standing === "inferred" && memory.supersedes !== null) return true;
  return memory.status === "archived" && wasEverApproved(input);
}

/** By this clock such a date counts as none; by a better one it may count. */
function isDatedAhead({ memory, input }: LoadedMemory, now: Instant): boolean {
  const dates = [memory?.createdAt ?? null, ...input.attestations.map(({ time }) => time)];
  return dates.some((date) => !isPlausible(parseInstant(date ?? "") ?? 0, now));
}

function findFault(loaded: LoadedMemory): Fault | null {
  return faultOf(loaded) ?? (isMisplaced(loaded) ? "misplaced" : null);
}

function faultOf(loaded: LoadedMemory): Fault | null {
  if (loaded.standing.cause === "unreliable") return "unreliable";
  if (loaded.input.file.conflictLine !== undefined) return "conflicts";
  return isBrokenInUse(loaded) ? "unreadable" : null;
}

/** It waits for no decision: it is no memory, or a merge left it half done. */
export function isBrokenOutside(loaded: LoadedMemory): boolean {
  const fault = faultOf(loaded);
  return fault === "unreadable" || fault === "conflicts";
}

function isMisplaced({ memory, file }: LoadedMemory): boolean {
  return memory !== null && directoryOf(memory.tier ?? "inferred") !== file.directory;
}
