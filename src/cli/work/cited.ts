// What `credence index --cited` does: a look at the files that memories cite, and how many of them are not as they were.

import { listMoved, type MovedFiles } from "../../app/index/look-at-cited.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import type { Io } from "../call/command.ts";
import { createProgress } from "../terminal/progress.ts";

export function lookAtCited(
  io: Io,
  workspace: Workspace,
): { readonly json: unknown; readonly text: string; readonly exit: 0 } {
  const looked = workspace.roots.map((root) => {
    const fates = listMoved(workspace, root, { onProgress: createProgress(io, "indexing") });
    return {
      root,
      isKnown: fates !== null,
      gone: countFates(fates, "gone"),
      changed: countFates(fates, "changed"),
    };
  });
  const lines = looked.map(({ root, isKnown, gone, changed }) =>
    isKnown
      ? `${root.shown}: of the files that memories cite, ${changed} changed and ${gone} are gone since\n`
      : `${root.shown}: nothing is known of cited files, without a work tree of git that has a commit\n`,
  );
  const json = looked.map(({ root, isKnown, ...counts }) => ({
    scope: root.scope,
    known: isKnown,
    ...counts,
  }));
  return { json, text: lines.join(""), exit: 0 };
}

function countFates(fates: MovedFiles | null, kind: "gone" | "changed"): number {
  return [...(fates?.values() ?? [])].flat().filter(({ fate }) => fate.kind === kind).length;
}
