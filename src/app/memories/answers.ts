// What somebody at this machine's terminal answered about a memory, where no signature says it: hidden here, put off for a week,
// or a no that is final; and of a fact, that it holds together with what seems to contradict it. Machine state, one line for each
// of the two, about exactly one text or one set of texts: a changed text ends its answer.
//
// Attack: a file that is too long to read at each prompt, or lines that name something else than a memory. What is no answer counts
// for nothing, and a file that we cannot have written is neither read nor replaced. An answer only ever takes from view: whoever
// writes one here shows no model anything.

import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { addDays, type Instant, isPlausible, parseInstant, renderInstant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { ANSWERS, type Answer } from "../../memory/law/standing-input.ts";
import type { Actor } from "../../memory/law/transitions.ts";
import { isMemoryId } from "../../memory/memory.ts";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { readQuietly } from "../../store/log-file.ts";

const LATER_DAYS = 7;
const ANSWERS_MAX = 10_000;
const FILE_BYTES_MAX = 4 * 1024 * 1024;
const DIGEST = /^[0-9a-f]{64}$/;

/** Whose answers, and how people call it. */
type Place = { readonly records: string; readonly shown: string };

const AGREES = "agrees";

type Kept = {
  readonly v: 1;
  readonly at: string;
  readonly id: string;
  /** Of the text; of a fact that agrees with others, of all these texts together. */
  readonly digest: string;
  readonly answer: Answer | typeof AGREES;
};

type Read = { readonly stamp: string; readonly answers: ReadonlyMap<string, Kept> };

/** A root has thousands of memories, and each of them asks. */
const read = new Map<string, Read>();

/** A broken file has no digest of its content; what is said about it names its bytes. */
export function digestOf(
  { digest, text }: { readonly digest: string | null; readonly text: string | null },
  id: string,
): string {
  return digest ?? sha256Hex(text ?? id);
}

/** @returns null where nobody answered, or the answer was about another text, or its time is over. */
export function findAnswer(
  root: Place,
  of: { readonly id: string; readonly digest: string | null; readonly text: string | null },
  now: Instant,
): Answer | null {
  const kept = readAnswers(root).get(of.id);
  if (kept === undefined || kept.answer === AGREES || kept.digest !== digestOf(of, of.id)) return null;
  return isOver(kept, now) ? null : kept.answer;
}

/** Did somebody say that the fact holds together with what contradicts it? The texts are named by `digestDispute`. */
export function hasAgreed(root: Place, id: string, dispute: string): boolean {
  return readAnswers(root).get(subjectOf(id, AGREES))?.digest === dispute;
}

/** A fact can be put off and agree with others, and one does not end the other. */
function subjectOf(id: string, answer: Answering["answer"]): string {
  return answer === AGREES || answer === "differs" ? `${id} ${AGREES}` : id;
}

/** Ids of what is put off: no row of the index tells until when. */
export function listPutOff(root: Place): string[] {
  return [...readAnswers(root).values()].filter(({ answer }) => answer === "later").map(({ id }) => id);
}

function isOver({ answer, at }: Kept, now: Instant): boolean {
  if (answer !== "later") return false;
  const since = parseInstant(at);
  return since === null || !isPlausible(since, now) || now >= addDays(since, LATER_DAYS);
}

function pathOf({ records }: Pick<Place, "records">): string {
  return join(records, "answers.ndjson");
}

function readAnswers(root: Place): Read["answers"] {
  const path = pathOf(root);
  const found = lookAt(path);
  const stamp = found === undefined ? "-" : `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
  const known = read.get(path);
  if (known?.stamp === stamp) return known.answers;
  const lines = found !== undefined && isOurs(found) ? readQuietly(path).split("\n") : [];
  const kept = lines.map(parseJson).filter(isKept).slice(-ANSWERS_MAX);
  const answers = new Map(kept.map((each) => [subjectOf(each.id, each.answer), each]));
  read.set(path, { stamp, answers });
  return answers;
}

/** Where machine state cannot be read, every memory is withheld anyway, and that is said elsewhere. */
function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** No link, no pipe, and no longer than what is written here. */
function isOurs(found: Stats): boolean {
  return found.isFile() && found.size <= FILE_BYTES_MAX;
}

function isKept(value: unknown): value is Kept {
  if (!isRecord(value)) return false;
  const { v, at, id, digest, answer } = value;
  return (
    v === 1 &&
    typeof at === "string" &&
    typeof id === "string" &&
    isMemoryId(id) &&
    typeof digest === "string" &&
    DIGEST.test(digest) &&
    [...ANSWERS, AGREES].some((each) => each === answer)
  );
}

export type Answering = {
  /** Of whom, and about which text. */
  readonly record: { readonly id: string; readonly digest: string | null; readonly actor: Actor };
  /** What is answered; null ends the answer of before, and so does whatever else a person signs. That a fact agrees with others
   * is ended by `differs` alone, or by another such answer. */
  readonly answer?: Answer | typeof AGREES | "differs" | null;
};

/** Atomically. The caller holds the root's lock. @returns the ids of which something changed. */
export function keepAnswers(root: Place, done: readonly Answering[], now: Instant): string[] {
  const before = readAnswers(root);
  const isGiven = ({ record: { id, actor }, answer = null }: Answering): boolean =>
    answer !== null || (actor === "person" && before.has(id));
  const given = done.filter((each) => each.answer === null || isGiven(each));
  if (given.length === 0) return [];
  refuseStrange(root);
  const ended = new Set(given.map(({ record, answer }) => subjectOf(record.id, answer)));
  const left = [...before].filter(([subject, each]) => !ended.has(subject) && !isOver(each, now));
  const at = renderInstant(now);
  const more = given.map(({ record: { id, digest }, answer }) => ({ v: 1, at, id, digest, answer }));
  const kept = leaveOldest([...left.map(([, each]) => each), ...more.filter(isKept)]);
  const text = kept.map((each) => `${JSON.stringify(each)}\n`).join("");
  writing("machine state", () => replaceFile(pathOf(root), text, 0o600));
  return [...new Set(given.map(({ record }) => record.id))];
}

/** Asked about again is no harm, so these make room; what is hidden would be shown. */
function leaveOldest(kept: readonly Kept[]): Kept[] {
  let over = kept.length - ANSWERS_MAX;
  return kept.filter(({ answer }) => answer === "hidden" || over-- <= 0);
}

/** Before one more is hidden. */
export function refuseMoreHidden(root: Place): void {
  refuseStrange(root);
  const hidden = [...readAnswers(root).values()].filter(({ answer }) => answer === "hidden");
  if (hidden.length < ANSWERS_MAX) return;
  const why = `${ANSWERS_MAX} memories of ${root.shown} are hidden here already`;
  throw new CredenceError(
    "STATE_REFUSED",
    why,
    "credence list --kept-out lists them; credence no ID --for-all",
  );
}

function refuseStrange(root: Place): void {
  const path = pathOf(root);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || isOurs(found)) return;
  throw new CredenceError("STATE_REFUSED", `${path} is not a file that credence wrote`, "move it away");
}
