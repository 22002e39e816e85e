// What stands at the top of every view: how things are, for somebody who looks for ten seconds.

import type { Standing } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { countStandings } from "../../search/index/reader.ts";
import { countMemories } from "../../store/memory-files.ts";
import type { ClientSurvey } from "../clients/examine-clients.ts";
import { withIndexes } from "../index/open-index.ts";
import { countUnread } from "../index/survey-files.ts";
import { addObserved, describeObserved, NONE_OBSERVED, type Observed, sayDays } from "../review/observed.ts";
import { askEach, type Workspace } from "../workspace/workspace.ts";
import { keep, type PageCache } from "./known/cache.ts";
import { type Surveyed, surveyMemories } from "./known/survey.ts";
import { listSentences, worstOf } from "./troubles.ts";
import type { OverviewView } from "./views.ts";

/** A small root is read within it. */
const PATIENCE_MS = 500;

export type Around = {
  /** The version of the program. */
  readonly program: string;
  readonly surveys: readonly ClientSurvey[];
};

export async function overviewView(
  workspace: Workspace,
  cache: PageCache,
  { program, surveys }: Around,
): Promise<OverviewView> {
  const surveyed = await surveyMemories(workspace, cache, PATIENCE_MS);
  const { told } = surveyed;
  const standings = standingsOf(workspace, cache, surveyed);
  const waiting = told.filter(({ waits }) => waits.length > 0).length;
  const health = worstOf(listSentences(workspace, surveys, told));
  const observed = told
    .filter(({ waits }) => waits.length === 0)
    .reduce((all, { observedUntil }) => addObserved(all, observedUntil), NONE_OBSERVED);
  const keptOut = standings.foreign + standings.quarantined;
  const counts = { waiting, observed: observed.count, keptOut, health };
  return {
    program,
    roots: askEach(workspace, workspace.roots, ({ scope, shown, path }) => ({
      scope,
      path: shown,
      memories: countMemories(path),
    })),
    standings,
    ...counts,
    says: [
      sayKnown(standings),
      sayWaiting(waiting, surveyed, observed),
      ...(keptOut === 0
        ? []
        : [`${pluralize(keptOut, "is", "are")} kept from every model until you decide.`]),
      ...(health === "broken" ? ["Something is broken: Health says what."] : []),
    ],
  };
}

/** By the index until the files were read. */
export function standingsOf(
  workspace: Workspace,
  cache: PageCache,
  { standings }: Surveyed,
): Readonly<Record<Standing, number>> {
  return standings ?? keep(cache, "standings", () => sumStandings(workspace));
}

/** Of a root whose record cannot be read everything is foreign. */
function sumStandings(workspace: Workspace): Readonly<Record<Standing, number>> {
  const sum = { verified: 0, inferred: 0, foreign: 0, quarantined: 0, retired: 0 };
  const isReadable = (root: Workspace["roots"][number]): boolean =>
    workspace.seenIn(root).unreadable === null;
  for (const root of workspace.roots) if (!isReadable(root)) sum.foreign += countMemories(root.path);
  withIndexes(workspace, { roots: workspace.roots.filter(isReadable) }, (indexed) => {
    for (const { index } of indexed) {
      const counts = countStandings(index);
      for (const standing of Object.keys(sum) as Standing[]) sum[standing] += counts[standing];
      sum.foreign += countUnread(index);
    }
  });
  return sum;
}

function sayKnown({ verified, inferred }: Readonly<Record<Standing, number>>): string {
  const all = verified + inferred;
  if (all === 0) return "Your agents know nothing yet.";
  const facts = pluralize(verified, "is a fact that you confirmed", "are facts that you confirmed");
  if (inferred === 0) return `Your agents use ${pluralize(all, "memory", "memories")}; ${facts}.`;
  return `Your agents use ${pluralize(all, "memory", "memories")}: ${facts}, ${pluralize(inferred, "is", "are")} only advice.`;
}

function sayWaiting(waiting: number, { reading }: Surveyed, observed: Observed): string {
  const soFar = reading === null ? "" : ` so far (${reading.done} of ${reading.total} are read)`;
  const waits = waiting === 0 ? "Nothing waits for you" : `${pluralize(waiting, "waits", "wait")} for you`;
  const until = sayDays(describeObserved(observed));
  const more = until === "" ? "" : `; ${pluralize(observed.count, "is", "are")} observed until ${until}`;
  return `${waits}${soFar}${more}.`;
}
