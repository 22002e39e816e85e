// What became of the files that memories cite, as somebody found out before: a prompt only reads it, starts no git, and says
// nothing at a commit that nobody has looked at.

import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { isLookDue, type MovedPath, readAllFates, readFates } from "../../search/index/cites.ts";
import { isSqliteFailure, type SearchIndex } from "../../search/index/open-index.ts";
import { wereAllJudged } from "../../search/index/verdicts.ts";
import { readHead } from "../../store/read-head.ts";
import { findWorkTree, type WorkTree } from "../../store/work-tree.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { isRestLeft } from "./allowance.ts";
import { openKeptIndex } from "./open-index.ts";

export type FatesOf = (row: number) => readonly MovedPath[];

/** Of some rows of one root's index. */
export function findFates({ root, index }: CitingRoot, rows: readonly number[]): FatesOf {
  const head = rows.length === 0 ? null : findHead(root);
  const fates = head === null ? null : readFates(index, rows, head);
  return (row) => fates?.get(row) ?? [];
}

export function listFates({ root, index }: CitingRoot): ReadonlyMap<string, readonly MovedPath[]> {
  const head = findHead(root);
  return head === null ? new Map() : readAllFates(index, head);
}

export type CitingRoot = { readonly root: OpenRoot; readonly index: SearchIndex };

/** @returns null for memories that are about no work tree of git. */
export function findCitedTree({ workTree, project }: OpenRoot): WorkTree | null {
  return workTree ?? (project === null ? null : findWorkTree(project));
}

function findHead(root: OpenRoot): string | null {
  const tree = findCitedTree(root);
  return tree === null ? null : readHead(tree);
}

/** Would a look find something, is something left in line, or to be judged by new rules? Reads a few files and a few rows. */
export function isLookAsideDue(workspace: Workspace): boolean {
  return workspace.roots.some((root) => {
    const index = openKeptIndex(workspace, root);
    if (index === null) return false;
    try {
      if (isRestLeft(index) || !wereAllJudged(index, RULE_SET_VERSION)) return true;
      const head = findHead(root);
      return head !== null && isLookDue(index, head);
    } catch (error) {
      // Damaged or busy: whoever refreshes it next finds out which.
      if (isSqliteFailure(error)) return false;
      throw error;
    } finally {
      index.database.close();
    }
  });
}
