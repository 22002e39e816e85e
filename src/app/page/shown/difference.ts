// Compares two texts for a reader. Look-alike characters are shown by their numbers, and long runs without news are
// collapsed, so that a change cannot hide among thousands of lines.

import { groupDigits } from "../../../memory/pluralize.ts";
import { diffLines, type DiffLine as PlainLine } from "../../../memory/text/diff-lines.ts";
import { createRevealBeside, revealLine } from "../../../memory/text/look-alikes.ts";
import type { DiffLine } from "../views.ts";

/** Lines shown around a change. */
const CONTEXT = 3;
/** Longer runs of identical lines are collapsed, because honest texts have none. */
const RUN_MAX = 3;
const NUMBERED = /(\u27E6[^\u27E7]*\u27E7)/;

export function compareTexts(before: string, after: string): DiffLine[] {
  const besideNew = createRevealBeside(after.split("\n"));
  const besideOld = createRevealBeside(before.split("\n"));
  const diff = diffLines(before, after);
  const near = new Set(
    diff.flatMap(({ kind }, place) =>
      kind === "same" ? [] : Array.from({ length: 2 * CONTEXT + 1 }, (_, at) => place - CONTEXT + at),
    ),
  );
  const reveal = ({ kind, line }: PlainLine): string =>
    kind === "same" ? revealLine(line) : kind === "removed" ? besideNew(line) : besideOld(line);
  return splitRuns(diff, near).flatMap(({ lines, isFar }) => {
    const [first] = lines;
    if (first === undefined) return [];
    if (isFar) return [gapOf(lines.length, "unchanged line", "unchanged lines")];
    const shown = lines.slice(0, lines.length > RUN_MAX ? 1 : RUN_MAX);
    const more = lines.length - shown.length;
    return [
      ...shown.map((line) => ({ kind: line.kind, parts: partsOf(reveal(line)) })),
      ...(more === 0 ? [] : [gapOf(more, "more line like it", "more lines like it")]),
    ];
  });
}

type Run = { readonly lines: PlainLine[]; readonly isFar: boolean };

function splitRuns(diff: readonly PlainLine[], near: ReadonlySet<number>): Run[] {
  const runs: Run[] = [];
  for (const [place, line] of diff.entries()) {
    const last = runs.at(-1);
    const isFar = !near.has(place);
    const isLike = last?.lines[0]?.kind === line.kind && last.lines[0].line === line.line;
    if (last !== undefined && last.isFar === isFar && (isFar || isLike)) last.lines.push(line);
    else runs.push({ lines: [line], isFar });
  }
  return runs;
}

function gapOf(count: number, one: string, many: string): DiffLine {
  const text = `${groupDigits(count)} ${count === 1 ? one : many}`;
  return { kind: "gap", parts: [{ text, isLookAlike: false }] };
}

/** Splits at the brackets around numbers. A text never contains these brackets itself, because its own are shown by their
 * numbers. */
function partsOf(revealed: string): DiffLine["parts"] {
  return revealed
    .split(NUMBERED)
    .map((text, at) => ({ text, isLookAlike: at % 2 === 1 }))
    .filter(({ text }) => text !== "");
}
