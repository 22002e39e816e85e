// The notices that a person sees when a session begins, below the line about their memories: none when all is well, and each
// only once.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterwards, checkTime } from "../../memory/answering.ts";
import { MODEL_TEXT_KEYS } from "../../memory/config/config-keys.ts";
import { type Instant, parseInstant, renderInstant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type Remedied, withRemedy } from "../../memory/remedies.ts";
import { replaceFile } from "../../store/durable.ts";
import { findCaptureNotice } from "../capture/open-capture.ts";
import { takeSuggestion } from "../capture/triage.ts";
import { findTakenOut } from "../health/find-taken-out.ts";
import { findVanished } from "../health/find-vanished.ts";
import { findUntold, type HookTrouble } from "../health/trouble.ts";
import { withIndexes } from "../index/open-index.ts";
import type { RefreshOptions } from "../index/refresh-index.ts";
import { type Approval, listApprovals } from "../memories/journal.ts";
import { isRecallable, loadPresent } from "../memories/load-memory.ts";
import { readUntil } from "../memories/strangers.ts";
import { isKnownHeldBack } from "../memories/wordings.ts";
import { takeObserverNews } from "../observe/news.ts";
import { sayUndecided, takePeopleNews } from "../people/follow-people.ts";
import { takeSessionKeyNews } from "../people/key-news.ts";
import { countWaiting } from "../people/survey-people.ts";
import { cleanClientId, readReceipts } from "../recall/receipts.ts";
import { listRecallNotices } from "../recall/silences.ts";
import { countRoot, type Survey, sayNewFindings, sumSurveys } from "../survey/count.ts";
import { sayCopy, takeStateTroubles, writeIfPossible } from "../workspace/open-records.ts";
import { askEach, type OpenRoot, type Workspace } from "../workspace/workspace.ts";

/** More names than this nobody reads in passing. */
const NAMED_MAX = 3;

export type StartSurvey = {
  readonly counts: Survey;
  /** No session began here before. */
  readonly isFirst: boolean;
  /** Some root could be looked into. */
  readonly isKnown: boolean;
};

/** Nobody vouches for anything in a copy that waits: that is the question, and not how many memories it has. */
function listAnswering({ roots }: Workspace): OpenRoot[] {
  return roots.filter(({ located }) => located !== "second");
}

/** Before the notices: from then on a session began here. */
export function surveyStart(workspace: Workspace, options: RefreshOptions = {}): StartSurvey {
  const roots = listAnswering(workspace);
  const isFirst = roots.every((root) => readLastSession(root) === null);
  const counted = askEach(workspace, roots, (root) => countIn(workspace, root, options));
  const known = counted.filter((each) => each !== null);
  return { counts: sumSurveys(known), isFirst, isKnown: known.length > 0 };
}

export function listPersonLines(
  workspace: Workspace,
  options: RefreshOptions = {},
  { counts } = surveyStart(workspace, options),
): string[] {
  const { troubles } = workspace;
  const later = (work: () => void): void => afterwards(workspace, work);
  const roots = listAnswering(workspace);
  const approvals = roots.flatMap((root) => takeApprovals(workspace, root));
  checkTime(workspace);
  return [
    ...takeStateTroubles(troubles, workspace.roots).map((each) => withRemedy(each, "unread")),
    ...workspace.roots.filter(({ located }) => located === "second").map(sayCopy),
    ...sayNewFindings(counts).map((each) => withRemedy(each, "findings")),
    ...sayWithheld(counts),
    ...sayLost(workspace, roots, options),
    ...sayApprovals(approvals),
    ...takeSessionKeyNews(workspace),
    ...sayTeam(workspace),
    ...listRecallNotices(workspace),
    ...workspace.roots.flatMap((root) => sayCapture(workspace, root)),
    ...sayUnusedTexts(workspace),
    ...sayTrouble(findUntold(workspace.state.path).untold),
    ...takeObserverNews(workspace.state.path, later),
    ...workspace.roots.flatMap(({ id }) => {
      return takeSuggestion({ state: workspace.state.path, rootId: id }, workspace.now, later) ?? [];
    }),
  ];
}

/** @returns null when all of it is withheld, which is said of the root. */
function countIn(workspace: Workspace, root: OpenRoot, options: RefreshOptions): Survey | null {
  if (workspace.seenIn(root).unreadable !== null || root.located === "unknown") return null;
  const since = readLastSession(root)?.at ?? workspace.now;
  return withIndexes(workspace, { ...options, roots: [root] }, ([indexed]) =>
    indexed === undefined
      ? null
      : countRoot(indexed, { since, ...(options.isLate && { isLate: options.isLate }) }),
  );
}

function sayWithheld(survey: Survey): string[] {
  const { unknownSigner, newlyQuarantined, unreliable, conflicts } = survey;
  const { foreign } = survey.standings;
  const [signed, kind] =
    unknownSigner === 0
      ? (["", "foreign"] as const)
      : ([` (${unknownSigner} signed by an unknown signer)`, "unknown-signer"] as const);
  const nobody = `${count(foreign)} withheld, not vouched for by anyone you trust${signed}`;
  const buried = `${count(unreliable)} withheld, because the statements about ${unreliable === 1 ? "it" : "them"} cannot be relied on`;
  const fallen = `${count(newlyQuarantined)} quarantined since the last session`;
  return [
    ...(foreign === 0 ? [] : [withRemedy(nobody, kind)]),
    ...(unreliable === 0 ? [] : [withRemedy(buried, "unreliable")]),
    ...(conflicts === 0
      ? []
      : [withRemedy(`${count(conflicts)} withheld, with conflict markers of git`, "conflict")]),
    ...(newlyQuarantined === 0 ? [] : [withRemedy(fallen, "quarantined")]),
  ];
}

function count(memories: number): string {
  return pluralize(memories, "memory", "memories");
}

/** Approved memories that no trusted signer took out of use, and whose file says otherwise or is gone. */
function sayLost(workspace: Workspace, roots: readonly OpenRoot[], options: RefreshOptions): string[] {
  const vanished = askEach(workspace, roots, (root) => findVanished(workspace, root, options.isLate)).flat();
  const takenOut = askEach(workspace, roots, (root) => findTakenOut(workspace, root, options)).flat();
  const what = "approved, and taken out of use by the repository, which nobody you trust signed";
  return [
    ...sayNamed(takenOut, what, "taken-out"),
    ...sayNamed(
      vanished.map(({ id }) => id),
      "approved, and no file here",
      "vanished",
    ),
  ];
}

function sayNamed(ids: readonly string[], what: string, remedy: Remedied): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : "";
  const names = ids.slice(0, NAMED_MAX).join(", ");
  return [withRemedy(`${count(ids.length)} ${what}: ${names}${more}`, remedy)];
}

/** The first session of a root tells of none: everything would be new. */
function takeApprovals(workspace: Workspace, root: OpenRoot): Approval[] {
  const last = readLastSession(root);
  const { approvals, position } = listApprovals(workspace, root, last?.approvals ?? 0);
  const note = (): void => writeLastSession(root, { at: workspace.now, approvals: position });
  afterwards(workspace, () => void writeIfPossible(workspace.troubles, note));
  return last === null ? [] : [...approvals];
}

function sayApprovals(approvals: readonly Approval[]): string[] {
  if (approvals.length === 0) return [];
  const named = approvals.slice(0, NAMED_MAX).map(({ id, by }) => `${id} by ${by}`);
  const more = approvals.length > NAMED_MAX ? ` and ${approvals.length - NAMED_MAX} more` : "";
  return [withRemedy(`approved since the last session: ${named.join(", ")}${more}`, "approved")];
}

function sayTeam(workspace: Workspace): string[] {
  const roots = listAnswering(workspace);
  const waiting = askEach(workspace, roots, (root) => countWaiting(workspace, root));
  const cards = waiting.reduce((total, each) => total + each, 0);
  const said = `${pluralize(cards, "person or key of your team waits", "people and keys of your team wait")}`;
  const undecided = sayUndecided(workspace);
  return [
    ...takePeopleNews(workspace),
    ...(undecided === null ? [] : [undecided]),
    ...(cards === 0 ? [] : [withRemedy(said, "cards")]),
  ];
}

/** Sessions are captured for a project's root only. */
function sayCapture(workspace: Workspace, root: OpenRoot): string[] {
  const notice = root.scope === "project" ? findCaptureNotice(workspace, root) : null;
  return notice === null ? [] : [notice.sentence];
}

/** Somebody wrote them past the command: a person should know. */
function sayUnusedTexts({ config }: Workspace): string[] {
  const keys: readonly string[] = MODEL_TEXT_KEYS;
  return config.warnings.filter(({ key }) => keys.includes(key)).map(({ message }) => message);
}

function sayTrouble(trouble: readonly HookTrouble[]): string[] {
  if (trouble.length === 0) return [];
  const codes = [...new Set(trouble.map(({ event, code }) => `${event} ${code}`))].slice(0, NAMED_MAX);
  const times = trouble.length === 1 ? "once" : `${trouble.length} times`;
  return [withRemedy(`a memory hook had trouble ${times} (${codes.join(", ")})`, "trouble")];
}

// What a person was told when the last session of a root began, so that the next one tells only what is new.

export type LastSession = {
  readonly at: Instant;
  /** The place of the last approval among those this machine has seen. */
  readonly approvals: number;
};

const FILE = "last-session.json";

/** @returns null when there was no session yet, or the file is damaged. */
function readLastSession({ records }: OpenRoot): LastSession | null {
  const path = join(records, FILE);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  if (!isRecord(value)) return null;
  const { v, at, approvals } = value;
  const instant = typeof at === "string" ? parseInstant(at) : null;
  if (v !== 1 || instant === null || !Number.isSafeInteger(approvals)) return null;
  return { at: instant, approvals: Number(approvals) };
}

function writeLastSession({ records }: OpenRoot, { at, approvals }: LastSession): void {
  const text = JSON.stringify({ v: 1, at: renderInstant(at), approvals });
  replaceFile(join(records, FILE), `${text}\n`, 0o600);
}

// Memories that a session was shown and that no longer apply. The session still has their text, so it gets their ids.

/** A session that was shown more memories than this is not told of the oldest. */
const SHOWN_MAX = 200;

/** Ids, last shown first. Computed each time: no record is kept of what a session was told. */
export function findWithdrawn(
  workspace: Workspace,
  session: string,
  isLate: () => boolean = () => false,
): string[] {
  const shown = readReceipts(workspace)
    .filter((receipt) => receipt.session === cleanClientId(session))
    .reverse()
    .flatMap((receipt) => receipt.shown);
  // Each once before they are cut: what is shown over and over would push out the rest.
  const distinct = new Map(shown.map((each) => [`${each.scope} ${each.id}`, each]));
  const withdrawn = [...distinct.values()].slice(0, SHOWN_MAX).filter(({ id, scope }) => {
    checkTime(workspace);
    const reading = readUntil(isLate);
    // A project can have two roots, and a receipt does not tell which.
    const loaded = workspace.roots
      .filter((root) => root.scope === scope)
      .flatMap((root) => loadPresent(workspace, root, { id, reading }) ?? []);
    // What there was no time to read is not known to be withdrawn.
    return !loaded.some((each) => each.unfinished || (isRecallable(each) && !isKnownHeldBack(each)));
  });
  return [...new Set(withdrawn.map(({ id }) => id))];
}
