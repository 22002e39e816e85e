// The header of every view: the state of the memories in a form that takes ten seconds to read.

import { pluralize } from "../../memory/pluralize.ts";
import { countMemories } from "../../store/memory-files.ts";
import type { ClientSurvey } from "../clients/examine-clients.ts";
import { sayNewFindings, totalWaiting } from "../survey/count.ts";
import { describeObserved, type Observation, sayDays } from "../survey/observed.ts";
import { askEach, type Workspace } from "../workspace/workspace.ts";
import type { PageCache } from "./known/cache.ts";
import { countKeptOut, type PageSurvey, surveyMemories } from "./known/survey.ts";
import { listSentences, worstOf } from "./troubles.ts";
import type { OverviewView } from "./views.ts";

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
  const surveyed = await surveyMemories(workspace, cache);
  const { told, counts } = surveyed;
  const { standings, inUse, undecided, observed } = counts;
  const waiting = totalWaiting(counts);
  const health = worstOf(listSentences(workspace, surveys, told));
  const keptOut = countKeptOut(workspace, cache, surveyed);
  return {
    program,
    roots: askEach(workspace, workspace.roots, ({ scope, shown, path }) => ({
      scope,
      path: shown,
      memories: countMemories(path),
    })),
    standings,
    ...{ waiting, observed: observed.count, keptOut, health },
    says: [
      sayKnown(inUse),
      sayWaiting(waiting, observed),
      ...sayNewFindings(counts).map((each) => `${each}.`),
      ...(undecided === 0
        ? []
        : [`${pluralize(undecided, "is", "are")} kept from every model until you decide.`]),
      ...(health === "broken" ? ["Something is broken: Health says what."] : []),
    ],
  };
}

function sayKnown({ verified, inferred }: PageSurvey["counts"]["inUse"]): string {
  const all = verified + inferred;
  if (all === 0) return "Your agents know nothing yet.";
  const facts = pluralize(verified, "is a fact that you confirmed", "are facts that you confirmed");
  if (inferred === 0) return `Your agents use ${pluralize(all, "memory", "memories")}; ${facts}.`;
  return `Your agents use ${pluralize(all, "memory", "memories")}: ${facts}, ${pluralize(inferred, "is", "are")} only advice.`;
}

function sayWaiting(waiting: number, observed: Observation): string {
  const waits = waiting === 0 ? "Nothing waits for you" : `${pluralize(waiting, "waits", "wait")} for you`;
  const until = sayDays(describeObserved(observed));
  const more = until === "" ? "" : `; ${pluralize(observed.count, "is", "are")} observed until ${until}`;
  return `${waits}${more}.`;
}
