// Was this id forgotten? Asked before any standing above quarantined is computed.
//
// Attack, or accident: an old clone, a branch or a colleague brings back the file and every approval of it. The tombstone
// does not tell the id, so it is found in two ways: it names the statements that it ends, and whatever bears one of them, or
// names one as its parent, is the forgotten memory; and its opaque id is what the slow function makes of the id. That is
// computed once per id and machine, only in a root where something was forgotten; until then the memory is withheld.
//
// A tombstone once seen stays in force: machine state keeps a copy. Fails closed: where one cannot be read, nothing counts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Attestation, isTombstone, kindOfSigner } from "../../memory/law/attestation.ts";
import type { Vouching } from "../../memory/law/evidence.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { nameIn } from "../../store/paths.ts";
import { FORGOTTEN, readAttestFiles } from "../../trust/attest-files.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { findOpaqueId, keepOpaqueIds } from "./kept/opaque-ids.ts";
import { findSigner, isGenuine } from "./known-signers.ts";
import { keepUncounted, type Reading, readBeside } from "./strangers.ts";

export type Tombstone = Vouching & { readonly folded: string | null };

type Tombstones = {
  readonly all: readonly Tombstone[];
  readonly unreliable: boolean;
  /** There was no time to read them all. */
  readonly unfinished: boolean;
};

/** By root. Only as good as its stamp, because others write, too. */
const read = new Map<string, { readonly stamp: string; readonly tombstones: Tombstones }>();

/** What one who waits had no time to finish: it does not begin again for each memory. */
const begun = new WeakMap<Reading, Tombstones>();

/** Of many memories that are read as of one moment. */
const atMoment = new WeakMap<object, Tombstones>();

/** Those of signers that this machine trusts now, and of keys it once had. */
export function listTombstones(workspace: Workspace, root: OpenRoot, reading?: Reading): Tombstones {
  const moment = reading?.moment;
  const known = moment === undefined ? undefined : atMoment.get(moment);
  if (known !== undefined) return known;
  const tombstones = findTombstones(workspace, root, reading);
  if (moment !== undefined) atMoment.set(moment, tombstones);
  return tombstones;
}

function findTombstones(workspace: Workspace, root: OpenRoot, reading?: Reading): Tombstones {
  const stamp = stampOf(workspace, root);
  const known = stamp === null ? undefined : read.get(root.path);
  const isSame = known?.stamp === stamp && known !== undefined;
  const left = reading === undefined ? undefined : begun.get(reading);
  const tombstones = isSame ? known.tombstones : (left ?? readAll(workspace, root, reading));
  if (tombstones.unfinished && reading !== undefined) begun.set(reading, tombstones);
  if (stamp !== null && !tombstones.unfinished) read.set(root.path, { stamp, tombstones });
  const isTrusted = ({ signer }: Tombstone): boolean =>
    kindOfSigner(signer) === "person" && findSigner(workspace, root, signer) !== null;
  return { ...tombstones, all: tombstones.all.filter(isTrusted) };
}

/** Null where another change in the same instant would leave the same times. */
function stampOf(workspace: Workspace, root: OpenRoot): string | null {
  const places = [root.path, root.records].map((path) =>
    identifyFile(nameIn(nameIn(path, "attest"), FORGOTTEN), Date.now()),
  );
  if (places.some(({ young }) => young)) return null;
  const signers = workspace.signers.map(({ signer, root: only }) => `${signer}@${only ?? "*"}`);
  return [root.id, root.records, ...places.map(({ text }) => text), ...signers].join(" ");
}

function readAll(workspace: Workspace, root: OpenRoot, reading: Reading | undefined): Tombstones {
  // Only what was found genuine is kept there.
  const kept = readAttestFiles(root.records, FORGOTTEN);
  const here = readBeside(root.path, FORGOTTEN, { known: kept.attestations, reading });
  const fresh = here.attestations.filter(
    (each) =>
      isTombstone(each) &&
      each.root === root.id &&
      each.scope === root.scope &&
      isGenuine(workspace, root, each),
  );
  const genuine = new Set(fresh.map(({ hash }) => hash));
  // Every memory of the root waits for these.
  const beside = { id: FORGOTTEN, isVouched: true };
  keepUncounted(reading, beside, {
    attestations: here.attestations.filter(({ hash }) => !genuine.has(hash)),
    speaks: () => false,
    odd: here.odd,
    now: workspace.now,
  });
  keepTombstones(
    root,
    fresh.map(({ hash }) => [hash, readFileSync(pathIn(root.path, hash), "utf8")] as const),
  );
  const all = [...kept.attestations.filter(isTombstone), ...fresh];
  const unreliable = kept.overflow || here.overflow;
  return { all: all.map(toTombstone), unreliable, unfinished: here.unfinished };
}

function toTombstone(attestation: Attestation): Tombstone {
  return { ...attestation, folded: attestation.folded ?? null, ends: true };
}

function pathIn(place: string, hash: string): string {
  return join(place, "attest", FORGOTTEN, `${hash}.json`);
}

/** Reading needs no writing: a state that cannot be written remembers less and says no less. */
function keepTombstones(
  { records }: OpenRoot,
  files: readonly (readonly [hash: string, text: string])[],
): void {
  ifPossible(() => {
    if (files.length > 0) ensureDirectory(join(records, "attest", FORGOTTEN), 0o700);
    for (const [hash, text] of files) replaceFile(pathIn(records, hash), text, 0o600);
  });
}

export type Asked = {
  readonly id: string;
  /** What is known about the id, on disk or remembered. */
  readonly statements: readonly Vouching[];
  /** There is a text that could stand: then the slow function is asked, too. */
  readonly hasText: boolean;
  readonly reading?: Reading;
};

export type Forgotten = {
  /** As statements about the id. */
  readonly tombstones: readonly Tombstone[];
  readonly unreliable: boolean;
  /** There was no time to ask. */
  readonly unchecked: boolean;
};

export const NOTHING_FORGOTTEN: Forgotten = { tombstones: [], unreliable: false, unchecked: false };

export function findForgotten(workspace: Workspace, root: OpenRoot, asked: Asked): Forgotten {
  const { all, unreliable, unfinished } = listTombstones(workspace, root, asked.reading);
  if (unfinished) return { ...NOTHING_FORGOTTEN, unreliable, unchecked: true };
  if (all.length === 0) return { ...NOTHING_FORGOTTEN, unreliable };
  const { id, statements, hasText } = asked;
  const named = new Set(statements.flatMap(({ hash, parents }) => [hash, ...parents]));
  const ending = all.filter(
    ({ hash, parents }) => named.has(hash) || parents.some((each) => named.has(each)),
  );
  if (ending.length > 0 || !hasText)
    return { ...NOTHING_FORGOTTEN, tombstones: ending.map((each) => ({ ...each, id })), unreliable };
  const opaque = findOpaqueId(workspace, root, id);
  const tombstones = all.filter((each) => each.id === opaque).map((each) => ({ ...each, id }));
  keepOpaqueIds(workspace, root, () => all);
  return { tombstones, unreliable, unchecked: opaque === null };
}
