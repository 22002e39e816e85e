// Was this memory forgotten, or its text? Asked before any standing above quarantined is computed.
//
// Attack, or accident: an old clone, a branch or a colleague brings back the file and every approval of it. A tombstone names the
// memory's uuid, which every statement about the memory bears, and the digests of its texts: either is enough to find it.
//
// A tombstone once seen stays in force: the ledger keeps a copy. Fails closed: if one cannot be read, nothing counts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DigestedContent, digestFolded } from "../../memory/file/digest.ts";
import {
  isTextStatement,
  isTombstone,
  kindOfSigner,
  parseStatement,
  type SignedStatement,
  type Statement,
  type Tombstone,
} from "../../memory/law/statement.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { nameIn } from "../../store/paths.ts";
import { FORGOTTEN } from "../../trust/attest-files.ts";
import { writeIfPossible } from "../workspace/open-records.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { findSigner, isGenuine } from "./known-signers.ts";
import { keepUncounted, type Reading, readBeside } from "./strangers.ts";

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
  const place = identifyFile(nameIn(nameIn(root.path, "attest"), FORGOTTEN), Date.now());
  if (place.young) return null;
  const signers = workspace.signers.map(({ signer, root: only }) => `${signer}@${only ?? "*"}`);
  const kept = workspace.seenIn(root).texts.countTombstones();
  return [root.id, root.records, place.text, kept, ...signers].join(" ");
}

function readAll(workspace: Workspace, root: OpenRoot, reading: Reading | undefined): Tombstones {
  const kept = listKeptTombstones(workspace, root);
  const here = readBeside(root.path, FORGOTTEN, { known: kept, reading });
  const known = new Set(kept.map(({ hash }) => hash));
  const fresh = here.attestations.filter(
    (each) =>
      isTombstone(each) &&
      !known.has(each.hash) &&
      each.root === root.id &&
      each.scope === root.scope &&
      isGenuine(workspace, root, each),
  );
  const genuine = new Set(fresh.map(({ hash }) => hash));
  // Every memory of the root waits for these.
  const beside = { id: FORGOTTEN, isVouched: true };
  keepUncounted(reading, beside, {
    attestations: here.attestations.filter(({ hash }) => !genuine.has(hash) && !known.has(hash)),
    speaks: () => false,
    odd: here.odd,
    now: workspace.now,
  });
  const met = fresh.map(({ hash }) => {
    return { hash, text: readFileSync(join(root.path, "attest", FORGOTTEN, `${hash}.json`), "utf8") };
  });
  // Reading needs no writing: a state that cannot be written remembers less and says no less.
  writeIfPossible(workspace.troubles, () => workspace.seenIn(root).texts.keepTombstones(met));
  return {
    all: [...kept, ...fresh].filter(isTombstone),
    unreliable: here.overflow,
    unfinished: here.unfinished,
  };
}

/** Only what was found genuine is in the ledger. */
export function listKeptTombstones({ seenIn }: Pick<Workspace, "seenIn">, root: OpenRoot): SignedStatement[] {
  return seenIn(root)
    .texts.tombstones()
    .flatMap(({ hash, text }) => {
      const read = parseStatement(text, hash);
      return "hash" in read ? [read] : [];
    });
}

export type Asked = {
  /** All statements about the memory, on disk or remembered. */
  readonly statements: readonly Statement[];
  readonly digest: string | null;
  /** Of the body, with case and white space folded. Asked only if something was forgotten. */
  readonly folded: () => string;
  readonly reading?: Reading;
};

export type Forgotten = {
  readonly tombstones: readonly Tombstone[];
  readonly unreliable: boolean;
  /** There was no time to read them all. */
  readonly unfinished: boolean;
};

export const NOTHING_FORGOTTEN: Forgotten = { tombstones: [], unreliable: false, unfinished: false };

/** Tombstones that name this text, of whatever memory: a person who approves the text lifts them by name. */
export function listTombstonesOf(
  workspace: Workspace,
  root: OpenRoot,
  text: Pick<DigestedContent, "body"> & { readonly digest: string },
): readonly Tombstone[] {
  const { all } = listTombstones(workspace, root);
  if (all.length === 0) return [];
  const texts = [text.digest, digestFolded(text)];
  return all.filter(({ digests }) => texts.some((each) => digests.includes(each)));
}

/** Tombstones of the memory, and of its text under whatever name. */
export function findForgotten(workspace: Workspace, root: OpenRoot, asked: Asked): Forgotten {
  const { all, unreliable, unfinished } = listTombstones(workspace, root, asked.reading);
  if (all.length === 0) return { ...NOTHING_FORGOTTEN, unreliable, unfinished };
  const { statements, digest } = asked;
  const borns = new Set(statements.filter(isTextStatement).map(({ born }) => born));
  const texts = digest === null ? [] : [digest, asked.folded()];
  const tombstones = all.filter(
    ({ born, digests }) => borns.has(born) || texts.some((each) => digests.includes(each)),
  );
  return { tombstones, unreliable, unfinished };
}
