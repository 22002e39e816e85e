// What a question is answered from: the memories of a corpus as they are now, those with words of the question first; or
// without a corpus what a search for the question finds.

import type { LoadedMemory } from "../memories/load-memory.ts";
import { findMemories } from "../recall/find-memories.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { MEMBERS_MAX } from "./corpus.ts";
import { findCorpus } from "./corpus-files.ts";
import { type GivenMemory, giveMemory } from "./given-memory.ts";
import { type LeftOut, loadMembers } from "./load-members.ts";
import type { OnProgress } from "./select-members.ts";

export type MaterialRequest = {
  readonly question: string;
  readonly corpus: string | null;
  readonly onProgress?: OnProgress;
};

export type Material = {
  /** Best first. */
  readonly given: readonly GivenMemory[];
  readonly left: readonly LeftOut[];
};

export const QUESTION_CHARS_MAX = 4_000;
/** As many as a person would read on. */
const FOUND_MAX = 20;

export function gatherMaterial(workspace: Workspace, request: MaterialRequest): Material {
  if (request.corpus === null) {
    const found = rank(workspace, request, { limit: FOUND_MAX, isWanted: () => true });
    return { given: found.flatMap((each) => giveMemory(each, true)), left: [] };
  }
  const { loaded, left } = loadMembers(workspace, findCorpus(workspace, request.corpus).corpus);
  const members = new Set(loaded.map(keyOf));
  const isWanted = (each: LoadedMemory): boolean => members.has(keyOf(each));
  const found = rank(workspace, request, { limit: MEMBERS_MAX, isWanted });
  const ranked = new Set(found.map(keyOf));
  const others = loaded.filter((each) => !ranked.has(keyOf(each)));
  return {
    given: [
      ...found.flatMap((each) => giveMemory(each, true)),
      ...others.flatMap((each) => giveMemory(each, false)),
    ],
    left,
  };
}

type Wanted = { readonly limit: number; readonly isWanted: (loaded: LoadedMemory) => boolean };

function rank(
  workspace: Workspace,
  { question, onProgress }: MaterialRequest,
  { limit, isWanted }: Wanted,
): LoadedMemory[] {
  const { shown } = findMemories(workspace, {
    roots: workspace.roots,
    prompt: question,
    strategy: workspace.config.config["retrieval.match_strategy"],
    filter: {},
    abstains: false,
    limit,
    choose: ({ loaded }) => (isWanted(loaded) ? null : "withheld"),
    ...(onProgress && { onProgress }),
  });
  return shown.map(({ loaded }) => loaded);
}

function keyOf({ root, file }: LoadedMemory): string {
  return `${root.scope} ${file.id}`;
}
