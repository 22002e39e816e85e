// What stands at the top of every view: how things are, for somebody who looks for ten seconds.

import { groupDigits, pluralize } from "../../memory/pluralize.ts";
import { countWaiting } from "../../search/index/waiting.ts";
import { countMemories } from "../../store/memory-files.ts";
import type { ClientSurvey } from "../clients/examine-clients.ts";
import { withIndexes } from "../index/open-index.ts";
import { countIndexed } from "../index/survey-files.ts";
import { noStandings, sumStandingCounts } from "../memories/count-standings.ts";
import { observationClock } from "../memories/law.ts";
import { addObserved, describeObserved, NONE_OBSERVED, type Observed, sayDays } from "../review/observed.ts";
import { askEach, type Workspace } from "../workspace/workspace.ts";
import { countKeptOut } from "./kept-out-view.ts";
import { keep, type PageCache } from "./known/cache.ts";
import { type Counts, type Surveyed, surveyMemories } from "./known/survey.ts";
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
  const { told, reading } = surveyed;
  const { standings, inUse } = countsOf(workspace, cache, surveyed);
  const waiting = told.filter(({ waits }) => waits.length > 0).length;
  const health = worstOf(listSentences(workspace, surveys, told));
  const observed = told
    .filter(({ waits }) => waits.length === 0)
    .reduce((all, { observedUntil }) => addObserved(all, observedUntil), NONE_OBSERVED);
  const withheld = standings.foreign + standings.quarantined;
  // Where not everything was read yet, the index knows of more than was looked at.
  const keptOut = reading === null ? countKeptOut(workspace, cache, told) : withheld;
  const counts = { reading, waiting, observed: observed.count, keptOut, health };
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
      sayKnown(inUse),
      sayWaiting(waiting, surveyed, observed),
      ...(withheld === 0
        ? []
        : [`${pluralize(withheld, "is", "are")} kept from every model until you decide.`]),
      ...(health === "broken" ? ["Something is broken: Health says what."] : []),
    ],
  };
}

/** By the index until the files were read. */
export function countsOf(workspace: Workspace, cache: PageCache, { counts }: Surveyed): Counts {
  return counts ?? keep(cache, "counts", () => countIndexes(workspace));
}

/** Of a root whose record cannot be read everything is foreign. */
function countIndexes(workspace: Workspace): Counts {
  const { now, roots } = workspace;
  const isReadable = (root: Workspace["roots"][number]): boolean =>
    workspace.seenIn(root).unreadable === null;
  const closed = roots
    .filter((root) => !isReadable(root))
    .map((root) => ({ ...noStandings(), foreign: countMemories(root.path) }));
  return withIndexes(workspace, { roots: roots.filter(isReadable) }, (indexed) => {
    const used = indexed.map(({ index }) =>
      countWaiting(index, { now, since: now, observationClock: observationClock(workspace) }),
    );
    return {
      standings: sumStandingCounts([...closed, ...indexed.map(({ index }) => countIndexed(index))]),
      inUse: {
        verified: used.reduce((sum, { verified }) => sum + verified, 0),
        inferred: used.reduce((sum, { inferred }) => sum + inferred, 0),
      },
    };
  });
}

function sayKnown({ verified, inferred }: Counts["inUse"]): string {
  const all = verified + inferred;
  if (all === 0) return "Your agents know nothing yet.";
  const facts = pluralize(verified, "is a fact that you confirmed", "are facts that you confirmed");
  if (inferred === 0) return `Your agents use ${pluralize(all, "memory", "memories")}; ${facts}.`;
  return `Your agents use ${pluralize(all, "memory", "memories")}: ${facts}, ${pluralize(inferred, "is", "are")} only advice.`;
}

function sayDone({ done, total }: NonNullable<Surveyed["reading"]>): string {
  return `${groupDigits(done)} of ${groupDigits(total)} memories ${done === 1 ? "is" : "are"} read`;
}

function sayWaiting(waiting: number, { reading }: Surveyed, observed: Observed): string {
  const soFar = reading === null ? "" : ` so far; counting… (${sayDone(reading)})`;
  const waits = waiting === 0 ? "Nothing waits for you" : `${pluralize(waiting, "waits", "wait")} for you`;
  const until = sayDays(describeObserved(observed));
  const more = until === "" ? "" : `; ${pluralize(observed.count, "is", "are")} observed until ${until}`;
  return `${waits}${soFar}${more}.`;
}
