// The signers that this machine trusts besides itself: added and removed by a person, for one root or for all project roots,
// only in machine state.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { kindOfSigner } from "../../memory/law/attestation.ts";
import { ALL_PROJECTS } from "../../memory/law/evidence.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { replaceFile } from "../../store/durable.ts";
import { withStateLock } from "../../store/lock.ts";
import { type KnownSigner, readSignersFile, renderSignersFile } from "../../trust/signers-file.ts";
import {
  applyCards,
  NO_TEAM,
  readTeamFile,
  renderTeamFile,
  type TeamRecord,
  type WithdrawnKey,
} from "../../trust/team-file.ts";
import { isTrustedIn } from "../memories/known-signers.ts";
import { actorOf, type OpenRoot, SIGNERS_FILE, TEAM_FILE, type Workspace } from "../workspace/workspace.ts";
import type { Stranger } from "./describe-trust.ts";

export type { KnownSigner };

const PETNAME_CHARS_MAX = 40;

/** What this machine calls a signer from now on; two of the same name could be taken for each other. */
export function cleanPetname({ signers }: Workspace, given: string): string {
  const petname = sanitizeLine(given, PETNAME_CHARS_MAX);
  if (petname === "") throw new CredenceError("USAGE", "give the signer a name with --name");
  if (signers.some((each) => each.petname.toLowerCase() === petname.toLowerCase())) {
    throw new CredenceError("EXISTS", `the name ${petname} is already taken`, "choose another --name");
  }
  return petname;
}

/** How far the trust in a signer goes. */
export type Grant = {
  /** In every project root, now and later, and never in the user root. */
  readonly allRoots: boolean;
  /** They may introduce others. */
  readonly introduces: boolean;
};

export function addSigner(
  workspace: Workspace,
  { signer, key, root }: Stranger,
  { petname, allRoots, introduces }: Grant & { readonly petname: string },
): void {
  const added: KnownSigner = {
    signer,
    key,
    root: allRoots ? ALL_PROJECTS : root.id,
    petname,
    own: false,
    via: "typed",
    ...(introduces ? { introduces } : {}),
    // Whoever types it is told that its texts are advice. A key that was typed before this was said takes out of use, too.
    ...(kindOfSigner(signer) === "machine" ? { proposes: true as const } : {}),
  };
  changeTrust(workspace, ({ signers, cards, withdrawn }) => ({
    signers: [...signers.filter((each) => !isCovered(each, added)), added],
    cards,
    withdrawn,
  }));
}

/** There is one way back for a key of this person that is over: by a card. */
export function refuseWithdrawn(workspace: Workspace, { key }: Pick<Stranger, "key">): void {
  if (!listWithdrawn(workspace).some((each) => each.key === key)) return;
  throw new CredenceError(
    "REMOVED",
    "this is a key of your own that was taken off your card",
    "if you have that machine again, run credence team join on it, and here credence team accept --mine",
  );
}

/** Refuses a grant that would mean nothing, or that no key can have. */
export function refuseGrant(
  { signer, root }: { readonly signer: string; readonly root: Pick<OpenRoot, "scope"> },
  { allRoots, introduces }: Grant,
): void {
  if (introduces && kindOfSigner(signer) === "machine") {
    throw new CredenceError("USAGE", "only a person can introduce others, and this is the key of a machine");
  }
  if (allRoots && root.scope === "user") {
    throw new CredenceError(
      "USAGE",
      "--all-roots means the roots of projects, and this key signed in your user root",
      "leave --all-roots out to trust it in your user root alone",
    );
  }
}

/** Says the new entry all that the old one does? Of a former key it says more: the person trusts it again. */
export function isCovered(old: KnownSigner, added: KnownSigner): boolean {
  return old.signer === added.signer && (old.root === added.root || added.root === ALL_PROJECTS);
}

/** By the name it was given here; that it counts no more does not hide it. */
export function findNamed(workspace: Workspace, petname: string): KnownSigner {
  const found =
    findPetname(workspace, petname) ??
    // Of another root: whoever ends trust means it wherever it is.
    workspace.signers.find((each) => !each.own && each.petname === petname);
  if (found !== undefined) return found;
  throw new CredenceError(
    "NOT_FOUND",
    `no signer here is named ${petname}`,
    "credence trust list shows the names",
  );
}

/** @returns null when nobody here has that name. */
export function findPetname({ signers, roots }: Workspace, petname: string): KnownSigner | null {
  const isHere = (each: KnownSigner): boolean => roots.some((root) => isTrustedIn(each, root));
  return signers.find((each) => !each.own && each.petname === petname && isHere(each)) ?? null;
}

/** The same signer, and the machines on their card, trusted as far as this. */
export function widenSigner(workspace: Workspace, widened: KnownSigner, grant: Grant): void {
  changeTrust(workspace, ({ signers, ...record }) => {
    const isTheirs = (each: KnownSigner): boolean =>
      each.former !== true &&
      (each.signer === widened.signer || (widened.card !== undefined && each.card === widened.card));
    const wide = signers.map((each): KnownSigner => {
      if (!isTheirs(each)) return each;
      const isPerson = kindOfSigner(each.signer) === "person";
      return {
        ...each,
        ...(grant.allRoots ? { root: ALL_PROJECTS } : {}),
        ...(grant.introduces && isPerson ? { introduces: true } : {}),
      };
    });
    const isLast = (each: KnownSigner, at: number): boolean =>
      wide.findLastIndex((other) => isSameEntry(each, other)) === at;
    return { signers: wide.filter(isLast), ...record };
  });
}

function isSameEntry(one: KnownSigner, other: KnownSigner): boolean {
  return one.signer === other.signer && one.root === other.root;
}

/** Whom this machine trusts, and what it goes by of their cards. */
export type Trust = TeamRecord & { readonly signers: readonly KnownSigner[] };

/** This person's own keys that are over. */
export function listWithdrawn({ state }: Pick<Workspace, "state">): readonly WithdrawnKey[] {
  return (readTeamFile(join(state.path, TEAM_FILE)) ?? NO_TEAM).withdrawn;
}

/** What is written is made from what the files say at that moment: somebody may have lost their trust meanwhile. */
export function changeTrust(workspace: Workspace, change: (trust: Trust) => Trust): void {
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", "only a person can decide whom to trust");
  const signersPath = join(workspace.state.path, SIGNERS_FILE);
  const teamPath = join(workspace.state.path, TEAM_FILE);
  withStateLock(workspace.state.path, () => {
    const [signers, record] = [readSignersFile(signersPath), readTeamFile(teamPath)];
    // Where it is not known which keys are over, all are former ones from here on.
    const trust =
      record === null ? { signers: applyCards(signers, null), ...NO_TEAM } : { signers, ...record };
    const { signers: trusted, cards, withdrawn } = change(trust);
    // First what can only give advice or end it; nobody is trusted before what is known of their card is there.
    if (existsSync(teamPath) || cards.length + withdrawn.length > 0)
      replaceFile(teamPath, renderTeamFile({ cards, withdrawn }), 0o600);
    replaceFile(signersPath, renderSignersFile(trusted), 0o600);
  });
}
