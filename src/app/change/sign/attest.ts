// Statements as changes of a root: who says what about which text, signed with the key of whoever says it.

import { CredenceError } from "../../../memory/errors.ts";
import { hashSource } from "../../../memory/file/source.ts";
import { renderInstant } from "../../../memory/instant.ts";
import type { Act, NamingAct, VouchingAct } from "../../../memory/law/acts.ts";
import type { KeyKind, Statement } from "../../../memory/law/attestation.ts";
import type { ErasingAct } from "../../../memory/law/sets/acts.ts";
import { placeFile } from "../../../memory/law/sets/standing-of-file.ts";
import { parentsFor, type StandingInput } from "../../../memory/law/standing.ts";
import type { Change } from "../../../store/transaction.ts";
import { attestPath } from "../../../trust/attest-files.ts";
import type { SigningKey } from "../../../trust/key-file.ts";
import { type SignedFile, signStatement } from "../../../trust/sign.ts";
import { digestOf } from "../../memories/answers.ts";
import { DICTATED } from "../../memories/law.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import { actorOf, type Workspace } from "../../workspace/workspace.ts";
import type { JudgedText } from "../judge-text.ts";
import { goesOnAnew, isSaidInSets, type SetSaid, signWord } from "./sign-set.ts";

/** What vouches for no content needs no judgement. */
export type ActStatement = {
  readonly act: Exclude<Act, VouchingAct | ErasingAct>;
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
  { act, digest, reason = null, by = actorOf(workspace), rules = [] }: ActStatement,
): Change {
  return sign(workspace, { by, input }, { act, digest, reason, acknowledged: [...rules].sort() });
}

export type TextStatement = {
  readonly by: KeyKind;
  /** Of a person who approves nothing. */
  readonly keeps: boolean;
  readonly input: StandingInput;
};

/** A signed statement that vouches for a text, as a change of the root. Called by write-text alone. */
export function attestText(
  workspace: Workspace,
  judged: JudgedText,
  { by, keeps, input }: TextStatement,
): Change {
  const { digest, flags, redactionCounted, memory } = judged;
  const { origin, session, taint } = memory;
  const of = { text: hashSource(judged.text), source: { origin, session, taint } };
  if (by === "person") {
    const act = keeps ? "keep" : "approve";
    return sign(
      workspace,
      { by, input },
      { ...of, act, digest, reason: null, acknowledged: [...flags].sort() },
    );
  }
  if (redactionCounted) throw new CredenceError("INTERNAL", "only a person can vouch for redacted text");
  const reason = memory.origin === "dictated" ? DICTATED : null;
  return sign(workspace, { by, input }, { ...of, act: "wrote", digest, reason, acknowledged: [] });
}

/** What has been changed as often as one memory can be goes on as a new one under its id, and is retired. */
export function retireFull(workspace: Workspace, input: StandingInput, by: KeyKind): Change[] {
  if (!goesOnAnew(workspace, input)) return [];
  const placed = placeFile(input, input.sets);
  if (placed === null || placed.memory.standing === "retired") return [];
  const { digest } = placed.group ?? placed.memory.groups[0];
  const reason = "it goes on as a new memory under its id";
  return [attestAct(workspace, input, { act: "retire", digest, reason, by })];
}

/** The machine names a text that lies there: one in use as it is, or an edit by hand, which is in use nowhere by that. */
export function attestPresent(
  workspace: Workspace,
  { input, digest, memory, text }: LoadedMemory,
  act: NamingAct,
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
  { by, input }: Pick<TextStatement, "by" | "input">,
  said: Pick<Statement, "digest" | "reason" | "acknowledged"> &
    Pick<SetSaid, "act"> &
    Partial<Pick<SetSaid, "text" | "source" | "isPresent">>,
): Change {
  const { person, machine } = workspace.keys;
  const key = by === "person" ? person : machine;
  if (key === null) throw new CredenceError("INTERNAL", "a person signs only with their own key");
  const { text = null, source = null, isPresent, ...first } = said;
  if (isSaidInSets(workspace, input)) {
    const named = { ...first, text, source, ...(isPresent && { isPresent }) };
    const file = signWord({ workspace, key, input }, named);
    return writeSigned({ v: 3, id: input.place.id, act: said.act }, file);
  }
  const statement: Omit<Statement, "signer"> = {
    v: 1,
    root: input.place.root,
    scope: input.place.scope,
    id: input.place.id,
    ...first,
    time: renderInstant(workspace.now),
    parents: parentsFor(input),
    ...(workspace.state.isTest ? { test: true as const } : {}),
  };
  return writeStatement(statement, key);
}

const signedHere = new WeakSet<Change>();

/** What this process signed it need not verify again as soon as it is written: a change cannot be changed. */
export function isSignedHere(change: Change): boolean {
  return signedHere.has(change);
}

export function writeStatement(statement: Omit<Statement, "signer">, key: SigningKey): Change {
  return writeSigned(statement, signStatement(statement, key));
}

export function writeSigned(said: Parameters<typeof attestPath>[0], { hash, text }: SignedFile): Change {
  const change: Change = { kind: "write", path: attestPath(said, hash), text };
  signedHere.add(change);
  return change;
}
