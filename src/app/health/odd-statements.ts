// Reports files in `attest` that have no effect and should not be there: files that are no statement, statements in the
// name of a trusted signer who did not sign them, and statements in the directory of another memory. Statements of
// untrusted signers are normal and reported elsewhere.
//
// Attack: a repository contains forged statements in a person's name, or real statements of another memory. They have no
// effect; the attempt is reported, in one line, because a statement can be copied a thousand times.

import { join, sep } from "node:path";
import { gather } from "../../memory/law/sets/gather.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { NO_FILE } from "../../memory/law/standing-input.ts";
import { isTextStatement, isTombstone, type SignedStatement } from "../../memory/law/statement.ts";
import type { Directory } from "../../memory/law/transitions.ts";
import { FOLLOWS_MAX, FOLLOWS_WARNED } from "../../memory/limits.ts";
import { type Remedied, withRemedy } from "../../memory/remedies.ts";
import { listIds } from "../../store/memory-files.ts";
import { FORGOTTEN, type OddFile, placeOf, readAttestFiles } from "../../trust/attest-files.ts";
import { nameFor, nameOfId } from "../memories/foreign-names.ts";
import { listKeptTombstones } from "../memories/forgotten.ts";
import { findSigner, isGenuine } from "../memories/known-signers.ts";
import { isRecallable, type LoadedMemory, readStatements } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** Odd statements about one memory. */
export function sayOdd(workspace: Workspace, { root, file, odd, uncounted }: LoadedMemory): string[] {
  return sayEach(workspace, root, { id: file.id, odd, uncounted });
}

/** Odd statements about ids without a file and about forgotten memories. Statements of the other ids are examined together
 * with their files. */
export function sayOddElsewhere(workspace: Workspace, root: OpenRoot, attested: readonly string[]): string[] {
  const ids = attested.length === 0 ? new Map() : listIds(root.path);
  const rest = attested.filter((id) => !ids.has(id) && id !== FORGOTTEN);
  return [...rest.map((id) => readGone(workspace, root, id)), readTombstones(workspace, root)].flatMap(
    (each) => sayEach(workspace, root, each),
  );
}

type Statements = Pick<LoadedMemory, "odd" | "uncounted"> & { readonly id: string };

function readGone(workspace: Workspace, root: OpenRoot, id: string): Statements {
  return { id, ...readStatements(workspace, root, { id, remembered: null, file: NO_FILE }) };
}

/** Tombstones with a copy in machine state were verified before. */
function readTombstones(workspace: Workspace, root: OpenRoot): Statements {
  const kept = listKeptTombstones(workspace, root);
  const known = new Map(kept.map((each) => [each.hash, each]));
  const { odd, attestations } = readAttestFiles(root.path, FORGOTTEN, { known });
  const uncounted = attestations.filter((each) => !isTombstone(each) || !isGenuine(workspace, root, each));
  return { id: FORGOTTEN, odd, uncounted };
}

function sayEach(workspace: Workspace, root: OpenRoot, { id, odd, uncounted }: Statements): string[] {
  const faults = Map.groupBy(uncounted, (each) => findFault(workspace, root, { id, each }));
  faults.delete(null);
  if (odd.length + faults.size === 0) return [];
  const isPerson = workspace.presence.kind === "person";
  const where = id === FORGOTTEN ? id : nameOfId(workspace, root, id);
  return [
    ...odd.map((each) => {
      const said = each.name.includes(sep) ? `a file in ${where}` : where;
      return withRemedy(`${isPerson ? each.name : said}: ${each.why}`, remedyOf(each));
    }),
    ...[...faults].map(([fault, all]) => {
      const more = all.length === 1 ? "" : ` and ${all.length - 1} more`;
      const named = `${join(id, `${all[0]?.hash}.json`)}${more}`;
      const said = `${all.length === 1 ? "a file" : `${all.length} files`} in ${where}`;
      return withRemedy(`${isPerson ? named : said}: ${fault}`, fault === ASTRAY ? "astray" : "forged");
    }),
  ];
}

const ASTRAY = "about another memory";

type LocatedStatement = { readonly id: string; readonly each: SignedStatement };

/** @returns null when the statement is about this id in another root, or in no trusted name. */
function findFault(workspace: Workspace, root: OpenRoot, { id, each }: LocatedStatement): string | null {
  if (placeOf(each) !== id) return ASTRAY;
  const isHere = each.root === root.id && each.scope === root.scope;
  const known = isHere ? findSigner(workspace, root, each.signer) : null;
  // A statement signed with a replaced key is genuine and merely has no effect.
  if (known === null || known.former === true) return null;
  return `in ${known.own ? "your name" : "the name of somebody you trust"}, with a wrong signature`;
}

function remedyOf({ newer, withholds }: Pick<OddFile, "newer" | "withholds">): Remedied {
  if (newer === true) return "attestation-newer";
  return withholds === true ? "attestation-closed" : "attestation";
}

// Warns about a memory that is close to the limit of changes. A memory that no person approved needs no warning, because it
// continues as a new memory under its id.

export function sayManyChanges(workspace: Workspace, loaded: LoadedMemory): string[] {
  const { input, file } = loaded;
  const said = [...input.attestations, ...input.remembered];
  const most = said.filter(isTextStatement).reduce((max, { follows }) => Math.max(max, follows.length), 0);
  if (most < FOLLOWS_WARNED || input.sets.name !== file.id || !wasEverApproved(input)) return [];
  const name = nameFor(workspace, loaded);
  return [
    `${name} was changed ${most} times; after ${FOLLOWS_MAX} an agent's change is refused, and yours begins a new memory under that id`,
  ];
}

// One id in both directories of a root. The file in quarantine counts.
//
// Attack: a foreign file is put into quarantine under the id of a memory in use, so that a repair removes the memory. In
// that case the file in quarantine is set aside instead.

/** The directory whose file is set aside; null when the user has to remove the entry in quarantine, because it is not a
 * file that can be archived. */
export function chooseTwin(used: LoadedMemory, held: LoadedMemory): Directory | null {
  if (gather(held.input).vouchedBy.length > 0 || !isRecallable(used)) return "memories";
  return held.text === null ? null : "quarantine";
}
