// The choices of this machine's person about keys: whom they trust, which machines they confirmed, and what becomes of revoked keys.
// Written by a person alone, and only in machine state.
//
// Attack: an agent, a clone or a typing error makes this machine trust a key. So only the holder of the unlocked person key gets
// here, and the caller has compared the typed characters with the fingerprint that the key makes. Fails closed.

import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { ALL_PROJECTS } from "../../memory/law/standing-input.ts";
import { kindOfSigner } from "../../memory/law/statement.ts";
import type { Choice } from "../../memory/people/decide-trust.ts";
import { isSameName } from "../../memory/text/look-alikes.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { replaceFile } from "../../store/durable.ts";
import { withStateLock } from "../../store/lock.ts";
import {
  type KnownSigner,
  type RevokedKey,
  readTrustFile,
  renderTrustFile,
  type SignerEntry,
  type TrustFile,
} from "../../trust/signers-file.ts";
import { isTrustedIn } from "../memories/known-signers.ts";
import { actorOf, type OpenRoot, SIGNERS_FILE, type Workspace } from "../workspace/workspace.ts";

export type { KnownSigner };

const PETNAME_CHARS_MAX = 40;

export function readTrust({ state }: Pick<Workspace, "state">): TrustFile {
  return readTrustFile(join(state.path, SIGNERS_FILE));
}

/** The name that this machine uses for a signer; two equal ones could be taken for each other. */
export function cleanPetname(workspace: Workspace, given: string): string {
  const petname = sanitizeLine(given, PETNAME_CHARS_MAX);
  if (petname === "") throw new CredenceError("USAGE", "give the signer a name with --name");
  if (isTaken(workspace, petname)) {
    throw new CredenceError("EXISTS", `the name ${petname} is already taken`, "choose another --name");
  }
  return petname;
}

function isTaken(workspace: Workspace, petname: string): boolean {
  const names = [...workspace.signers, ...readTrust(workspace).signers].map((each) => each.petname);
  return names.some((each) => isSameName(each, petname));
}

/** The beginnings of the names that this machine gives the keys of its own person. */
const OURS = ["you", "you on", "you by", "your machine", "my machine", "this machine", "a check"];

/** The name that a person goes by, unless another signer here has it or it is one of this machine's own. */
export function choosePetname(workspace: Workspace, name: string): string {
  const beginning = name
    .split(/[\s,]+/)
    .slice(0, 2)
    .join(" ");
  const isOurs = OURS.some((each) => isSameName(beginning, each));
  const wanted = isOurs ? `another ${name}` : name;
  if (!isTaken(workspace, wanted)) return wanted;
  for (let number = 2; ; number += 1)
    if (!isTaken(workspace, `${wanted} ${number}`)) return `${wanted} ${number}`;
}

export type Accepting = {
  readonly entries: readonly SignerEntry[];
  /** Machines that the person saw beside the key. */
  readonly machines: readonly string[];
};

/** Entries of the same key for the same root, or for fewer roots, give way. */
export function acceptKeys(workspace: Workspace, { entries, machines }: Accepting): void {
  changeTrust(workspace, ({ signers, confirmed, revoked }) => ({
    signers: [...signers.filter((each) => !entries.some((entry) => isCovered(each, entry))), ...entries],
    confirmed: [...new Set([...confirmed, ...machines])],
    revoked,
  }));
}

function isCovered(old: SignerEntry, added: SignerEntry): boolean {
  const isWider = added.root === null || added.root === ALL_PROJECTS;
  return old.signer === added.signer && (old.root === added.root || isWider);
}

/** In every project root, now and later; never in the user root. */
export function refuseAllRoots({ scope }: Pick<OpenRoot, "scope">): void {
  if (scope === "user") {
    throw new CredenceError(
      "USAGE",
      "--all-roots means the roots of projects, and this key signed in your user root",
      "leave --all-roots out to trust it in your user root alone",
    );
  }
}

/** The keys of this petname are trusted in every project. */
export function widenPerson(workspace: Workspace, petname: string): void {
  changeTrust(workspace, ({ signers, ...rest }) => {
    const wide = signers.map((each) => (each.petname === petname ? { ...each, root: ALL_PROJECTS } : each));
    const isLast = (each: SignerEntry, at: number): boolean =>
      wide.findLastIndex((other) => other.signer === each.signer && other.root === each.root) === at;
    return { signers: wide.filter(isLast), ...rest };
  });
}

/**
 * The trust in a person or a machine is over in every root: what the keys vouched for counts no more, and what they took out of use
 * stays until a person lifts it. `machines` are those that counted without a yes until now.
 */
export function endTrust(workspace: Workspace, petname: string, machines: readonly string[]): void {
  changeTrust(workspace, ({ signers, confirmed, revoked }) => ({
    signers: signers.flatMap((each): SignerEntry[] => {
      if (each.petname !== petname || each.mine === true) return [each];
      // A key that may only write took nothing out of use.
      return each.proposes === true ? [] : [{ ...each, ended: true }];
    }),
    confirmed: [...new Set([...confirmed, ...machines])],
    revoked,
  }));
}

/** Once for each key: what is decided stays decided. */
export function decideRevoked(
  workspace: Workspace,
  names: readonly string[],
  { choice, honours }: { readonly choice: Choice; readonly honours?: readonly string[] },
): void {
  changeTrust(workspace, ({ revoked, ...rest }) => {
    const open = names.filter((name) => !revoked.some((each) => each.name === name));
    const kept = honours === undefined || honours.length === 0 ? {} : { honours };
    return { ...rest, revoked: [...revoked, ...open.map((name): RevokedKey => ({ name, choice, ...kept }))] };
  });
}

export function confirmMachines(workspace: Workspace, machines: readonly string[]): void {
  acceptKeys(workspace, { entries: [], machines });
}

/** By the name it was given here; that it counts no more does not hide it. */
export function findNamed(workspace: Workspace, petname: string): KnownSigner {
  const found =
    findPetname(workspace, petname) ??
    // Trust is ended by name in every root, so one of another root is meant, too.
    workspace.signers.find((each) => !each.own && each.petname === petname);
  if (found !== undefined) return found;
  throw new CredenceError(
    "NOT_FOUND",
    `no signer here is named ${petname}`,
    "credence trust list shows the names",
  );
}

/** @returns null when no signer that counts in an open root has that name. */
export function findPetname({ signers, roots }: Workspace, petname: string): KnownSigner | null {
  const isHere = (each: KnownSigner): boolean => roots.some((root) => isTrustedIn(each, root));
  return signers.find((each) => !each.own && each.petname === petname && isHere(each)) ?? null;
}

export function isPersonKey({ signer }: Pick<KnownSigner, "signer">): boolean {
  return kindOfSigner(signer) === "person";
}

/** The change is made from what the file says under the lock: another process may have ended somebody's trust meanwhile. */
function changeTrust(workspace: Workspace, change: (trust: TrustFile) => TrustFile): void {
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", "only a person can decide whom to trust");
  const path = join(workspace.state.path, SIGNERS_FILE);
  withStateLock(workspace.state.path, () => {
    replaceFile(path, renderTrustFile(change(readTrustFile(path))), 0o600);
  });
}
