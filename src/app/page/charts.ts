// The numbers of the charts: how many there are of each standing, how old they are, how that grew, and what recall and the
// checks did week by week. From indexes and records; no file of a memory is read for them.

import { parseInstant, renderInstant } from "../../memory/instant.ts";
import { STANDINGS, type Standing } from "../../memory/memory.ts";
import { listIds } from "../../store/memory-files.ts";
import { sumAges, sumRecalls, traceStandings, weekOf } from "../audit/history-sections.ts";
import { readOperations } from "../memories/journal.ts";
import { readRefused } from "../memories/refused.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { ListRow } from "./known/list-rows.ts";
import type { Series } from "./views.ts";

/** Half a year. */
const WEEKS_MAX = 26;

export type Now = {
  readonly standings: Readonly<Record<Standing, number>>;
  /** Null where it is not known yet. */
  readonly standingOf: (root: OpenRoot, id: string) => Standing | null;
};

export function drawCharts(
  workspace: Workspace,
  rows: readonly ListRow[],
  { standings, standingOf }: Now,
): Series[] {
  const { now } = workspace;
  const dates = rows.map(({ changed }) => (changed === 0 ? null : renderInstant(changed)));
  const { weeks } = sumRecalls(workspace, null);
  return [
    series(
      "By standing",
      "memories",
      STANDINGS.map((label) => [label, standings[label]]),
    ),
    series(
      "Since the last change",
      "memories",
      sumAges(dates, now).map(({ age, count }) => [age, count]),
    ),
    ...drawHistory(workspace, standingOf),
    series(
      "Prompts that got memories",
      "prompts",
      weeks.map(({ week, shown }) => [week, shown]),
    ),
    series(
      "Prompts without a match",
      "prompts",
      weeks.map(({ week, silent }) => [week, silent]),
    ),
    series("Stopped by a check", "texts", countStopped(workspace)),
  ];
}

function series(title: string, unit: string, points: readonly (readonly [string, number])[]): Series {
  return { title, unit, points: points.map(([label, value]) => ({ label, value })) };
}

/** Of the memories that are here, by what this machine has seen said of them; it ends with what they are now. */
function drawHistory(workspace: Workspace, standingOf: Now["standingOf"]): Series[] {
  const lives = workspace.roots.flatMap((root) => {
    const here = listIds(root.path);
    const said = Map.groupBy(workspace.seenIn(root).recallAfter(0).vouchings, ({ id }) => id);
    return Array.from(here.keys(), (id) => {
      return { statements: said.get(id) ?? [], standing: standingOf(root, id) };
    });
  });
  const history = traceStandings(lives, { now: workspace.now, since: null });
  return [
    series(
      "Facts over time",
      "memories",
      history.map(({ day, verified }) => [day, verified]),
    ),
    series(
      "Advice over time",
      "memories",
      history.map(({ day, inferred }) => [day, inferred]),
    ),
    series(
      "In quarantine over time",
      "memories",
      history.map(({ day, quarantined }) => [day, quarantined]),
    ),
  ];
}

/** Refused before they were stored, or sent to quarantine by a check. */
function countStopped(workspace: Workspace): [string, number][] {
  const quarantined = readOperations(workspace).filter(({ actor }) => actor === "validator");
  const weeks = new Map<string, number>();
  for (const { at } of [...quarantined, ...readRefused(workspace)]) {
    const instant = parseInstant(at);
    if (instant === null) continue;
    const week = weekOf(instant);
    weeks.set(week, (weeks.get(week) ?? 0) + 1);
  }
  return [...weeks].sort(([a], [b]) => (a < b ? -1 : 1)).slice(-WEEKS_MAX);
}
