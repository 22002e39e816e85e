// One line about memories that a pull, a merge or a checkout brought and that need a review.

import { basename, relative } from "node:path";
import { listUntracked } from "../../git/staged-files.ts";
import { pluralize } from "../../memory/pluralize.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { surveyStore } from "./survey-store.ts";

/** @returns null when nothing waits. */
export function sayArrival(workspace: Workspace): string | null {
  const root = workspace.roots.find(({ kind }) => kind === "shared");
  if (root === undefined) return null;
  const { roots } = surveyStore({ ...workspace, roots: [root] });
  const foreign = roots.reduce((sum, { standings }) => sum + standings.foreign, 0);
  const waits = pluralize(foreign, "memory waits", "memories wait");
  const parts = [...(foreign === 0 ? [] : [`${waits} for a look: credence review`]), ...sayUntracked(root)];
  return parts.length === 0 ? null : parts.join("; ");
}

const SECOND = /_other_[0-9a-f]{8,16}\.md$/;

/** Finds the conflict copies that a merge left and that no commit has yet. */
function sayUntracked({ path, workTree }: OpenRoot): string[] {
  if (workTree === null) return [];
  const under = relative(workTree.top, path);
  const files = listUntracked(workTree.top, [`${under}/memories`]).filter((file) => SECOND.test(file));
  const [first, ...more] = files.map((file) => basename(file));
  if (first === undefined) return [];
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return [`a merge kept a second text that is not in git yet, ${first}${others}: git add ${under}/memories`];
}
