// What becomes of accepted people's cards by itself, when a session begins or somebody looks at the team. Nobody is asked, so it
// does two things only, both by the signature of a person key that was accepted here: a new machine of theirs gives advice,
// and what they took off their card has nothing new to say. A new person key waits for `credence team accept`.
//
// Before anything else is read: what came in the same breath as the news that a key is over counts no more, because nobody can
// tell who signed it. Attack: a stolen card brings machines by the hundred. More than a few at once wait for a person, too.

import { join } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import { kindOfSigner } from "../../../memory/law/attestation.ts";
import { withRemedy } from "../../../memory/remedies.ts";
import { replaceFile } from "../../../store/durable.ts";
import { codeOf } from "../../../store/fs-failure.ts";
import { acquireLock } from "../../../store/lock.ts";
import { listCardOwners, readCardOf } from "../../../trust/card-files.ts";
import { type Card, compareVersions, currentPersons } from "../../../trust/cards.ts";
import { fingerprintKey } from "../../../trust/fingerprint.ts";
import type { KnownSigner } from "../../../trust/signers-file.ts";
import {
  applyCards,
  type FollowedKey,
  type KnownCard,
  nameMachine,
  readTeamFile,
  renderTeamFile,
} from "../../../trust/team-file.ts";
import { purposeOf } from "../../workspace/keys.ts";
import { type OpenRoot, TEAM_FILE, type Workspace } from "../../workspace/workspace.ts";
import { readKeptCard } from "./kept-card.ts";

/** So many machines nobody gets at once. */
const MACHINES_AT_ONCE_MAX = 4;

/** The same workspace with what the cards say now. Reading needs no writing: what cannot be kept is found again. */
export function followCards(workspace: Workspace): Workspace {
  if (listNews(workspace).length === 0) return workspace;
  return { ...workspace, signers: writeNext(workspace, join(workspace.state.path, TEAM_FILE)) };
}

/** Known cards of which a newer version is here. */
function listNews(workspace: Workspace): KnownCard[] {
  return listKnown(workspace).filter((card) => findNext(workspace, card) !== null);
}

function hasCards({ signers }: Workspace): boolean {
  return signers.some(({ card }) => card !== undefined);
}

function writeNext(workspace: Workspace, path: string): readonly KnownSigner[] {
  const next = (): KnownCard[] =>
    (readTeamFile(path) ?? []).map((card) => follow(workspace, card, findNext(workspace, card)));
  try {
    const lock = acquireLock(workspace.state.path, { waitMs: 0 });
    try {
      const cards = next();
      replaceFile(path, renderTeamFile(cards), 0o600);
      return withCards(workspace, cards);
    } finally {
      lock.release();
    }
  } catch (error) {
    // Another process writes there, or nobody can: the next one follows.
    if (codeOf(error) === "" && !(error instanceof CredenceError)) throw error;
    return withCards(workspace, next());
  }
}

function withCards({ signers }: Workspace, cards: readonly KnownCard[]): KnownSigner[] {
  const own = signers.filter((each) => each.own);
  // Those that a card brought are made anew from it.
  const others = signers.filter((each) => !each.own && each.via !== "card");
  return [...own, ...applyCards(others, cards)];
}

/** The newest version of a known card in the open roots that follows from it. @returns null when there is none. */
function findNext(workspace: Workspace, known: KnownCard): Card | null {
  const found = workspace.roots.flatMap((root) => {
    const read = readCardOf(root.path, known.owner);
    return read !== null && compareVersions(known, read.card) === "next" ? [read.card] : [];
  });
  return found.toSorted((a, b) => b.seq - a.seq)[0] ?? null;
}

function follow(workspace: Workspace, known: KnownCard, card: Card | null): KnownCard {
  if (card === null) return known;
  const inUse = new Set([...currentPersons(card), ...card.machines.map(({ key }) => key)]);
  const fresh = card.machines.filter(({ key }) => !known.listed.includes(key));
  const isTooMuch = fresh.length > MACHINES_AT_ONCE_MAX;
  const purpose = purposeOf(workspace.state);
  const followed = (isTooMuch ? [] : fresh).map(
    ({ key, label }): FollowedKey => ({
      signer: `machine:${fingerprintKey("machine", key, purpose)}`,
      key,
      label,
      told: false,
    }),
  );
  const theirs = workspace.signers.filter((each) => each.card === known.owner);
  const over = theirs.filter(({ key, former }) => !inUse.has(key) && former !== true);
  const back = new Set(theirs.filter(({ key }) => inUse.has(key)).map(({ signer }) => signer));
  return {
    ...known,
    seq: card.seq,
    hash: card.hash,
    // Following adds no person.
    persons: known.persons.filter((key) => inUse.has(key)),
    listed: isTooMuch ? known.listed : [...known.listed, ...fresh.map(({ key }) => key)],
    followed: [...known.followed, ...followed],
    ended: [
      ...new Set([...known.ended.filter((each) => !back.has(each)), ...over.map(({ signer }) => signer)]),
    ],
  };
}

/** Of others, those whose card nobody here has accepted, as the names of the files tell, and those that changed since. */
export function countWaitingCards(workspace: Workspace, root: OpenRoot): number {
  const known = new Set(workspace.signers.flatMap(({ card }) => card ?? []));
  const owners = listCardOwners(root.path);
  const own = owners.length === 0 ? null : readKeptCard(workspace);
  // Whoever has no card here has not joined, and waits for nobody.
  if (own === null || !owners.includes(own.owner)) return 0;
  const fresh = owners.filter((owner) => owner !== own.owner && !known.has(owner)).length;
  return fresh + listKnown(workspace).filter((card) => hasNews(card, root)).length;
}

/** Something of it is for a person to decide. */
function hasNews({ owner, persons, listed, ended }: KnownCard, root: OpenRoot): boolean {
  const card = readCardOf(root.path, owner)?.card;
  if (card === undefined) return false;
  const isNew = currentPersons(card).some((key) => !persons.includes(key));
  return isNew || card.machines.some(({ key }) => !listed.includes(key)) || ended.length > 0;
}

function listKnown(workspace: Workspace): readonly KnownCard[] {
  return hasCards(workspace) ? (readTeamFile(join(workspace.state.path, TEAM_FILE)) ?? []) : [];
}

/** Once for each machine that a card brought: a person should know who gives advice here. */
export function takeTeamNews(workspace: Workspace): string[] {
  const news = listKnown(workspace).flatMap(({ owner, followed }) =>
    followed
      .filter(({ told }) => !told)
      .flatMap(({ label }) => {
        const person = workspace.signers.find(
          ({ card, signer, former }) =>
            card === owner && kindOfSigner(signer) === "person" && former !== true,
        );
        return person === undefined ? [] : [nameMachine(person.petname, label)];
      }),
  );
  if (news.length === 0) return [];
  markTold(workspace, join(workspace.state.path, TEAM_FILE));
  return [withRemedy(`new on a card that you accepted, and used as advice: ${news.join(", ")}`, "followed")];
}

function markTold(workspace: Workspace, path: string): void {
  try {
    const lock = acquireLock(workspace.state.path, { waitMs: 0 });
    try {
      const cards = (readTeamFile(path) ?? []).map((card) => ({
        ...card,
        followed: card.followed.map((each) => ({ ...each, told: true })),
      }));
      replaceFile(path, renderTeamFile(cards), 0o600);
    } finally {
      lock.release();
    }
  } catch (error) {
    // It is told again.
    if (codeOf(error) === "" && !(error instanceof CredenceError)) throw error;
  }
}
