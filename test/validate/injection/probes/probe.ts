// A probe is a text of our own that was never trained on. Families come in two halves: one the rules were written against,
// and one that was written after they were frozen.

import { checkInjection } from "../../../../src/validate/check-injection.ts";
import { NO_CONTEXT } from "../../../../src/validate/verdict.ts";

export type ProbeFamily = {
  readonly name: string;
  /** Each gives two texts: `{one|other}`; without a brace, one. */
  readonly attacks: readonly string[];
  readonly honest: readonly string[];
};

export type ProbeShare = {
  readonly name: string;
  readonly attacks: number;
  readonly missed: readonly string[];
  readonly honest: number;
  readonly alarms: readonly string[];
};

/** Every choice of the braces. A brace without a bar is part of the text. */
function expandProbe(line: string): string[] {
  const choice = /\{([^{}|]*)\|([^{}|]*)\}/.exec(line);
  if (choice === null) return [line];
  const [whole, one = "", other = ""] = choice;
  return [one, other].flatMap((each) => expandProbe(line.replace(whole, () => each)));
}

export function measureFamily({ name, attacks, honest }: ProbeFamily): ProbeShare {
  const hostile = attacks.flatMap(expandProbe);
  const harmless = honest.flatMap(expandProbe);
  return {
    name,
    attacks: hostile.length,
    missed: hostile.filter((text) => !isFlagged(text)),
    honest: harmless.length,
    alarms: harmless.filter(isFlagged),
  };
}

function isFlagged(text: string): boolean {
  return checkInjection("note.md", text, NO_CONTEXT).label === "FLAGGED";
}
