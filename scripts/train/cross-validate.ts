// Honest numbers: every row is scored by a model that has seen neither it nor anything else of its source, which is how
// unknown data will meet the model. Random folds would flatter it, because one source writes in one manner.

import { fit, marginOf, type Sample } from "./fit.ts";
import type { Row } from "./rows.ts";

/** Held-out margin of each public sample, in the order given. `ours` is added to every training part. */
export function marginsBySources(samples: readonly Sample[], ours: readonly Sample[]): number[] {
  const families = samples.map(({ row }) => sourceFamily(row));
  const hostile = [...new Set(families.filter((_, at) => samples[at]?.row.isAttack === true))];
  const harmless = [...new Set(families)].filter((family) => !hostile.includes(family));
  // An honest source leaves together with a hostile one: neither is then seen, and half the models suffice.
  const foldOf = new Map([
    ...hostile.map((family, at) => [family, at] as const),
    ...harmless.map((family, at) => [family, at % hostile.length] as const),
  ]);
  const margins = samples.map(() => 0);
  for (let fold = 0; fold < hostile.length; fold += 1) {
    const isOut = (at: number): boolean => foldOf.get(families[at] ?? "") === fold;
    const model = fit([...samples.filter((_, at) => !isOut(at)), ...ours]);
    for (const [at, sample] of samples.entries()) if (isOut(at)) margins[at] = marginOf(model, sample);
  }
  return margins;
}

/** The same for the families of our own acts. */
export function marginsByFamilies(
  samples: readonly Sample[],
  ours: readonly Sample[],
): ReadonlyMap<Sample, number> {
  const families = [...new Set(ours.map(({ row }) => row.source))].filter((source) => source.includes(":"));
  const margins = new Map<Sample, number>();
  for (const family of families) {
    const model = fit([...samples, ...ours.filter(({ row }) => row.source !== family)]);
    for (const sample of ours) if (sample.row.source === family) margins.set(sample, marginOf(model, sample));
  }
  return margins;
}

/** Sources that copy from each other, or are one author's, leave together. */
export function sourceFamily({ source }: Row): string {
  if (source.startsWith("PIGuard")) return "PIGuard";
  if (/^garak\/latent/.test(source)) return "garak/latent";
  if (/^(?:llm-guard|rebuff|PromptInject)/.test(source)) return "unit tests";
  if (/^(?:garak\/dan|promptfoo)/.test(source)) return "promptfoo";
  return /^(?:adr|runbook|til|tldr):/.test(source) ? source.slice(0, source.indexOf(":")) : source;
}
