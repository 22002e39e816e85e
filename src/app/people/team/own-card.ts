// The card of whoever works here: one person, one card in every root. Machine state keeps its newest version, because the next
// one has to follow from it; a root may hold an older one, or a newer one from another machine of theirs.
//
// Only the person puts their card into a root: it publishes their name, and what others type to trust them.

import { CredenceError } from "../../../memory/errors.ts";
import { renderInstant } from "../../../memory/instant.ts";
import { ifPossible } from "../../../store/fs-failure.ts";
import type { Change } from "../../../store/transaction.ts";
import { cardPath, readCardOf, readTeamFiles } from "../../../trust/card-files.ts";
import {
  CARD_AHEAD_MAX,
  type Card,
  type CardContent,
  parseCard,
  renderCard,
  STATEMENTS_READ,
  signCard,
} from "../../../trust/cards.ts";
import type { SigningKey } from "../../../trust/key-file.ts";
import { scanSecrets } from "../../../validate/secrets/scan-secrets.ts";
import { commitChanges, withLock } from "../../change/change-root.ts";
import { actorOf, type OpenRoot, type Workspace } from "../../workspace/workspace.ts";
import { keepCard, keepEndedCard, readEndedCards, readKeptCard } from "./kept-card.ts";
import { findOwnCard, isOfKey, isTakenOff } from "./own-versions.ts";

/** For whoever changes a card that has to be there. */
export function requireOwnCard(workspace: Workspace, root: OpenRoot): Card {
  return findOwnCard(workspace, root) ?? refuseCardless(root);
}

export function refuseCardless({ kind }: Pick<OpenRoot, "kind">): never {
  // Where nobody says otherwise a command means the project.
  const command = `credence team join${kind === "user" ? " --scope user" : ""}`;
  throw new CredenceError("NOT_FOUND", "you have no card here", `${command} puts one into the root`);
}

/**
 * Two machines of one person may have made a version each, or a stolen one did: the next one leaves a gap, because it follows
 * only one of them.
 */
export function followOn(
  workspace: Workspace,
  base: Card | null,
  roots: readonly OpenRoot[],
): Pick<CardContent, "seq" | "previous"> {
  if (base === null) return { seq: 1, previous: null };
  const kept = readKeptCard(workspace);
  const found = roots.flatMap(({ path }) => readTeamFiles(path).cards);
  const others = [...(kept === null ? [] : [kept]), ...found].filter(
    ({ owner, key, hash, seq }) =>
      owner === base.owner && hash !== base.hash && isOfKey(base, key) && seq <= base.seq + CARD_AHEAD_MAX,
  );
  const highest = Math.max(0, ...others.map(({ seq }) => seq));
  return { seq: highest < base.seq ? base.seq + 1 : highest + 2, previous: base.hash };
}

/** What this machine is called on a card, which others read: its name, unless that looks like a secret. */
export function labelHere({ machineName }: Pick<Workspace, "machineName">): string {
  return scanSecrets(machineName).length > 0 ? "machine" : machineName;
}

export type Joined = { readonly kind: "joined" | "updated" | "unchanged"; readonly card: Card };

/** Puts the card into the root: a new version where it says something new, or where another one lies that contradicts it. */
export function joinTeam(workspace: Workspace, root: OpenRoot, content: CardContent): Joined {
  const base = findOwnCard(workspace, root);
  const isSame = base !== null && saysTheSame(base, content) && content.seq === base.seq + 1;
  return publish(workspace, root, { base, content: isSame ? null : content });
}

/** `instead` is a card whose keys are on this one now. */
export function publishNext(
  workspace: Workspace,
  root: OpenRoot,
  { content, instead }: { readonly content: CardContent; readonly instead?: Card },
): Card {
  const base = findOwnCard(workspace, root);
  return publish(workspace, root, { base, content, ...(instead === undefined ? {} : { instead }) }).card;
}

/**
 * The next version for a key that replaces this one: signed by the old key while it is still there, and kept for the roots
 * that it is put into later. Says whether there was a card.
 */
export function passOn(workspace: Workspace, old: SigningKey, next: { readonly key: string }): boolean {
  const ended = withoutKey(workspace, old);
  if (ended === null) return false;
  const here = ended.machines.find((each) => each.key === workspace.keys.machine.key);
  const added = { key: next.key, from: ended.time, label: here?.label ?? labelHere(workspace) };
  keepCard(workspace, signCard({ ...ended, persons: [...ended.persons, added] }, old).text);
  return true;
}

/** A key that may be stolen vouches for no other: it says that it is over itself, which is of no use to a thief. */
export function endCard(workspace: Workspace, old: SigningKey): void {
  const ended = withoutKey(workspace, old);
  if (ended !== null) keepEndedCard(workspace, { owner: ended.owner, text: signCard(ended, old).text });
}

/** @returns null when no card lists it. */
function withoutKey(workspace: Workspace, { key }: SigningKey): CardContent | null {
  const base = readKeptCard(workspace);
  if (base === null || !isOfKey(base, key)) return null;
  const time = renderInstant(workspace.now);
  const persons = base.persons.map((each) => (each.key === key ? { ...each, until: time } : each));
  const { owner, name, machines, seq, hash } = base;
  return { v: 1, owner, name, persons, machines, seq: seq + 1, previous: hash, time };
}

type Published = {
  readonly base: Card | null;
  readonly content: CardContent | null;
  readonly instead?: Card;
};

function publish(workspace: Workspace, root: OpenRoot, { base, content, instead }: Published): Joined {
  const card = content === null ? base : sign(content, requirePerson(workspace));
  if (card === null) throw new CredenceError("INTERNAL", "there is no card to publish");
  const { owner } = card;
  const text = renderCard(card);
  const before = readCardOf(root.path, owner)?.card;
  const isThere = before?.hash === card.hash;
  const changes: Change[] = [
    ...(isThere ? [] : [{ kind: "write", path: cardPath(owner), text } as const]),
    ...(instead === undefined
      ? []
      : [{ kind: "remove", path: cardPath(instead.owner), sha256: instead.hash } as const]),
    ...endFormer(workspace, root, workspace.keys.personFile?.key),
  ];
  if (changes.length > 0)
    withLock(root, () => {
      const record = { command: "team join", id: owner, actor: "person", digest: null } as const;
      commitChanges(workspace, root, { record, changes });
    });
  keepCard(workspace, text);
  const kind = isThere ? "unchanged" : before === undefined ? "joined" : "updated";
  return { kind, card };
}

/** Signed and kept at once, whatever becomes of the roots: those that are open follow, and the others with their next sync. */
export function publishEverywhere(workspace: Workspace, content: CardContent): Card {
  const card = sign(content, requirePerson(workspace));
  keepCard(workspace, renderCard(card));
  for (const root of workspace.roots) publishKept(workspace, root);
  return card;
}

/** What machine state keeps, wherever its owner put an earlier version, or a key that is over put another one. */
export function publishKept(workspace: Workspace, root: OpenRoot): void {
  const kept = readKeptCard(workspace);
  const there = kept === null ? undefined : readCardOf(root.path, kept.owner)?.card;
  if (kept === null || there === undefined || there.hash === kept.hash) return;
  if (there.seq >= kept.seq && !isTakenOff(workspace, there)) return;
  const change = { kind: "write", path: cardPath(kept.owner), text: renderCard(kept) } as const;
  tryPublish(workspace, root, { changes: [change], id: kept.owner });
}

/** At once where a root is open; the others are told of, and so is one that cannot be written now. */
export function publishEnd(workspace: Workspace, next: { readonly key: string }): void {
  for (const root of workspace.roots) {
    const changes = endFormer(workspace, root, next.key);
    const id = readEndedCards(workspace).at(-1)?.owner ?? "";
    if (changes.length > 0) tryPublish(workspace, root, { changes, id });
  }
}

type Updates = { readonly changes: readonly Change[]; readonly id: string };

function tryPublish(workspace: Workspace, root: OpenRoot, { changes, id }: Updates): void {
  // Machine state has it by now, and that is what matters.
  ifPossible(() => {
    const record = { command: "team join", id, actor: actorOf(workspace), digest: null } as const;
    withLock(root, () => commitChanges(workspace, root, { record, changes }));
  });
}

/** The last version of the card of a key that may be stolen goes wherever an earlier one lies. */
function endFormer(workspace: Workspace, root: OpenRoot, inUse: string | undefined): Change[] {
  // Signed by the key in use: that one was about to be replaced, and was not.
  const ended = readEndedCards(workspace).filter(({ key }) => key !== inUse);
  return ended.flatMap((card) => {
    const there = readCardOf(root.path, card.owner)?.card;
    if (there === undefined || there.seq >= card.seq) return [];
    return [{ kind: "write", path: cardPath(card.owner), text: renderCard(card) } as const];
  });
}

/** What others could not read is not published. */
function sign(content: CardContent, key: SigningKey): Card {
  const card = parseCard(signCard(content, key).text, `${content.owner}.json`);
  if ("hash" in card) return card;
  throw new CredenceError("INTERNAL", `nobody could read the card: ${card.why}`);
}

function saysTheSame(card: Card, content: CardContent): boolean {
  const says = ({ name, persons, machines }: CardContent): string =>
    JSON.stringify([
      name,
      persons.map(({ key, until }) => [key, until ?? null]),
      machines.map(({ key, label, until }) => `${key} ${label} ${until ?? ""}`).sort(),
    ]);
  return card.reads === STATEMENTS_READ && says(card) === says(content);
}

export function requirePerson({ keys }: Workspace): SigningKey {
  if (keys.person !== null) return keys.person;
  throw new CredenceError("NEEDS_PERSON", "only a person can sign their card");
}
