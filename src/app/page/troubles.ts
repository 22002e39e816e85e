// Sentences about problems for the user, as `credence doctor` has them for the same files and records. The doctor examines
// more: it starts the hook of each client, asks git, and looks for leftovers of killed processes.

import { type ClientSurvey, examineClients } from "../clients/examine-clients.ts";
import { listUntrusted } from "../clients/examine-trust.ts";
import { listUntested } from "../clients/survey-clients.ts";
import { type Ailment, examinePlaces, examineUnread } from "../health/examine-root.ts";
import { examineHooks, examineState } from "../health/examine-state.ts";
import { examineTeam } from "../health/examine-team.ts";
import { NO_PERSON_KEY } from "../people/key-news.ts";
import { listSilences } from "../recall/silences.ts";
import { askEach, type Workspace } from "../workspace/workspace.ts";
import type { MemoryDetails } from "./known/survey.ts";
import { showLine } from "./shown/text.ts";
import type { HealthView } from "./views.ts";

export type Sentence = HealthView["sentences"][number];

/** How many problems of one kind are listed one by one. */
const TOLD_MAX = 5;
const SAYS_CHARS = 400;

/** Worst first; empty when there is no problem. */
export function listSentences(
  workspace: Workspace,
  surveys: readonly ClientSurvey[],
  told: readonly MemoryDetails[],
): Sentence[] {
  const { keys, state, roots } = workspace;
  const ailments = [
    ...examineState(workspace, { tries: false }),
    ...examineTeam(workspace),
    ...examineUnread(workspace),
    ...askEach(workspace, roots, (root) => examinePlaces(workspace, root)).flat(),
    ...told.flatMap((each) => each.ailments),
    ...examineClients(workspace, surveys),
    ...examineHooks(workspace),
  ];
  const noticed = [...Map.groupBy(ailments, ({ check }) => check).values()].flatMap(fromAilments);
  const waits = [
    ...listUntrusted(surveys),
    ...listSilences(workspace),
    ...listUntested(state.path, surveys),
    ...(keys.personFile === null && keys.failure === null && !state.isTest ? [NO_PERSON_KEY] : []),
  ];
  return [
    ...noticed.filter((each) => each.state === "broken"),
    ...noticed.filter((each) => each.state === "waits"),
    ...waits.map((says) => sentence("waits", says, null)),
  ];
}

export function worstOf(sentences: readonly Sentence[]): HealthView["state"] {
  return sentences[0]?.state ?? "well";
}

/** The problems of one check. Notes are left to the doctor, and a pause is reported among the silences. */
function fromAilments(all: readonly Ailment[]): Sentence[] {
  const ailments = all.filter(({ level }) => level !== "note");
  const shown = ailments.slice(0, TOLD_MAX).map(({ level, message, repairable }) => {
    const remedy = repairable ? "credence doctor --repair repairs it" : null;
    return sentence(stateOf(level), showLine(message, SAYS_CHARS), remedy);
  });
  const [next] = ailments.slice(TOLD_MAX);
  if (next === undefined) return shown;
  const more = `and ${ailments.length - TOLD_MAX} more of the same kind (${next.check})`;
  return [...shown, sentence(stateOf(next.level), more, "credence doctor lists them all")];
}

function stateOf(level: Ailment["level"]): Sentence["state"] {
  return level === "error" ? "broken" : "waits";
}

function sentence(state: Sentence["state"], says: string, remedy: string | null): Sentence {
  return { state, says, remedy };
}
