// The signers that this machine trusts besides itself: added and removed by a person, for one root or for all project roots,
// only in machine state.

import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { type Attestation, type KeyKind, kindOfSigner } from "../../memory/law/attestation.ts";
import { ALL_PROJECTS } from "../../memory/law/evidence.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { replaceFile } from "../../store/durable.ts";
import { withStateLock } from "../../store/lock.ts";
import { listAttestedIds, readAttestFiles } from "../../trust/attest-files.ts";
import { fingerprintKey, type KeyPurpose } from "../../trust/fingerprint.ts";
import { isSignedBy } from "../../trust/sign.ts";
import { type KnownSigner, readSignersFile, renderSignersFile } from "../../trust/signers-file.ts";
import { nameOfId } from "../memories/foreign-names.ts";
import { findSigner, isTrustedIn } from "../memories/known-signers.ts";
import { purposeOf } from "../workspace/keys.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";

export type { KnownSigner };

/** As many characters of a fingerprint as a person reads on the other machine and types here. */
const TYPED_CHARS = 8;
const PETNAME_CHARS_MAX = 40;

/** The one stranger whose fingerprint begins with what was typed. */
export function findTyped(workspace: Workspace, typed: string): Stranger {
  const prefix = typed.replaceAll(/\s/g, "").toLowerCase();
  if (!new RegExp(`^[a-z2-7]{${TYPED_CHARS},32}$`).test(prefix)) {
    throw new CredenceError(
      "USAGE",
      `a fingerprint begins with ${TYPED_CHARS} of the characters a-z and 2-7`,
    );
  }
  const found = findUnknownSigners(workspace).filter(({ signer }) =>
    signer.split(":")[1]?.startsWith(prefix),
  );
  const [first, second] = found.filter((each) => bearsItsName(each, purposeOf(workspace.state)));
  if (first === undefined) {
    throw new CredenceError(
      "NOT_FOUND",
      "no signer here has a fingerprint that begins with that",
      "read it again on the other machine: credence trust show",
    );
  }
  if (second !== undefined) {
    throw new CredenceError(
      "NOT_FOUND",
      "this signer has signed in both scopes",
      "add --scope project or --scope user",
    );
  }
  return first;
}

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
  };
  writeSigners(workspace, (signers) => [...signers.filter((each) => !isCovered(each, added)), added]);
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

/** Says the new entry all that the old one does? */
function isCovered(old: KnownSigner, added: KnownSigner): boolean {
  return old.signer === added.signer && (old.root === added.root || added.root === ALL_PROJECTS);
}

/** By the name it was given here; that it counts no more does not hide it. */
export function findNamed(workspace: Workspace, petname: string): KnownSigner {
  const found = findPetname(workspace, petname);
  if (found !== null) return found;
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
  writeSigners(workspace, (signers) => {
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
    return wide.filter((each, at) => wide.findLastIndex((other) => isSameEntry(each, other)) === at);
  });
}

function isSameEntry(one: KnownSigner, other: KnownSigner): boolean {
  return one.signer === other.signer && one.root === other.root;
}

export function removeSigner(workspace: Workspace, removed: KnownSigner): void {
  writeSigners(workspace, (signers) => signers.filter((each) => !isSameEntry(each, removed)));
}

/** What is written is made from what the file says at that moment: somebody may have lost their trust meanwhile. */
export function writeSigners(
  workspace: Workspace,
  change: (signers: readonly KnownSigner[]) => readonly KnownSigner[],
): void {
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", "only a person can decide whom to trust");
  const path = join(workspace.state.path, "signers.json");
  withStateLock(workspace.state.path, () =>
    replaceFile(path, renderSignersFile(change(readSignersFile(path))), 0o600),
  );
}

// Signers of a root that this machine does not trust. Only ids and counts are reported: what they signed is withheld.
//
// Attack: a statement that bears somebody else's name. A name is worth nothing until the key that comes with it is shown to
// make that name, which is done for the one that a person is about to trust.

type Stranger = {
  readonly root: OpenRoot;
  readonly signer: string;
  readonly key: string;
  readonly kind: KeyKind;
  readonly statements: number;
  readonly ids: readonly string[];
};

export function findUnknownSigners(workspace: Workspace): Stranger[] {
  return workspace.roots.flatMap((root) => findInRoot(workspace, root));
}

/** Is the name the one that this key makes? Slow on purpose. */
function bearsItsName({ signer, key, kind }: Stranger, purpose: KeyPurpose): boolean {
  return signer === `${kind}:${fingerprintKey(kind, key, purpose)}`;
}

function findInRoot(workspace: Workspace, root: OpenRoot): Stranger[] {
  const found = new Map<string, Stranger>();
  for (const id of listAttestedIds(root.path)) {
    for (const attestation of readAttestFiles(root.path, id).attestations) {
      if (!isStrange(workspace, root, attestation) || attestation.id !== id) continue;
      const { signer, key } = attestation;
      const name = `${signer} ${key}`;
      const known = found.get(name) ?? {
        root,
        signer,
        key,
        kind: kindOfSigner(signer),
        statements: 0,
        ids: [],
      };
      const ids = known.ids.at(-1) === id ? known.ids : [...known.ids, id];
      found.set(name, { ...known, statements: known.statements + 1, ids });
    }
  }
  return [...found.values()].sort((a, b) => b.statements - a.statements || (a.signer < b.signer ? -1 : 1));
}

function isStrange(workspace: Workspace, root: OpenRoot, attestation: Attestation): boolean {
  const isHere = attestation.root === root.id && attestation.scope === root.scope;
  // What a test state signed can be trusted by no other, so it is nobody's to trust here.
  const isOfThisKind = (attestation.test === true) === workspace.state.isTest;
  if (!isHere || !isOfThisKind || findSigner(workspace, root, attestation.signer) !== null) return false;
  return isSignedBy(attestation, attestation.key);
}

// The signers that this machine trusts and those it does not know, as an answer. Of unknown signers only the end of
// the fingerprint is shown: a person has to bring its beginning from the other machine.

export type OwnKey = { readonly kind: KeyKind; readonly fingerprint: string; readonly sealed: boolean };
export type DescribedSigner = {
  readonly petname: string;
  readonly kind: KeyKind;
  readonly fingerprint: string;
  readonly root: string;
  /** How it came to be trusted; null where an earlier version did not record it. */
  readonly via: string | null;
  readonly introduces: boolean;
  /** What it said before counts, and nothing that it says from now on. */
  readonly former: boolean;
};
export type DescribedStranger = {
  readonly kind: KeyKind;
  /** The last characters of its fingerprint. */
  readonly ends: string;
  readonly root: string;
  readonly statements: number;
  readonly ids: readonly string[];
};

export type DescribedTrust = {
  readonly own: readonly OwnKey[];
  readonly signers: readonly DescribedSigner[];
  readonly unknown: readonly DescribedStranger[];
};

const END_CHARS = 6;

export function describeTrust(workspace: Workspace): DescribedTrust {
  const shownOf = new Map(workspace.roots.map((root) => [root.id, root.shown]));
  return {
    own: workspace.signers
      .filter(({ own, former }) => own && former !== true)
      .map(({ signer }) => ({ ...nameOf(signer), sealed: isSealed(workspace, signer) })),
    signers: workspace.signers
      .filter(({ own }) => !own)
      .map(({ signer, root, petname, via, introduces, former }) => ({
        petname,
        ...nameOf(signer),
        root: root === ALL_PROJECTS ? "all projects" : (shownOf.get(root ?? "") ?? "another root"),
        via: via ?? null,
        introduces: introduces === true,
        former: former === true,
      })),
    unknown: findUnknownSigners(workspace).map(({ kind, signer, root, statements, ids }) => ({
      kind,
      ends: signer.slice(-END_CHARS),
      root: root.shown,
      statements,
      ids: ids.map((id) => nameOfId(workspace, root, id)),
    })),
  };
}

function nameOf(signer: string): { readonly kind: KeyKind; readonly fingerprint: string } {
  return { kind: kindOfSigner(signer), fingerprint: signer.slice(signer.indexOf(":") + 1) };
}

/** The machine key is used unattended, so it never is. */
function isSealed({ keys }: Workspace, signer: string): boolean {
  return keys.personFile?.signer === signer && keys.personFile.secret.sealed;
}
