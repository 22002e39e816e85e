// A text in the remote takes the place of another only where it follows from that one: whoever vouched for it had seen a word for
// what both sides agreed on, as the parents of their statements tell.
//
// Attack: whoever can write to the remote deletes a signed text there, or puts an older one in its place, before a machine that wrote
// another text at the same time has seen it. That machine then sends its own, alone, and whoever had the first would take it for the
// next version. So theirs has the id, as on each machine that never had the first, and ours is kept beside it. A remote that holds a
// statement back may make an old text look so: unless every statement that theirs follows from is here, no machine vouches for what is
// kept. Fails closed.

import { makeSecond, type SecondMemory } from "../../../memory/file/merge-memory.ts";
import { findAncestors, selectVouching } from "../../../memory/law/evidence.ts";
import type { StandingInput } from "../../../memory/law/standing.ts";
import { findFile } from "../../../store/memory-files.ts";
import { inputFor, type Meeting, type Versions } from "../meeting.ts";

export type Overlooked = {
  /** Ours, to be kept beside theirs. */
  readonly second: SecondMemory;
  /** The two were written at once; otherwise a statement is missing that would tell. */
  readonly isSure: boolean;
  /** What both agreed on is beside theirs already, because somebody else saw it first. */
  readonly isKept: boolean;
};

/** @returns null when theirs follows from what both sides agreed on, or nobody trusted here vouched for one of the two. */
export function findOverlooked(meeting: Meeting, { id, base, ours, theirs }: Versions): Overlooked | null {
  if (base?.text == null || ours?.text == null || theirs?.text == null) return null;
  const [before, mine, other] = [base, ours, theirs].map((each) => inputFor(meeting, { id, ...each }));
  if (before === undefined || mine === undefined || other === undefined) return null;
  const isOne = [before, mine].some(({ file }) => file.digest === other.file.digest);
  const order = isOne ? "follows" : findOrder(before, other);
  const [second, agreed] = [makeSecond(id, ours.text), makeSecond(id, base.text)];
  if (order === "follows" || second === null || agreed === null) return null;
  return { second, isSure: order === "at once", isKept: isBeside(meeting, agreed.id, before) };
}

function findOrder(before: StandingInput, other: StandingInput): "follows" | "at once" | "unknown" {
  const [agreed, vouched] = [selectVouching(before), selectVouching(other)];
  if (agreed.length === 0 || vouched.length === 0) return "follows";
  // Those of strangers, too: whom that signer trusts need not be trusted here.
  const known = [...other.attestations, ...other.remembered];
  const ancestors = findAncestors(vouched, known);
  if (agreed.some(({ hash }) => ancestors.has(hash))) return "follows";
  const hashes = new Set(known.map(({ hash }) => hash));
  return [...ancestors].every((hash) => hashes.has(hash)) ? "at once" : "unknown";
}

function isBeside(meeting: Meeting, id: string, { file }: StandingInput): boolean {
  if (findFile(meeting.root.path, id) !== null) return true;
  return (["memories", "quarantine"] as const).some((directory) => {
    const text = meeting.incoming.changes.get(`${directory}/${id}.md`)?.is?.text ?? null;
    return text !== null && inputFor(meeting, { id, text, directory }).file.digest === file.digest;
  });
}
