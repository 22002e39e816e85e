// What is decided about one memory when a root and its remote meet: what is written here, what has to be so by then, and what stays
// different on purpose.

import { sha256Hex } from "../../../memory/file/sha256.ts";
import type { Change } from "../../../store/transaction.ts";
import type { JudgedJoin } from "../../change/merge/join-memory.ts";
import type { Apart } from "../agreement.ts";
import type { Version, Versions } from "../meeting.ts";

export type Decision = {
  readonly id: string;
  readonly kind:
    | "same"
    /** Ours goes there. */
    | "sent"
    | "taken"
    /** It was deleted on one side without a statement that counts here. */
    | "came-back"
    /** A statement that counts here took it out of use, and its file with it. */
    | "archived"
    | "forgotten"
    | "merged"
    | "kept-both"
    /** Ours is in use or vouched for, and nobody trusted here signed what is there: ours stays. */
    | "held"
    /** Theirs fails validation: it waits here, in quarantine. */
    | "quarantined"
    /** Ours fails validation, so it is not sent. */
    | "blocked"
    /** Not taken, and left there. */
    | "left";
  readonly why?: string;
  /** What has to be so under the lock: by path the content that was looked at. */
  readonly expects: ReadonlyMap<string, string | null>;
  readonly changes: readonly Change[];
  readonly join?: JudgedJoin;
  readonly apart: ReadonlyMap<string, Apart>;
  /** What was put beside it goes, because its text has the id by now. */
  readonly dropped?: Version;
  /** Ours goes there again in the place of theirs: which of the two, in one word. */
  readonly held?: string;
};

export type Plan = Pick<Decision, "kind"> & Partial<Omit<Decision, "kind" | "id" | "expects">>;

/** Neither side changes. */
export function leave(versions: Versions, why: string): Plan {
  return { kind: "left", why, apart: leftApart(versions) };
}

/** Both places of the id, as they are on either side. */
export function leftApart({ id, ours, theirs }: Versions): Map<string, Apart> {
  const at = (version: Version | null, path: string): string | null =>
    version?.path === path ? version.oid : null;
  const paths = [`memories/${id}.md`, `quarantine/${id}.md`];
  return new Map(paths.map((path) => [path, { ours: at(ours, path), theirs: at(theirs, path) }] as const));
}

/** A text at a path, in the place of ours. */
export function replace(ours: Version | null, path: string, text: string): Change[] {
  const write: Change = { kind: "write", path, text };
  return ours === null || ours.path === path || ours.text === null
    ? [write]
    : [write, remove(ours, ours.text)];
}

export function remove({ path }: Version, text: string): Change {
  return { kind: "remove", path, sha256: sha256Hex(text) };
}
