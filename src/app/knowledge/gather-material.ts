// What a question is answered from: the memories of a corpus as they are now, those with words of the question first; or
// without a corpus what a search for the question finds.

import type { Scope } from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/strip-redacted.ts";
import { isRecallable, type LoadedMemory } from "../memories/load-memory.ts";
import { flaggedOf, isOpenToModels } from "../memories/wordings.ts";
import { findMemories } from "../recall/find-memories.ts";
import { blockEntryOf } from "../recall/recall-memories.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type LeftOut, loadMembers, type OnProgress } from "./build-corpus.ts";
import { type CorpusStanding, findCorpus, MEMBERS_MAX } from "./corpus.ts";

export type MaterialRequest = {
  readonly question: string;
  readonly corpus: string | null;
  readonly onProgress?: OnProgress;
};

export type Material = {
  /** Best first. */
  readonly given: readonly PromptMemory[];
  readonly left: readonly LeftOut[];
};

export const QUESTION_CHARS_MAX = 4_000;
/** As many as a person would read on. */
const FOUND_MAX = 20;

export async function gatherMaterial(workspace: Workspace, request: MaterialRequest): Promise<Material> {
  if (request.corpus === null) {
    const found = await rank(workspace, request, { limit: FOUND_MAX, isWanted: () => true });
    return { given: found.flatMap((each) => giveMemory(workspace, each, true)), left: [] };
  }
  const { loaded, left } = await loadMembers(workspace, findCorpus(workspace, request.corpus).corpus);
  const members = new Set(loaded.map(keyOf));
  const isWanted = (each: LoadedMemory): boolean => members.has(keyOf(each));
  const found = await rank(workspace, request, { limit: MEMBERS_MAX, isWanted });
  const ranked = new Set(found.map(keyOf));
  const others = loaded.filter((each) => !ranked.has(keyOf(each)));
  return {
    given: [
      ...found.flatMap((each) => giveMemory(workspace, each, true)),
      ...others.flatMap((each) => giveMemory(workspace, each, false)),
    ],
    left,
  };
}

type Ranking = { readonly limit: number; readonly isWanted: (loaded: LoadedMemory) => boolean };

async function rank(
  workspace: Workspace,
  { question, onProgress }: MaterialRequest,
  { limit, isWanted }: Ranking,
): Promise<LoadedMemory[]> {
  const { shown } = await findMemories(workspace, {
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

// A memory as the model that answers a question gets it.

export type PromptMemory = {
  readonly id: string;
  readonly scope: Scope;
  readonly path: string;
  readonly standing: CorpusStanding;
  readonly flagged: string | null;
  readonly date: string | null;
  readonly label: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Without what a person redacted in it. */
  readonly text: string;
  /** It has words of the question. */
  readonly matches: boolean;
};

/** Nothing for a memory that may not be shown. */
function giveMemory({ now }: Workspace, loaded: LoadedMemory, matches: boolean): PromptMemory[] {
  const flagged = flaggedOf(loaded);
  const entry = blockEntryOf(loaded, { confidence: null, excerptOf: ({ body }) => body, now, flagged });
  if (entry === null || loaded.memory === null || !isRecallable(loaded) || !isOpenToModels(loaded)) return [];
  const { label, name, path, tags, date, excerpt, scope } = entry;
  const { description } = hideRedactedIn(loaded.memory);
  // Whatever is not verified says so.
  const standing = entry.inferred ? "inferred" : "verified";
  return [
    {
      id: loaded.file.id,
      scope,
      path,
      standing,
      flagged,
      date,
      label,
      name,
      description,
      tags,
      text: excerpt,
      matches,
    },
  ];
}
