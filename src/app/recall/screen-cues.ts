// Leaves out cues that name nothing in particular. The rest is stored, and the caller is told what was left out and why.
//
// Attack: a memory that comes to mind at every prompt, because its cues are words that stand in every prompt, or a glob that fits
// every file.

import { runGit } from "../../git/run-git.ts";
import { sanitizeField } from "../../memory/file/draft.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { countHolders } from "../../search/rank/count-words.ts";
import { isCommonWord, isFunctionWord } from "../../search/words/word-kinds.ts";
import { toWords, type Word } from "../../search/words/words.ts";
import { withIndexes } from "../index/open-index.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

type ScreenedCues = {
  readonly cues: readonly string[];
  /** Each with the reason. */
  readonly left: readonly string[];
};

/** A store with fewer memories says nothing about what is usual. */
const STORE_MIN = 20;
const STORE_SHARE_MAX = 0.2;
const FILES_SHARE_MAX = 0.1;

export function screenCues(workspace: Workspace, root: OpenRoot, given: readonly string[]): ScreenedCues {
  const cues: string[] = [];
  const left: string[] = [];
  for (const cue of given.map(sanitizeField).filter((each) => each !== "")) {
    const why = findFault(workspace, root, cue);
    if (why === null) cues.push(cue);
    else left.push(`${cue}: ${why}`);
  }
  return { cues, left };
}

/** @returns null for a cue that names something. */
function findFault(workspace: Workspace, root: OpenRoot, cue: string): string | null {
  const words = toWords(cue).filter(({ whole }) => !whole);
  if (isGlob(cue)) return findWideGlob(root, cue);
  // The name of a program may be a common word; a command is more than its name.
  if (
    !cue.startsWith("`") &&
    words.every(({ form, text }) => isFunctionWord(form) || isCommonWord(form, text))
  )
    return "it has common words only";
  return findOften(workspace, root, words);
}

function isGlob(cue: string): boolean {
  return !/[\s"`]/.test(cue) && /[*?[]/.test(cue);
}

function findWideGlob({ project }: OpenRoot, glob: string): string | null {
  if (project === null) return null;
  const fitting = countTracked(project, [`:(glob)${glob.includes("/") ? glob : `**/${glob}`}`]);
  const all = fitting === null || fitting === 0 ? null : countTracked(project, []);
  if (all === null || fitting === null || fitting <= all * FILES_SHARE_MAX) return null;
  return `it fits ${fitting} of ${pluralize(all, "tracked file", "tracked files")}, more than a tenth`;
}

/** @returns null where git does not say. */
function countTracked(project: string, patterns: readonly string[]): number | null {
  const { ok, out } = runGit(project, ["ls-files", "-z", "--", ...patterns]);
  return ok ? out.split("\0").length - 1 : null;
}

/** The memories that have all of its words: each of them would answer to it. */
function findOften(workspace: Workspace, root: OpenRoot, words: readonly Word[]): string | null {
  const telling = words.filter(({ form }) => !isFunctionWord(form)).map(({ text }) => text);
  if (telling.length === 0) return null;
  return withIndexes(workspace, { roots: [root], isWaited: true }, ([subject]) => {
    if (subject === undefined) return null;
    const { holders, memories } = countHolders(subject.index, telling);
    if (memories < STORE_MIN || holders <= memories * STORE_SHARE_MAX) return null;
    return `${holders} of ${memories} memories have its words, more than a fifth`;
  });
}
