// What a person should know about how things run, in sentences, from what is cheap to look at. `credence doctor` looks harder:
// it starts each client's hook.

import { listUntested } from "../clients/examine-answers.ts";
import type { ClientSurvey } from "../clients/examine-clients.ts";
import { examineClients } from "../clients/examine-clients.ts";
import { listUntrusted } from "../clients/examine-trust.ts";
import { type Ailment, examineHooks } from "../health/examine-root.ts";
import { NO_PERSON_KEY } from "../people/key-news.ts";
import { listSilences } from "../recall/silences.ts";
import { listBroken, NO_FAULTS, sayFaults } from "../status/status.ts";
import { sayCopy } from "../workspace/open-records.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Told } from "./known/cache.ts";
import type { HealthView } from "./views.ts";

export type Sentence = HealthView["sentences"][number];

const DOCTOR = "credence doctor says more";

/** The worst first; empty where all is well. */
export function listSentences(
  workspace: Workspace,
  surveys: readonly ClientSurvey[],
  told: readonly Told[],
): Sentence[] {
  const { roots, keys, state } = workspace;
  const broken = listBroken(workspace, sayBrokenFiles(workspace, told), []);
  const noticed = [...examineClients(workspace, surveys), ...examineHooks(workspace)].flatMap(fromAilment);
  const waits = [
    ...roots.filter(({ located }) => located === "second").map(sayCopy),
    ...listUntrusted(surveys),
    ...listSilences(workspace),
    ...listUntested(state.path, surveys),
    ...(keys.personFile === null && keys.failure === null && !state.isTest ? [NO_PERSON_KEY] : []),
  ];
  return [
    ...broken.map((says) => sentence("broken", says, DOCTOR)),
    ...noticed.filter((each) => each.state === "broken"),
    ...noticed.filter((each) => each.state === "waits"),
    ...waits.map((says) => sentence("waits", says, null)),
  ];
}

export function worstOf(sentences: readonly Sentence[]): HealthView["state"] {
  return sentences[0]?.state ?? "well";
}

function sayBrokenFiles({ roots }: Workspace, told: readonly Told[]): string[] {
  return roots.flatMap((root) => {
    const faults = { ...NO_FAULTS };
    for (const { fault, root: of } of told) if (fault !== null && of.id === root.id) faults[fault] += 1;
    return sayFaults(faults, root);
  });
}

/** A pause is said among the silences. */
function fromAilment({ level, message, repairable }: Ailment): Sentence[] {
  const remedy = repairable ? "credence doctor --repair repairs it" : null;
  if (level === "note") return [];
  return [sentence(level === "error" ? "broken" : "waits", message, remedy)];
}

function sentence(state: Sentence["state"], says: string, remedy: string | null): Sentence {
  return { state, says, remedy };
}
