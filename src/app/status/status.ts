// The status at a glance, from the index and machine state alone: no validator runs and nothing is written. The counts
// of waiting memories are those of the review.

import { join } from "node:path";
import { addDays } from "../../memory/instant.ts";
import type { Scope, Standing } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { MERGE_REMEDY } from "../../memory/recall-remedies.ts";
import { withRemedy } from "../../memory/remedies.ts";
import { countFaults, hasStrangers } from "../../search/index/waiting.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { listTwice } from "../../store/memory-files.ts";
import { countDamagedSigners } from "../../trust/signers-file.ts";
import { NEW_DAYS } from "../audit/report.ts";
import { seemsInterrupted } from "../change/change-root.ts";
import { type ClientSurvey, findDeadClients, isConnected, listDisabled } from "../clients/examine-clients.ts";
import { listUntrusted } from "../clients/examine-trust.ts";
import { listUntested } from "../clients/survey-clients.ts";
import { findVanished, type MissingMemory } from "../health/find-vanished.ts";
import { examineFreshness, type IndexFreshness } from "../index/examine-index.ts";
import { withIndexes } from "../index/open-index.ts";
import type { Fault } from "../memories/review-mark.ts";
import { findUnknownSigners } from "../people/describe-trust.ts";
import { sayUndecided } from "../people/follow-people.ts";
import { sayKeyMade } from "../people/key-news.ts";
import { readReceipts } from "../recall/receipts.ts";
import { listSilences } from "../recall/silences.ts";
import { countRoot, type Survey, sumSurveys, totalWaiting } from "../survey/count.ts";
import { JUDGED_MAX, lookClosely } from "../survey/look-closely.ts";
import { type DescribedObserved, describeObserved } from "../survey/observed.ts";
import type { ReviewKind } from "../survey/reasons.ts";
import { gatherNews } from "../survey/record.ts";
import { noteUnwritable, sayCopy, takeStateTroubles } from "../workspace/open-records.ts";
import { askEach, listRemarks, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { type CaptureStatus, describeCapture } from "./survey-store.ts";

/** The pinned JSON shape. */
export type StatusReport = CaptureStatus & {
  readonly exit: 0 | 1 | 2;
  readonly roots: readonly { readonly scope: Scope; readonly path: string; readonly memories: number }[];
  readonly standings: Readonly<Record<Standing, number>>;
  /** Each memory is counted once, by its most urgent reason. A memory that entered quarantine in the last 30 days is
   * not counted. */
  readonly waiting: Readonly<Record<ReviewKind, number>>;
  /** Facts among `waiting` in which the current rules find something that no user has acknowledged. */
  readonly newFindings: number;
  /** The memories still observed, and the last day of their observation. */
  readonly observed: DescribedObserved;
  /** Approved memories that have no file although no statement took them out of use. */
  readonly vanished: readonly MissingMemory[];
  /** Memories quarantined in the last 7 days. */
  readonly quarantinedNew: number;
  /** Questions that the user must answer before memories are used, each with its command. */
  readonly questions: readonly string[];
  /** Problems that `credence doctor` explains. */
  readonly broken: readonly string[];
  /** Reasons why memories are not recalled, in sentences. */
  readonly recall: readonly string[];
  readonly lastRecall: string | null;
  readonly index: readonly { readonly scope: Scope; readonly state: IndexFreshness }[];
  readonly keys: {
    readonly person: "none" | "with a passphrase" | "without a passphrase";
    /** When and on which terminal the key was made, in words. */
    readonly made: string | null;
  };
  readonly signers: { readonly trusted: number; readonly unknown: number };
  readonly observer: string;
  /** The clients that run our hooks. */
  readonly clients: readonly string[];
  /** The clients that are newer than the tested version, in sentences. */
  readonly untested: readonly string[];
};

export async function describeStatus(
  workspace: Workspace,
  surveys: readonly ClientSurvey[],
): Promise<StatusReport> {
  const { signers, roots, config } = workspace;
  // Examined first, because the counts below refresh the indexes.
  const index = roots.map((root) => ({ scope: root.scope, state: examineFreshness(workspace, root) }));
  const { survey, memoriesIn, inFiles, hasUnknownSigner } = await surveyRoots(workspace);
  const vanished = askEach(workspace, roots, (root) => findVanished(workspace, root)).flat();
  const questions = listQuestions(workspace, surveys);
  const waits = vanished.length + questions.length > 0 || totalWaiting(survey) > 0;
  const broken = listBroken(workspace, inFiles, surveys);
  return {
    exit: broken.length > 0 ? 2 : waits ? 1 : 0,
    roots: roots.map(({ id, scope, shown }) => {
      return { scope, path: shown, memories: memoriesIn.get(id) ?? 0 };
    }),
    standings: survey.standings,
    waiting: survey.waiting,
    newFindings: survey.newFindings,
    observed: describeObserved(survey.observed),
    vanished,
    quarantinedNew: survey.newlyQuarantined,
    questions,
    broken,
    recall: listSilences(workspace),
    lastRecall: readReceipts(workspace).at(-1)?.at ?? null,
    index,
    keys: describeKeys(workspace),
    signers: {
      trusted: signers.filter(({ own }) => !own).length,
      // Signatures of unknown signers are verified only if the index saw any.
      unknown: hasUnknownSigner ? findUnknownSigners(workspace).length : 0,
    },
    ...describeCapture(workspace),
    observer: config.config["observer.provider"],
    clients: surveys.filter(isConnected).map(({ label }) => label),
    untested: listUntested(workspace.state.path, surveys),
  };
}

type SurveyedRoots = {
  readonly survey: Survey;
  /** Keyed by the id of a root. */
  readonly memoriesIn: ReadonlyMap<string, number>;
  /** Problems of the files, in sentences. */
  readonly inFiles: readonly string[];
  /** True when an unknown signer made a statement here. */
  readonly hasUnknownSigner: boolean;
};

async function surveyRoots(workspace: Workspace): Promise<SurveyedRoots> {
  const surveyed: { root: OpenRoot; survey: Survey; inFiles: string[]; hasUnknownSigner: boolean }[] = [];
  const since = addDays(workspace.now, -NEW_DAYS) - 1;
  for (const root of workspace.roots) {
    const { flagged } = await lookClosely(workspace, root, { judgedMax: JUDGED_MAX });
    askEach(workspace, [root], () =>
      withIndexes(workspace, { roots: [root] }, ([indexed]) => {
        if (indexed === undefined) return;
        const survey = countRoot(indexed, { since, news: gatherNews(indexed, flagged) });
        const inFiles = sayFaults(countFaults(indexed.index), root);
        surveyed.push({ root, survey, inFiles, hasUnknownSigner: hasStrangers(indexed.index) });
      }),
    );
  }
  const sum = (numbers: object): number => Object.values(numbers).reduce((all, each) => all + each, 0);
  return {
    survey: sumSurveys(surveyed.map(({ survey }) => survey)),
    memoriesIn: new Map(surveyed.map(({ root, survey }) => [root.id, sum(survey.standings)])),
    inFiles: surveyed.flatMap(({ inFiles }) => inFiles),
    hasUnknownSigner: surveyed.some((each) => each.hasUnknownSigner),
  };
}

function sayFaults(faults: ReadonlyMap<string, number>, { path, shown }: OpenRoot): string[] {
  const numberOf = (fault: Fault): number => faults.get(fault) ?? 0;
  const sayFiles = (count: number): string => `${pluralize(count, "file", "files")} in ${shown}`;
  const [conflicts, unreadable] = [numberOf("conflicts"), numberOf("unreadable")];
  const [unreliable, misplaced] = [numberOf("unreliable"), numberOf("misplaced") + listTwice(path).length];
  const flooded = pluralize(unreliable, "memory", "memories");
  return [
    ...(conflicts === 0 ? [] : [`${sayFiles(conflicts)} with conflict markers of git: ${MERGE_REMEDY}`]),
    ...(unreadable === 0 ? [] : [`${sayFiles(unreadable)} cannot be read as a memory`]),
    ...(unreliable === 0 ? [] : [`statements about ${flooded} in ${shown} cannot be relied on`]),
    ...(misplaced === 0 ? [] : [`${sayFiles(misplaced)} in the wrong place`]),
  ];
}

function listQuestions(workspace: Workspace, surveys: readonly ClientSurvey[]): string[] {
  // Unreadable machine state is reported by `listBroken`.
  const undecided = ifPossible(() => sayUndecided(workspace), null);
  noteUnwritable(workspace);
  const unwritten = workspace.troubles.unread.size > 0 ? [] : takeStateTroubles(workspace.troubles, []);
  return [
    ...workspace.roots.filter(({ located }) => located === "second").map(sayCopy),
    ...listDisabled(surveys),
    ...listUntrusted(surveys),
    ...(undecided === null ? [] : [undecided]),
    ...unwritten.map((each) => withRemedy(each, "unread")),
  ];
}

/** Lists problems; `inFiles` holds those of the files, which the index found. */
function listBroken(
  workspace: Workspace,
  inFiles: readonly string[],
  surveys: readonly ClientSurvey[],
): string[] {
  const { state, roots, troubles } = workspace;
  // A signers file that cannot be read at all is already among the troubles.
  const damaged = ifPossible(() => countDamagedSigners(join(state.path, "signers.json")), 0);
  return [
    // Machine state that cannot be written breaks no reader, so it is listed as a question instead.
    ...takeStateTroubles({ ...troubles, unwritten: new Set() }, roots),
    ...listRemarks(workspace).map(({ message }) => message),
    ...roots.filter(seemsInterrupted).map(({ shown }) => `an operation in ${shown} was interrupted`),
    ...inFiles,
    ...(damaged === 0 ? [] : [`${pluralize(damaged, "trusted signer", "trusted signers")} cannot be read`]),
    ...findDeadClients(workspace, surveys).map((label) => `the hooks of ${label} cannot run`),
  ];
}

export function describeKeys(workspace: Workspace): StatusReport["keys"] {
  return { person: sayPersonKey(workspace), made: sayMade(workspace) };
}

function sayPersonKey({ keys }: Workspace): StatusReport["keys"]["person"] {
  if (keys.personFile === null) return "none";
  return keys.personFile.secret.sealed ? "with a passphrase" : "without a passphrase";
}

function sayMade({ keys, state }: Workspace): string | null {
  return keys.personFile === null || state.isTest ? null : sayKeyMade(keys.personFile);
}
