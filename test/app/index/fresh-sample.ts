// Twenty-one memories: one that is alone in what it says, and twenty that say the same, so that the one under attack is the
// fifteenth of an answer of twenty.

import assert from "node:assert/strict";
import { type RecallProject, recallProject } from "../../fixture/recall-project.ts";
import type { Owner } from "../../temp-dir.ts";

/** What an attacker wants to be recalled. */
export const EVIL = "EVILEVIL";
export const ALONE = { id: "project_alone", prompt: "what should a wombat eat at night" } as const;
export const FIFTEENTH = { id: "project_f", prompt: "where does the quokka sleep at noon" } as const;
export const TARGETS = [ALONE, FIFTEENTH] as const;
export type Target = (typeof TARGETS)[number];

const MANY = [..."abcdefghijklmnopqrst"].map((letter) => `project_${letter}`);
/** As long as the others and no copy of them: of copies one is shown. */
const asLong = (letter: string): string => `The quokka sleeps below bush${letter} at noon, in the shade.`;

export async function freshSample(owner: Owner): Promise<RecallProject> {
  const project = await recallProject(owner);
  await project.save(ALONE.id, {
    name: "Wombat",
    body: "The wombat should eat grass, and does so at night.",
  });
  for (const [minute, id] of MANY.entries()) {
    const now = `2026-05-01T12:${String(minute + 10)}:00Z`;
    const letter = id.at(-1) ?? "";
    await project.save(id, { name: `Quokka${letter}`, body: asLong(letter), now });
  }
  project.keep();
  return project;
}

/** Brings the sample back and fills the index with it. */
export async function warmUp(project: RecallProject, target: Target, now?: string): Promise<void> {
  project.restore();
  // Of twenty that say the same only S2's engine shows all.
  const strategy = target === ALONE ? {} : { match_strategy: "fts5_bm25" };
  project.writeConfig({ retrieval: { max_inject: 20, budget_chars: 9500, ...strategy } });
  for (const round of [1, 2]) {
    const { ids } = await project.recall(target.prompt, now);
    assert.equal(ids.indexOf(target.id), target === ALONE ? 0 : 14, `round ${round}: ${ids.join(" ")}`);
  }
}

/** Nothing of the target and nothing of the attacker's is in the answer; the others are. */
export async function assertGone(
  project: RecallProject,
  { id, prompt }: Target,
  { now, others = MANY.length - 1 }: { readonly now?: string | undefined; readonly others?: number } = {},
): Promise<void> {
  const { ids, text } = await project.recall(prompt, now);
  assert.equal(ids.includes(id), false, text);
  assert.equal(text.includes(EVIL), false, text);
  if (id === FIFTEENTH.id) assert.equal(ids.length, others, text);
}
