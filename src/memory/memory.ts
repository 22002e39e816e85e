// The words of the domain, one meaning each. Everything else is written in these.

import { ID, isOf } from "./alphabet.ts";
import { FILE_NAME_BYTES_MAX } from "./limits.ts";

export const MEMORY_TYPES = ["user", "feedback", "project", "reference"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** Any of the types, as part of a pattern. */
export const ANY_TYPE = `(?:${MEMORY_TYPES.join("|")})`;

/** In the order in which equally good hits are shown. */
export const CATEGORIES = [
  "decision",
  "constraint",
  "preference",
  "runbook",
  "tech_debt",
  "session_summary",
] as const;
export type Category = (typeof CATEGORIES)[number];

/** What the file records about trust. */
export const TIERS = ["verified", "inferred", "quarantined"] as const;
export type Tier = (typeof TIERS)[number];

export const STATUSES = ["active", "archived", "retired"] as const;
export type Status = (typeof STATUSES)[number];

export const ORIGINS = ["user", "dictated", "inference", "import"] as const;
export type Origin = (typeof ORIGINS)[number];

export const SCOPES = ["project", "user"] as const;
export type Scope = (typeof SCOPES)[number];

type TypeTraits = {
  /** Where a memory of this type is stored unless the call says otherwise. */
  readonly scope: Scope;
  /** About the person and how they want to work: a session begins with these. */
  readonly isPersonal: boolean;
  /** Merely says where something is found, so a yes to many at once does not verify it. */
  readonly isPointer: boolean;
};

export const TYPE_TRAITS: Readonly<Record<MemoryType, TypeTraits>> = {
  user: { scope: "user", isPersonal: true, isPointer: false },
  feedback: { scope: "project", isPersonal: true, isPointer: false },
  project: { scope: "project", isPersonal: false, isPointer: false },
  reference: { scope: "project", isPersonal: false, isPointer: true },
};

/** What applies, computed from the file, the attestations and the signers. */
export const STANDINGS = ["verified", "inferred", "foreign", "quarantined", "retired"] as const;
export type Standing = (typeof STANDINGS)[number];

/** A file that parsed: each value is already right, absent ones are null. */
export type Memory = {
  readonly name: string;
  readonly description: string;
  readonly type: MemoryType;
  readonly category: Category | null;
  readonly tags: readonly string[];
  /** In the words of a future situation, when it is needed: a phrase, a command, a path glob or an error text. */
  readonly cues: readonly string[];
  /** Ids of memories that cannot hold beside it. */
  readonly contradicts: readonly string[];
  readonly tier: Tier | null;
  readonly status: Status;
  readonly lastVerified: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly retiredAt: string | null;
  readonly archivedAt: string | null;
  readonly quarantinedAt: string | null;
  readonly retiredReason: string | null;
  readonly archivedReason: string | null;
  readonly quarantineReason: string | null;
  readonly quarantinedBy: string | null;
  readonly sourceMachine: string | null;
  readonly origin: Origin | null;
  readonly session: string | null;
  readonly taint: readonly string[];
  readonly relatedFiles: readonly string[];
  readonly confidence: number | null;
  readonly supersedes: string | null;
  readonly body: string;
};

// The id of a memory is the stem of its file name; it never changes, whatever directory the file is in.

/** Accepts `project_x` and `project_x.md`. @returns null when the text is not the name of a memory file. */
export function parseMemoryId(text: string): string | null {
  const id = text.endsWith(".md") ? text.slice(0, -".md".length) : text;
  // Such a name is ASCII, so its length is its size in bytes.
  if (id.length + ".md".length > FILE_NAME_BYTES_MAX) return null;
  const type = typeOfId(id);
  return type !== null && isOf(ID, id.slice(type.length + 1)) ? id : null;
}

export function isMemoryId(text: string): boolean {
  return parseMemoryId(text) === text;
}

/** The type that an id claims by its prefix. */
export function typeOfId(id: string): MemoryType | null {
  // No type holds what stands behind it.
  const type = id.slice(0, Math.max(0, id.indexOf("_")));
  return MEMORY_TYPES.find((each) => each === type) ?? null;
}

/** An id with more at its end, within the length of a file name. `suffix` is of characters that an id may have. */
export function extendId(id: string, suffix: string): string {
  return `${id.slice(0, FILE_NAME_BYTES_MAX - ".md".length - suffix.length)}${suffix}`;
}
