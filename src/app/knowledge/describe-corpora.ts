// The corpora of the roots here, and what time has done to them.

import { daysSince, parseInstant } from "../../memory/instant.ts";
import type { Scope } from "../../memory/memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { CorpusFilter } from "./corpus.ts";
import { listCorpora } from "./corpus-files.ts";
import { loadMembers } from "./load-members.ts";

/** The pinned JSON shape. */
export type DescribedCorpus = {
  readonly name: string;
  /** Of the root it belongs to. */
  readonly scope: Scope;
  readonly at: string;
  readonly ageDays: number;
  readonly memories: number;
  /** How many say something else now, or may not be used any more. */
  readonly changed: number;
  readonly filter: CorpusFilter;
};

export function describeCorpora(workspace: Workspace): DescribedCorpus[] {
  return workspace.roots.flatMap((root) =>
    listCorpora(root).map((corpus) => {
      const { name, at, filter, members } = corpus;
      return {
        name,
        scope: root.scope,
        at,
        ageDays: Math.max(0, daysSince(parseInstant(at) ?? workspace.now, workspace.now)),
        memories: members.length,
        changed: loadMembers(workspace, corpus).changed,
        filter,
      };
    }),
  );
}
