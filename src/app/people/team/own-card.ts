// The card of whoever works here: one person, one card in every root. Machine state keeps its newest version, because the next
// one has to follow from it; a root may hold an older one, or a newer one from another machine of theirs.
//
// Only the person puts their card into a root: it publishes their name, and what others type to trust them.
//
// Attack: somebody's card lists this person's key beside their own, under a high number, so that the next version which this
// person signs has the other's keys in it. So a card is one's own by its signature, and not by what it lists.

import { CredenceError } from "../../../memory/errors.ts";
import { renderInstant } from "../../../memory/instant.ts";
import { kindOfSigner } from "../../../memory/law/attestation.ts";
import { sanitizeLine } from "../../../memory/text/sanitize.ts";
import { cardPath, readTeamFiles } from "../../../trust/card-files.ts";
import {
  CARD_MACHINES_MAX,
  CARD_NAME_CHARS_MAX,
  CARD_PERSONS_MAX,
  type Card,
  type CardContent,
  currentPersons,
  parseCard,
  renderCard,
  signCard,
} from "../../../trust/cards.ts";
import { fingerprintKey } from "../../../trust/fingerprint.ts";
import type { SigningKey } from "../../../trust/key-file.ts";
import { commitChanges, withLock } from "../../change/change-root.ts";
import { purposeOf } from "../../workspace/keys.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { keepCard, readKeptCard } from "./kept-card.ts";

/** A name for the card: one clean line. */
function cleanCardName(given: string): string {
  const name = sanitizeLine(given, CARD_NAME_CHARS_MAX);
  if (name !== "") return name;
  throw new CredenceError("USAGE", "give the name that your team knows you by, with --name");
}

/** Of the versions in machine state and in this root, the newest one that has this person's key in use. */
export function findOwnCard(workspace: Workspace, root: OpenRoot): Card | null {
  const candidates = [...listKept(workspace), ...readTeamFiles(root.path).cards];
  const mine = candidates.filter((card) => isOwnCard(workspace, card));
  return mine.toSorted((a, b) => b.seq - a.seq)[0] ?? null;
}

/** It has this person's key, and that key signed it, or another one of theirs did. */
export function isOwnCard(workspace: Workspace, card: Card): boolean {
  const own = workspace.keys.personFile?.key;
  if (own === undefined || !isOfKey(card, own)) return false;
  const kept = readKeptCard(workspace);
  if (card.key === own || kept?.hash === card.hash || isOwnElsewhere(workspace, card.key)) return true;
  if (kept?.owner !== card.owner) return false;
  // A key of theirs that is over has signed earlier versions, and signs no newer one.
  return card.seq > kept.seq ? currentPersons(kept).includes(card.key) : isOfKey(kept, card.key);
}

/** A person key that was compared for the user root, which is one person's alone: it is theirs, on another machine. */
export function isOwnElsewhere({ roots, signers }: Workspace, key: string): boolean {
  const [own] = roots.filter(({ kind }) => kind === "user");
  return signers.some(
    (each) =>
      each.key === key &&
      each.root === own?.id &&
      each.former !== true &&
      kindOfSigner(each.signer) === "person",
  );
}

/** Does the card list this key, in use or over? */
export function isOfKey({ persons }: Pick<CardContent, "persons">, key: string): boolean {
  return persons.some((each) => each.key === key);
}

export type Joined = { readonly kind: "joined" | "updated" | "unchanged"; readonly card: Card };

/** What would be published, before anybody is asked. */
export function planJoin(workspace: Workspace, root: OpenRoot, name: string | null): CardContent {
  const base = findOwnCard(workspace, root);
  const { key } = requirePerson(workspace);
  const time = renderInstant(workspace.now);
  const label = workspace.machineName;
  const machine = { key: workspace.keys.machine.key, label };
  // Whoever left and comes back has their old place: the first key names the card.
  const persons = (base?.persons ?? []).map((each) => {
    return each.key === key && each.until !== undefined ? { key, from: time, label } : each;
  });
  const machines = (base?.machines ?? []).filter((each) => each.key !== machine.key);
  return refuseFull({
    v: 1,
    owner: base?.owner ?? fingerprintKey("person", key, purposeOf(workspace.state)),
    name: cleanCardName(name ?? base?.name ?? ""),
    persons: persons.length > 0 ? persons : [{ key, from: time, label }],
    machines: [...machines, machine],
    ...nextOf(workspace, root, base),
    time,
  });
}

/** Puts the card into the root: a new version where it says something new. */
export function joinTeam(workspace: Workspace, root: OpenRoot, content: CardContent): Joined {
  const base = findOwnCard(workspace, root);
  if (base !== null && saysTheSame(base, content)) return publish(workspace, root, { base, content: null });
  return publish(workspace, root, { base, content });
}

/** The card with everything in it over, or with one machine fewer. */
export function planLeave(workspace: Workspace, root: OpenRoot, machine: string | null): CardContent {
  const base = findOwnCard(workspace, root);
  if (base === null) {
    throw new CredenceError(
      "NOT_FOUND",
      "you have no card here",
      "credence team join puts one into the root",
    );
  }
  const time = renderInstant(workspace.now);
  const next = nextOf(workspace, root, base);
  const { owner, name, persons, machines } = base;
  if (machine !== null) {
    const left = machines.filter(({ label }) => label !== machine);
    if (left.length === machines.length) {
      const labels = machines.map(({ label }) => label).join(", ");
      throw new CredenceError("NOT_FOUND", `your card lists no machine ${machine}`, `it lists ${labels}`);
    }
    // A person key that was on it is over, too; the one that signs this is here.
    const own = requirePerson(workspace).key;
    const stay = persons.map((each) => {
      const isThere = each.label === machine && each.key !== own;
      return isThere ? { ...each, until: each.until ?? time } : each;
    });
    return { v: 1, owner, name, persons: stay, machines: left, ...next, time };
  }
  const over = persons.map((each) => ({ ...each, until: each.until ?? time }));
  return { v: 1, owner, name, persons: over, machines: [], ...next, time };
}

export function leaveTeam(workspace: Workspace, root: OpenRoot, content: CardContent): Card {
  return publish(workspace, root, { base: findOwnCard(workspace, root), content }).card;
}

/**
 * The next version for a key that replaces this one: signed by the old key while it is still there, and kept for the roots
 * that it is put into later. Says whether there was a card.
 */
export function passOn(workspace: Workspace, old: SigningKey, next: { readonly key: string }): boolean {
  const [base] = listKept(workspace).filter((card) => isOfKey(card, old.key));
  if (base === undefined) return false;
  const time = renderInstant(workspace.now);
  const persons = base.persons.map((each) => (each.key === old.key ? { ...each, until: time } : each));
  const { owner, name, machines, seq, hash } = base;
  const content = refuseFull({
    ...{ v: 1, owner, name, machines, seq: seq + 1, previous: hash, time },
    persons: [...persons, { key: next.key, from: time, label: workspace.machineName }],
  });
  keepCard(workspace, signCard(content, old).text);
  return true;
}

/** The next version, with the keys of another card in use on it, and that card gone from the root. */
export function takeInto(workspace: Workspace, root: OpenRoot, other: Card): Card {
  const base = findOwnCard(workspace, root);
  if (base === null) {
    throw new CredenceError(
      "NOT_FOUND",
      "you have no card here",
      "credence team join puts one into the root",
    );
  }
  const { owner, name } = base;
  const listed = new Set([...base.persons, ...base.machines].map(({ key }) => key));
  const content = refuseFull({
    ...{ v: 1, owner, name, ...nextOf(workspace, root, base), time: renderInstant(workspace.now) },
    persons: [
      ...base.persons,
      ...other.persons.filter(({ key, until }) => until === undefined && !listed.has(key)),
    ],
    machines: [...base.machines, ...other.machines.filter(({ key }) => !listed.has(key))],
  });
  return publish(workspace, root, { base, content, instead: other }).card;
}

type Published = {
  readonly base: Card | null;
  readonly content: CardContent | null;
  /** A card whose keys are on this one now. */
  readonly instead?: Card;
};

function publish(workspace: Workspace, root: OpenRoot, { base, content, instead }: Published): Joined {
  const card = content === null ? base : sign(content, requirePerson(workspace));
  if (card === null) throw new CredenceError("INTERNAL", "there is no card to publish");
  const { owner } = card;
  const text = renderCard(card);
  const isThere = readTeamFiles(root.path).cards.some(({ hash }) => hash === card.hash);
  if (!isThere)
    withLock(root, () => {
      commitChanges(workspace, root, {
        record: { command: "team join", id: owner, actor: "person", digest: null },
        changes: [
          { kind: "write", path: cardPath(owner), text },
          ...(instead === undefined
            ? []
            : [{ kind: "remove", path: cardPath(instead.owner), sha256: instead.hash } as const]),
        ],
      });
    });
  keepCard(workspace, text);
  const kind = isThere ? "unchanged" : base === null ? "joined" : "updated";
  return { kind, card };
}

/** What others could not read is not published. */
function sign(content: CardContent, key: SigningKey): Card {
  const card = parseCard(signCard(content, key).text, `${content.owner}.json`);
  if ("hash" in card) return card;
  throw new CredenceError("INTERNAL", `nobody could read the card: ${card.why}`);
}

/** Two machines of one person may have made a version each: the next one leaves a gap, because it follows only one of them. */
function nextOf(
  workspace: Workspace,
  root: OpenRoot,
  base: Card | null,
): Pick<CardContent, "seq" | "previous"> {
  if (base === null) return { seq: 1, previous: null };
  const all = [...listKept(workspace), ...readTeamFiles(root.path).cards];
  const isForked = all.some(
    ({ owner, seq, hash }) => owner === base.owner && seq === base.seq && hash !== base.hash,
  );
  return { seq: base.seq + (isForked ? 2 : 1), previous: base.hash };
}

function saysTheSame(card: Card, content: CardContent): boolean {
  const says = ({ name, persons, machines }: CardContent): string =>
    JSON.stringify([
      name,
      persons.map(({ key, until }) => [key, until ?? null]),
      machines.map(({ key, label }) => `${key} ${label}`).sort(),
    ]);
  return says(card) === says(content);
}

function refuseFull(content: CardContent): CardContent {
  const { persons, machines } = content;
  if (persons.length <= CARD_PERSONS_MAX && machines.length <= CARD_MACHINES_MAX) return content;
  throw new CredenceError(
    "USAGE",
    `a card lists at most ${CARD_PERSONS_MAX} person keys and ${CARD_MACHINES_MAX} machines`,
    "credence team leave --machine NAME takes one off",
  );
}

function requirePerson({ keys }: Workspace): SigningKey {
  if (keys.person !== null) return keys.person;
  throw new CredenceError("NEEDS_PERSON", "only a person can sign their card");
}

function listKept(workspace: Workspace): Card[] {
  const card = readKeptCard(workspace);
  return card === null ? [] : [card];
}
