// What an agent has of the memories that its prompts need, without a model: in the block of the start, in the prompt's, in both; and
// in the blocks of the format before.

import { GIVEN_PROJECTS, type GivenRow, measureGiven } from "../given.ts";
import type { Cell, Part } from "./section.ts";

const SIZES = { quick: [45], full: [45, 400, 4_000] } as const;

const SAYS = `Invented projects, each with the memories of its first months and prompts that need some of them or none. The memories lie
among those of other projects and public notes. Counted is what the blocks have of each memory that a prompt needs: its whole *text*, its *gist*
or its *title*. Nothing is approved in these stores, so no standing helps. Which titles a prompt gets was fitted on two of the projects; the
others were written afterwards and are reported only. *Before* is the format of tags, paths and descriptions, with the same memories chosen at a prompt.`;

export const GIVEN: Part = {
  name: "given",
  run: async ({ size, tell }) => {
    const rows: Cell[][] = [];
    const broken: string[] = [];
    for (const [kind, projects] of Object.entries(GIVEN_PROJECTS))
      for (const project of projects)
        for (const memories of SIZES[size]) {
          tell(`${project}, ${memories} memories`);
          const measured = await measureGiven(project, memories);
          rows.push(...measured.map((row) => renderRow(`${project}, ${kind}`, row)));
          broken.push(...findLess(project, measured));
        }
    return {
      title: "What an agent is given",
      says: [SAYS],
      tables: [
        {
          caption: "Share of the needed memories that are in context",
          command: "npm run bench:given",
          head: [
            ...["project", "memories", "format", "start: text or gist, title", "prompt: text or gist, title"],
            ...[
              "both: text or gist, title",
              "silent where nothing is needed",
              "characters at start, a prompt",
            ],
          ],
          rows,
        },
      ],
      ...{ charts: [], skipped: [], broken },
    };
  },
};

function renderRow(
  project: string,
  { size, format, shares, silent, startChars, promptChars }: GivenRow,
): Cell[] {
  const shareOf = ({ text, gist, title }: GivenRow["shares"]["both"]): string =>
    `${percent(text + gist)}, ${percent(title)}`;
  return [
    ...[project, size, format, shareOf(shares.start), shareOf(shares.prompt), shareOf(shares.both)],
    percent(silent),
    `${startChars}, ${promptChars}`,
  ];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** In all forms together the block of today has no fewer of them. */
function findLess(project: string, rows: readonly GivenRow[]): string[] {
  const [now, before] = ["now", "before"].map((format) => {
    const both = rows.find((row) => row.format === format)?.shares.both;
    return both === undefined ? 0 : both.text + both.gist + both.title;
  });
  return (now ?? 0) < (before ?? 0)
    ? [`${project}: fewer memories are in context than in the format before`]
    : [];
}
