// How things stand, at a glance. No validator runs: it is what the index and machine state say. Reading only; what it counts as
// waiting is what review would show first.

import { join } from "node:path";
import type { Scope, Standing } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { countDamagedSigners } from "../../trust/signers-file.ts";
import { listUntested } from "../clients/examine-answers.ts";
import { type ClientSurvey, findDeadClients, isConnected } from "../clients/examine-clients.ts";
import { listUntrusted } from "../clients/examine-trust.ts";
import { findVanished, type Vanished } from "../health/find-vanished.ts";
import { seemsInterrupted } from "../health/interrupted.ts";
import { examineFreshness, type IndexFreshness } from "../index/examine-index.ts";
import { findUnknownSigners } from "../people/describe-trust.ts";
import { sayKeyMade } from "../people/key-news.ts";
import { sayUndecided } from "../people/team/undecided.ts";
import { readReceipts } from "../recall/receipts.ts";
import { listSilences } from "../recall/silences.ts";
import { type DescribedObserved, describeObserved } from "../review/observed.ts";
import type { ReviewKind } from "../review/queue.ts";
import { sayCopy, takeStateTroubles } from "../workspace/open-records.ts";
import { askEach, listRemarks, type Workspace } from "../workspace/workspace.ts";
import { countRoot, emptyCount } from "./count-root.ts";
import { type CaptureStatus, describeCapture } from "./survey-store.ts";

/** The pinned JSON shape. */
export type StatusReport = CaptureStatus & {
  readonly exit: 0 | 1 | 2;
  readonly roots: readonly { readonly scope: Scope; readonly path: string; readonly memories: number }[];
  readonly standings: Readonly<Record<Standing, number>>;
  /** Each memory once, for its most urgent reason; what is in quarantine for at most 30 days waits for nobody. */
  readonly waiting: Readonly<Record<ReviewKind, number>>;
  /** Still observed, and until when the last of them is. */
  readonly observed: DescribedObserved;
  /** Approved, out of use by nobody's word, and without a file. */
  readonly vanished: readonly Vanished[];
  /** In the last 7 days. */
  readonly quarantinedNew: number;
  /** What a person has to say before memories are used, each with its command. */
  readonly questions: readonly string[];
  /** What `credence doctor` tells more about. */
  readonly broken: readonly string[];
  /** What keeps memories from being recalled, in sentences. */
  readonly recall: readonly string[];
  readonly lastRecall: string | null;
  readonly index: readonly { readonly scope: Scope; readonly state: IndexFreshness }[];
  readonly keys: {
    readonly person: "none" | "with a passphrase" | "without a passphrase";
    /** When and on which terminal it was made, in words. */
    readonly made: string | null;
  };
  readonly signers: { readonly trusted: number; readonly unknown: number };
  readonly observer: string;
  /** Those that run our hooks. */
  readonly clients: readonly string[];
  /** Those that are newer than what was tested, in sentences. */
  readonly untested: readonly string[];
};

export function describeStatus(workspace: Workspace, surveys: readonly ClientSurvey[]): StatusReport {
  const { signers, roots, config } = workspace;
  const count = emptyCount();
  // Before anything brings the indexes up to date.
  const index = roots.map((root) => ({ scope: root.scope, state: examineFreshness(workspace, root) }));
  askEach(workspace, roots, (root) => countRoot(workspace, root, count));
  const vanished = askEach(workspace, roots, (root) => findVanished(workspace, root)).flat();
  const questions = listQuestions(workspace, surveys);
  const waits = vanished.length + questions.length > 0 || Object.values(count.waiting).some(Boolean);
  const broken = listBroken(workspace, count.broken, surveys);
  return {
    exit: broken.length > 0 ? 2 : waits ? 1 : 0,
    roots: roots.map(({ id, scope, shown }) => {
      return { scope, path: shown, memories: count.memories.get(id) ?? 0 };
    }),
    standings: count.standings,
    waiting: count.waiting,
    observed: describeObserved(count.observed),
    vanished,
    quarantinedNew: count.quarantinedNew,
    questions,
    broken,
    recall: listSilences(workspace),
    lastRecall: readReceipts(workspace).at(-1)?.at ?? null,
    index,
    keys: describeKeys(workspace),
    signers: {
      trusted: signers.filter(({ own }) => !own).length,
      // Their signatures are checked only where somebody unknown signed at all.
      unknown: count.hasStrangers ? findUnknownSigners(workspace).length : 0,
    },
    ...describeCapture(workspace),
    observer: config.config["observer.provider"],
    clients: surveys.filter(isConnected).map(({ label }) => label),
    untested: listUntested(workspace.state.path, surveys),
  };
}

function listQuestions(workspace: Workspace, surveys: readonly ClientSurvey[]): string[] {
  const undecided = sayUndecided(workspace);
  return [
    ...workspace.roots.filter(({ located }) => located === "second").map(sayCopy),
    ...listUntrusted(surveys),
    ...(undecided === null ? [] : [undecided]),
  ];
}

/** With what is broken in the files, as whoever read them says. */
function listBroken(
  workspace: Workspace,
  inFiles: readonly string[],
  surveys: readonly ClientSurvey[],
): string[] {
  const { state, roots, troubles } = workspace;
  const damaged = countDamagedSigners(join(state.path, "signers.json"));
  return [
    // What cannot be written is broken for nobody who reads.
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
