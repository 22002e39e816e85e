// What becomes of accepted people's cards by itself, when a session begins or somebody looks at the team. Nobody is asked, so it
// does two things only, both by the signature of a person key that was accepted here: a new machine of theirs gives advice,
// and what they took off their card has nothing new to say. A new person key waits for `credence team accept`, and so does
// a key that is back. Of the own card nothing is taken but which keys are over.
//
// Before anything else is read: what came in the same breath as the news that a key is over counts no more, because nobody can
// tell who signed it. Attack: a stolen card brings machines by the hundred. More than a few at once wait for a person, too.

import { join } from "node:path";
import { afterwards } from "../../../memory/answering.ts";
import { kindOfSigner } from "../../../memory/law/attestation.ts";
import { withRemedy } from "../../../memory/remedies.ts";
import { replaceFile } from "../../../store/durable.ts";
import { codeOf, ifPossible } from "../../../store/fs-failure.ts";
import { acquireLock } from "../../../store/lock.ts";
import { listCardOwners, readCardOf, readTeamFiles } from "../../../trust/card-files.ts";
import { type Card, compareVersions, currentMachines, currentPersons } from "../../../trust/cards.ts";
import { fingerprintKey, purposeOf } from "../../../trust/fingerprint.ts";
import type { KnownSigner } from "../../../trust/signers-file.ts";
import {
  applyCards,
  type FollowedKey,
  joinSigners,
  type KnownCard,
  NO_TEAM,
  nameMachine,
  readTeamFile,
  renderTeamFile,
  type TeamRecord,
  type WithdrawnKey,
} from "../../../trust/team-file.ts";
import { isTrustedIn } from "../../memories/known-signers.ts";
import { type OpenRoot, TEAM_FILE, type Workspace } from "../../workspace/workspace.ts";
import { readKeptCard } from "./kept-card.ts";
import { withoutClaims } from "./key-holders.ts";
import { findWithdrawals } from "./withdraw.ts";

/** So many machines nobody gets at once. */
const MACHINES_AT_ONCE_MAX = 4;

/**
 * The same workspace with what the cards say now. `come` are versions that lie in no root, because others do. Reading needs no
 * writing: what cannot be kept is found again.
 */
export function followCards(workspace: Workspace, come: readonly Card[] = []): Workspace {
  const withdrawals = findWithdrawals(workspace, come);
  const hasNews = listKnown(workspace).some((card) => findNext(workspace, card) !== null);
  if (!hasNews && withdrawals.length === 0) return workspace;
  return { ...workspace, signers: writeNext(workspace, withdrawals) };
}

function writeNext(workspace: Workspace, withdrawals: readonly WithdrawnKey[]): readonly KnownSigner[] {
  const path = join(workspace.state.path, TEAM_FILE);
  const next = (): TeamRecord | null => {
    const record = readTeamFile(path);
    if (record === null) return null;
    return {
      cards: followAll(workspace, record.cards),
      withdrawn: [
        ...record.withdrawn,
        ...withdrawals.filter(({ key }) => !record.withdrawn.some((each) => each.key === key)),
      ],
    };
  };
  try {
    const lock = acquireLock(workspace.state.path, { waitMs: 0 });
    try {
      const record = next();
      // One that is damaged stays: a person mends it, and until then nobody has anything new to say.
      if (record !== null) replaceFile(path, renderTeamFile(record), 0o600);
      return withCards(workspace, record);
    } finally {
      lock.release();
    }
  } catch (error) {
    // Another process writes there, or nobody can: the next one follows.
    if (codeOf(error) === "") throw error;
    return withCards(workspace, next());
  }
}

function withCards({ signers }: Workspace, record: TeamRecord | null): KnownSigner[] {
  const own = signers.filter((each) => each.own);
  // Those that a card brought are made anew from it.
  const others = signers.filter((each) => !each.own && each.via !== "card");
  return joinSigners(own, applyCards(others, record));
}

/** The newest version of a known card in the open roots that follows from it. @returns null when there is none. */
function findNext(workspace: Workspace, known: KnownCard): Card | null {
  const found = workspace.roots.flatMap((root) => {
    const read = readCardOf(root.path, known.owner);
    if (read === null) return [];
    const isNews =
      compareVersions(known, read.card) === "next" || listDisputed(workspace, known, read.card).length > 0;
    return isNews ? [read.card] : [];
  });
  return found.toSorted((a, b) => b.seq - a.seq)[0] ?? null;
}

function followAll(workspace: Workspace, cards: readonly KnownCard[]): KnownCard[] {
  const next = cards.map((known) => ({ known, card: findNext(workspace, known) }));
  const beside = next.flatMap(({ card }) => card ?? []);
  return next.map(({ known, card }) => (card === null ? known : follow(workspace, known, { card, beside })));
}

type Next = { readonly card: Card; readonly beside: readonly Card[] };

function follow(workspace: Workspace, known: KnownCard, { card, beside }: Next): KnownCard {
  const theirs = withoutClaims(workspace, card, { beside, isAsked: false });
  if (compareVersions(known, card) !== "next") return end(known, listDisputed(workspace, known, card));
  const machines = currentMachines(theirs);
  const fresh = machines.filter(({ key }) => !known.listed.includes(key));
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
  return {
    ...end(known, listEnded(workspace, known, theirs)),
    seq: card.seq,
    hash: card.hash,
    persons: known.persons.filter((key) => currentPersons(theirs).includes(key)),
    listed: isTooMuch ? known.listed : [...known.listed, ...fresh.map(({ key }) => key)],
    followed: [...known.followed, ...followed],
  };
}

/** Following adds no person, and a key that is on the card again stays over until a person here says yes. */
function end(known: KnownCard, over: readonly KnownSigner[]): KnownCard {
  const keys = new Set(over.map(({ key }) => key));
  return {
    ...known,
    persons: known.persons.filter((key) => !keys.has(key)),
    ended: [...new Set([...known.ended, ...over.map(({ signer }) => signer)])],
  };
}

/** Of what counts here of this card, what this version has not in use any more. */
function listEnded(workspace: Workspace, { owner }: KnownCard, card: Card): KnownSigner[] {
  const inUse = new Set([...currentPersons(card), ...currentMachines(card).map(({ key }) => key)]);
  return listTheirs(workspace, owner).filter(({ key }) => !inUse.has(key));
}

/**
 * Two machines of somebody may each say that the other is over, and a stolen one is quick. Until a person here has decided about
 * a key that is over, what it says to be over is, and neither counts.
 */
function listDisputed(workspace: Workspace, known: KnownCard, card: Card): KnownSigner[] {
  const isUndecided = workspace.signers.some(
    ({ key, signer }) => key === card.key && known.ended.includes(signer),
  );
  if (!isUndecided || card.persons[0]?.key !== known.founder) return [];
  const over = new Set(
    [...card.persons, ...card.machines].flatMap(({ key, until }) => (until === undefined ? [] : [key])),
  );
  return listTheirs(workspace, known.owner).filter(({ key }) => over.has(key));
}

function listTheirs({ signers }: Workspace, owner: string): KnownSigner[] {
  return signers.filter((each) => each.card === owner && each.former !== true);
}

/** Of others, those whose card nobody here has accepted, as the names of the files tell, and those that changed since. */
export function countWaitingCards(workspace: Workspace, root: OpenRoot): number {
  const known = new Set(workspace.signers.flatMap(({ card }) => card ?? []));
  const owners = listCardOwners(root.path);
  const own = owners.length === 0 ? null : readKeptCard(workspace);
  // Whoever has no card here has not joined, and waits for nobody.
  if (own === null || !owners.includes(own.owner)) return 0;
  const { cards } = readRecord(workspace);
  const removed = cards.flatMap((card) => (isRemoved(workspace, root, card) ? [card.owner] : []));
  const done = new Set([own.owner, ...removed]);
  const fresh = owners.filter((owner) => !done.has(owner) && !known.has(owner)).length;
  const news = listKnown(workspace).filter(({ owner }) => !done.has(owner));
  return fresh + news.filter((card) => hasNews(workspace, card, root)).length;
}

/** Something of it is for a person to decide. */
function hasNews(
  workspace: Workspace,
  { owner, persons, listed, ended }: KnownCard,
  root: OpenRoot,
): boolean {
  const read = readCardOf(root.path, owner)?.card;
  if (read === undefined) return false;
  const isFresh = (key: string): boolean => !persons.includes(key) && !listed.includes(key);
  const mayBeNew = [...read.persons, ...read.machines].some(({ key }) => isFresh(key));
  // Who has which key is looked at where there is something to say.
  const beside = mayBeNew ? readTeamFiles(root.path).cards : [];
  const card = mayBeNew ? withoutClaims(workspace, read, { beside, isAsked: true }) : read;
  const isNew = currentPersons(card).some((key) => !persons.includes(key));
  return isNew || currentMachines(card).some(({ key }) => !listed.includes(key)) || ended.length > 0;
}

function listKnown(workspace: Workspace): readonly KnownCard[] {
  if (!workspace.signers.some(({ card }) => card !== undefined)) return [];
  return readRecord(workspace).cards;
}

function readRecord({ state }: Workspace): TeamRecord {
  return readTeamFile(join(state.path, TEAM_FILE)) ?? NO_TEAM;
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
  afterwards(workspace, () => markTold(workspace, join(workspace.state.path, TEAM_FILE)));
  return [withRemedy(`new on a card that you accepted, and used as advice: ${news.join(", ")}`, "followed")];
}

function markTold(workspace: Workspace, path: string): void {
  // It is told again where nobody can write there.
  ifPossible(() => {
    const lock = acquireLock(workspace.state.path, { waitMs: 0 });
    try {
      const record = readTeamFile(path);
      // One that is damaged stays, as above.
      if (record === null) return;
      const cards = record.cards.map((card) => ({
        ...card,
        followed: card.followed.map((each) => ({ ...each, told: true })),
      }));
      replaceFile(path, renderTeamFile({ ...record, cards }), 0o600);
    } finally {
      lock.release();
    }
  });
}

// The card of somebody whom a person here removed waits for nobody: `credence team add` alone takes them back.

/** Did a person remove its owner from this root, and trust none of their keys there since? */
export function isRemoved(
  { signers }: Pick<Workspace, "signers">,
  root: OpenRoot,
  { owner, founder, removedIn = [] }: KnownCard,
): boolean {
  if (!removedIn.some((each) => isTrustedIn({ root: each }, root))) return false;
  return !signers.some(
    ({ card, key, former, ...each }) =>
      (card === owner || key === founder) && former !== true && isTrustedIn(each, root),
  );
}
