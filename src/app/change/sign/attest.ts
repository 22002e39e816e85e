// Statements as changes of a root: who says what about which text, signed with the key of whoever says it.

import { join } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import { hashSource } from "../../../memory/file/source.ts";
import type { ErasingKind, NamingKind, StatementKind, VouchingKind } from "../../../memory/law/kinds.ts";
import { placeFile } from "../../../memory/law/sets/standing-of-file.ts";
import type { StandingInput } from "../../../memory/law/standing.ts";
import type { KeyKind } from "../../../memory/law/statement.ts";
import type { Change } from "../../../store/transaction.ts";
import type { SignedFile } from "../../../trust/sign.ts";
import { digestOf } from "../../memories/answers.ts";
import { listTombstonesOf } from "../../memories/forgotten.ts";
import { DICTATED } from "../../memories/law.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import { actorOf, type Workspace } from "../../workspace/workspace.ts";
import type { JudgedText } from "../judge-text.ts";
import { goesOnAnew, type SetSaid, signWord } from "./sign-set.ts";

/** What vouches for no content needs no judgement. */
export type ActSaying = {
  readonly act: Exclude<StatementKind, VouchingKind | ErasingKind>;
  readonly digest: string;
  readonly reason?: string | null;
  /** Whoever acts, unless it is said. */
  readonly by?: KeyKind;
  /** Of a validator's `lower`, those that failed the text: it counts on this machine, whoever approved it. */
  readonly rules?: readonly string[];
};

export function contentDigest({ digest, text, file }: LoadedMemory): string {
  return digestOf({ digest, text }, file.id);
}

/** A signed statement about one id, as a change of the root, that vouches for nothing. */
export function attestAct(
  workspace: Workspace,
  input: StandingInput,
  { act, digest, reason = null, by = actorOf(workspace), rules = [] }: ActSaying,
): Change {
  return sign(workspace, { by, input }, { act, digest, reason, acknowledged: [...rules].sort() });
}

export type TextSaying = {
  readonly by: KeyKind;
  /** Of a person who approves nothing. */
  readonly keeps: boolean;
  readonly input: StandingInput;
};

/** A signed statement that vouches for a text, as a change of the root. Called by write-text alone. */
export function attestText(
  workspace: Workspace,
  judged: JudgedText,
  { by, keeps, input }: TextSaying,
): Change {
  const { digest, flags, redactionCounted, memory } = judged;
  const { origin, session, taint } = memory;
  const of = { text: hashSource(judged.text), source: { origin, session, taint } };
  if (by === "person") {
    const act = keeps ? "keep" : "approve";
    const said = { ...of, act, digest, reason: null, acknowledged: [...flags].sort() } as const;
    return sign(
      workspace,
      { by, input },
      { ...said, alsoLifts: keeps ? [] : listBuried(workspace, input, judged) },
    );
  }
  if (redactionCounted) throw new CredenceError("INTERNAL", "only a person can vouch for redacted text");
  const reason = memory.origin === "dictated" ? DICTATED : null;
  return sign(workspace, { by, input }, { ...of, act: "wrote", digest, reason, acknowledged: [] });
}

/** Signs that a new memory is retired or archived, because a file has only the marks that statements give it. */
export function attestStatus(
  workspace: Workspace,
  input: StandingInput,
  {
    judged,
    by,
    reason,
  }: { readonly judged: JudgedText; readonly by: KeyKind; readonly reason: string | null },
): Change[] {
  const { digest, memory } = judged;
  if (memory.status === "active") return [];
  const act = memory.status === "retired" ? "retire" : "archive";
  return [attestAct(workspace, input, { act, digest, reason, by })];
}

/** Tombstones that name the text, of whatever memory: by approving exactly this text the person wants it again. */
function listBuried(workspace: Workspace, { place }: StandingInput, judged: JudgedText): string[] {
  const root = workspace.roots.find(({ id, scope }) => id === place.root && scope === place.scope);
  if (root === undefined) return [];
  const text = { body: judged.memory.body, digest: judged.digest };
  return listTombstonesOf(workspace, root, text).map(({ hash }) => hash);
}

/** What has been changed as often as one memory can be goes on as a new one under its id, and is retired. */
export function retireFull(workspace: Workspace, input: StandingInput, by: KeyKind): Change[] {
  const signer = workspace.keys[by]?.signer;
  if (signer === undefined || !goesOnAnew(input, signer)) return [];
  const placed = placeFile(input);
  if (placed === null || placed.memory.standing === "retired") return [];
  const { digest } = placed.group ?? placed.memory.groups[0];
  const reason = "it goes on as a new memory under its id";
  return [attestAct(workspace, input, { act: "retire", digest, reason, by })];
}

/** The machine names a text that lies there: one in use as it is, or an edit by hand, which is in use nowhere by that. */
export function attestPresent(
  workspace: Workspace,
  { input, digest, memory, text }: LoadedMemory,
  act: NamingKind,
): Change {
  if (digest === null || memory === null || text === null)
    throw new CredenceError("INTERNAL", "only a memory can be named");
  const { origin, session, taint } = memory;
  const of = { text: hashSource(text), source: { origin, session, taint }, isPresent: true } as const;
  return sign(workspace, { by: "machine", input }, { ...of, act, digest, reason: null, acknowledged: [] });
}

/** The key decides who says it. */
function sign(
  workspace: Workspace,
  { by, input }: Pick<TextSaying, "by" | "input">,
  said: Omit<SetSaid, "text" | "source"> & Partial<Pick<SetSaid, "text" | "source">>,
): Change {
  const { person, machine } = workspace.keys;
  const key = by === "person" ? person : machine;
  if (key === null) throw new CredenceError("INTERNAL", "a person signs only with their own key");
  const { text = null, source = null, ...rest } = said;
  const file = signWord({ workspace, key, input }, { ...rest, text, source });
  return writeSigned(join("attest", input.place.id), file);
}

const signedHere = new WeakSet<Change>();

/** What this process signed it need not verify again as soon as it is written: a change cannot be changed. */
export function isSignedHere(change: Change): boolean {
  return signedHere.has(change);
}

/** `directory` is the one that the statement lies in. */
export function writeSigned(directory: string, { hash, text }: SignedFile): Change {
  const change: Change = { kind: "write", path: join(directory, `${hash}.json`), text };
  signedHere.add(change);
  return change;
}
