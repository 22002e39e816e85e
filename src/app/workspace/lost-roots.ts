// Roots that this machine knows here and that take no part any more.
//
// Attack: a pull request deletes root.json, renames `.claude`, puts another id into it, or adds a root in a directory below.
// Each takes all that a person approved in the project out of use, and without a root there would be nothing to report. So
// the places where this machine has seen a root are remembered, and a root that is not found at its place is named.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { ALL_PROJECTS } from "../../memory/law/standing-input.ts";
import {
  listProjectPlaces,
  placePersonalRoot,
  placeUserRoot,
  type RootPlace,
} from "../../store/find-root.ts";
import { readJournal } from "../../store/journal.ts";
import { readQuietly } from "../../store/log-file.ts";
import { dropLocation, findKnownRoots, type KnownRoot, rootIdAt } from "../../store/root-location.ts";
import { findWorkTree } from "../../store/work-tree.ts";
import type { KnownSigner } from "../../trust/signers-file.ts";
import { claudeDirectoryOf, type LostRoot, type OpenRoot, type RootHints } from "./open-roots.ts";
import type { Remark, Remarks } from "./remarks.ts";

/** The part of a workspace that is asked. */
type Looking = Here & {
  readonly hints: RootHints;
  readonly state: { readonly path: string };
  readonly lost: LostRoot[];
  readonly remarks: Remarks;
};

/** Whoever a person asks how things stand looks; a prompt does not, because its session began with this. */
export function lookForLostRoots({ hints, state, roots, signers, lost, remarks }: Looking): void {
  const found = hints.root === null ? findLostRoots(state.path, hints, { roots, signers }) : [];
  lost.splice(0, lost.length, ...found);
  for (const each of found) remarks.add(remarkLost(each));
}

type Here = { readonly roots: readonly OpenRoot[]; readonly signers: readonly KnownSigner[] };

/** A root that nobody here ever wrote to, and none of whose signers is trusted, holds nothing that could be missed. */
function findLostRoots(state: string, hints: RootHints, { roots, signers }: Here): LostRoot[] {
  const opened = new Set(roots.map(({ id }) => id));
  const known = findKnownRoots(state, listPlaces(hints)).filter(({ id }) => !opened.has(id));
  return known.flatMap((each): LostRoot[] => {
    const isUsed = readQuietly(join(each.records, "journal.ndjson")) !== "";
    const isMissed = isUsed || signers.some(({ root }) => root === each.id) || isOfAll(each, signers);
    const kind = isMissed ? lossOf(each, roots) : null;
    return kind === null ? [] : [{ ...each, kind }];
  });
}

/** @returns null when it is there and cannot be opened, which is told in other words, or when a person chose the other. */
function lossOf({ id, place }: KnownRoot, roots: readonly OpenRoot[]): LostRoot["kind"] | null {
  const there = rootIdAt(place.path);
  if (there === "damaged") return null;
  if (there !== id) return "gone";
  const nearer = roots.find(({ kind, path }) => kind === "shared" && path !== place.path);
  return nearer === undefined || place.kind !== "shared" || isChosen(nearer) ? null : "hidden";
}

/** Where roots for this directory are looked for. One that leads elsewhere is not asked. */
function listPlaces(hints: RootHints): RootPlace[] {
  const placeUser = (): RootPlace => placeUserRoot(claudeDirectoryOf(hints));
  const findPersonal = (): RootPlace[] => {
    const tree = findWorkTree(hints.cwd);
    return tree === null ? [] : [placePersonalRoot(tree, placeUser().path)];
  };
  const all = [
    { scope: "project", find: () => listProjectPlaces(hints.cwd) },
    { scope: "project", find: findPersonal },
    { scope: "user", find: () => [placeUser()] },
  ] as const;
  return all
    .filter(({ scope }) => hints.scope === null || hints.scope === scope)
    .flatMap(({ find }) => {
      try {
        return find();
      } catch {
        // What is wrong there is the failure of that root, and told.
        return [];
      }
    });
}

/** Sessions began there, and somebody is trusted in it because they are in every project. */
function isOfAll({ records, place: { scope } }: KnownRoot, signers: Here["signers"]): boolean {
  if (scope !== "project" || !signers.some(({ root }) => root === ALL_PROJECTS)) return false;
  return existsSync(join(records, "last-session.json"));
}

/** A person works with the inner root: they know that it is another. */
function isChosen({ records }: OpenRoot): boolean {
  return readJournal(join(records, "journal.ndjson")).some(({ actor }) => actor === "person");
}

function remarkLost({ kind, place: { kind: of, scope, shown } }: LostRoot): Remark {
  const hidden = {
    message: `a memory root in a directory below hides the one in ${shown}, and its memories are not recalled`,
    hint: "remove the .claude/memory that nobody here made, or work from the directory above",
  };
  const gone = {
    message: `the memory root that was in ${shown} is gone, and its memories are not recalled`,
    hint: `${of === "shared" ? "restore .claude/memory from git" : "restore it from a backup"}, or start anew with credence init${scope === "user" ? " --scope user" : ""}`,
  };
  return { kind, scope, shown, code: null, ...(kind === "hidden" ? hidden : gone) };
}

/** A person says that there is a new root now, or none. */
export function acceptLoss(lost: readonly LostRoot[]): void {
  for (const { records, place, kind } of lost) if (kind === "gone") dropLocation(records, place);
}
