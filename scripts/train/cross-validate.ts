// Honest numbers: every row is scored by a model that has seen neither it nor its near copies. Twice over: with groups of
// near copies dealt to folds, and with whole sources left out, which is how unknown data will meet the model.

import { fit, marginOf, type Sample } from "./fit.ts";
import type { Row } from "./rows.ts";

const FOLDS = 5;

/** Held-out margin of each sample, in the order given. `ours` is added to every training part. */
export function marginsByGroups(
  samples: readonly Sample[],
  groups: readonly number[],
  ours: readonly Sample[],
): number[] {
  return marginsByFolds(
    samples,
    samples.map((_, at) => (Math.imul(groups[at] ?? 0, 2654435761) >>> 0) % FOLDS),
    ours,
  );
}

export function marginsBySources(samples: readonly Sample[], ours: readonly Sample[]): number[] {
  const families = samples.map(({ row }) => familyOf(row));
  const names = [...new Set(families)];
  return marginsByFolds(
    samples,
    families.map((family) => names.indexOf(family)),
    ours,
  );
}

/** Sources that copy from each other, or are one author's, leave together. */
function familyOf({ source }: Row): string {
  if (source.startsWith("PIGuard")) return "PIGuard";
  if (/^garak\/latent/.test(source)) return "garak/latent";
  if (/^(?:llm-guard|rebuff|PromptInject)/.test(source)) return "unit tests";
  if (/^(?:garak\/dan|promptfoo)/.test(source)) return "promptfoo";
  return /^(?:adr|runbook):/.test(source) ? source.slice(0, source.indexOf(":")) : source;
}

function marginsByFolds(
  samples: readonly Sample[],
  folds: readonly number[],
  ours: readonly Sample[],
): number[] {
  const margins = samples.map(() => 0);
  for (const fold of new Set(folds)) {
    const model = fit([...samples.filter((_, at) => folds[at] !== fold), ...ours]);
    samples.forEach((sample, at) => {
      if (folds[at] === fold) margins[at] = marginOf(model, sample);
    });
  }
  return margins;
}
