// Judges the texts that nobody has judged by the rules of today, for whoever is about to show them. Whoever has none of these
// loads no validator. What is found is kept, so the next one has it.

import { checkTime } from "../../memory/answering.ts";
import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { transact } from "../../search/index/open-index.ts";
import { keepWording } from "../../search/index/verdicts.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { isJudged, noteWording, recallWording } from "../memories/wordings.ts";
import type { UnjudgedText, Workspace } from "../workspace/workspace.ts";
import { withKept } from "./open-index.ts";
import { learnWording } from "./show-gate.ts";

/** How many a prompt has judged at the most, and how many whoever does not wait. */
const [WAITING_MAX, PATIENT_MAX] = [20, 1_000];

/** Asks; if the answer lacks what nobody has judged, those are judged, and it is asked once more. */
export async function askJudged<Answer>(
  workspace: Workspace,
  isLate: (() => boolean) | undefined,
  ask: () => Answer,
): Promise<Answer> {
  const { unjudged } = workspace;
  let left = isLate === undefined ? PATIENT_MAX : WAITING_MAX;
  unjudged.clear();
  let answer = ask();
  // The few of a first answer are judged however late it is: else nobody would be shown what a pull has brought.
  do {
    const some = [...unjudged.values()].slice(0, left);
    if (some.length === 0) return answer;
    left -= some.length;
    checkTime(workspace);
    await judgeTexts(workspace, some);
    unjudged.clear();
    answer = ask();
  } while (isLate?.() !== true);
  return answer;
}

/** For whoever reads files without asking an index: afterwards `isOpenToModels` knows of each. */
export async function learnWordings(workspace: Workspace, all: readonly LoadedMemory[]): Promise<void> {
  const isOpen = (each: LoadedMemory): boolean => isJudged(each) && recallWording(each) === null;
  const unknown = all.filter(isOpen);
  for (const [root, some] of Map.groupBy(unknown, ({ root }) => root))
    withKept(workspace, root, (index) => {
      for (const each of some) learnWording(index, each);
    });
  await judgeTexts(workspace, unknown.filter(isOpen));
}

/** How many are learned of at once: a root can be large. */
const PIECE = 200;

/** The same for whoever walks through many. */
export async function* walkLearned(
  workspace: Workspace,
  all: Iterable<LoadedMemory>,
): AsyncGenerator<LoadedMemory> {
  let piece: LoadedMemory[] = [];
  for (const loaded of all) {
    piece.push(loaded);
    if (piece.length < PIECE) continue;
    await learnWordings(workspace, piece);
    yield* piece;
    piece = [];
  }
  await learnWordings(workspace, piece);
  yield* piece;
}

async function judgeTexts(workspace: Workspace, texts: readonly UnjudgedText[]): Promise<void> {
  if (texts.length === 0) return;
  const { findWording } = await import("../../validate/find-wording.ts");
  for (const [root, some] of Map.groupBy(texts, (each) => each.root)) {
    const found = some.flatMap(({ file: { id }, digest, text }) =>
      digest === null || text === null ? [] : [{ id, digest, wording: findWording(id, text) }],
    );
    for (const { wording, ...text } of found) noteWording(text, wording);
    withKept(workspace, root, (index) => {
      transact(index, () => {
        for (const each of found) keepWording(index, { ...each, rules: RULE_SET_VERSION });
      });
    });
  }
}
