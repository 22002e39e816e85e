// Carries the sets of one root over a hub: the union of what everybody sent lies there, in the order in which it came. A hub is asked for
// what is new since a cursor; a cursor that it does not know is another past of it, and then everything is compared.
//
// Attack: the hub, and everybody who can write to it, as of any carrier: it withholds and adds. Every answer is read as what it is, a
// name is taken only in its one form, bytes only under their own hash, and only what was asked for.

import { createHash } from "node:crypto";
import {
  BATCH,
  type Carrier,
  type Difference,
  findFault,
  type Got,
  isObjectName,
  isPaper,
  type Known,
  MACHINE,
  type ObjectName,
  PAPERS_MAX,
  type Papers,
  type Publish,
  type Published,
  type Refusal,
} from "../memory/carried.ts";
import { CredenceError } from "../memory/errors.ts";
import { isRecord } from "../memory/json.ts";
import { askHub, type Hub, notUnderstood } from "./ask-hub.ts";
import { findUntold } from "./audit.ts";
import { type Cursor, type HubState, readCursor, readHubState, writeHubState } from "./hub-state.ts";

export type HubOptions = {
  /** Of machine state, for this root and this hub; whoever opens a carrier holds its lock. */
  readonly directory: string;
  readonly hub: Hub;
  /** The machine's fingerprint. */
  readonly me: string;
  /** How many objects a root may have. */
  readonly objectsMax: number;
  /** All that is here, for a comparison of everything. */
  readonly listHere: () => Iterable<ObjectName>;
  readonly temporaryBeside: (path: string) => string;
};

type Session = {
  readonly options: HubOptions;
  state: HubState;
  /** Up to where the last `diff` was told. */
  told: Cursor | null;
  /** It is not known what is there of ours. */
  isFirst: boolean;
};

const ANSWER_BYTES = 2 * BATCH.bytes + 1024 * 1024;
const PAGE_BYTES = 4 * 1024 * 1024;

export function openHubCarrier(options: HubOptions): Carrier {
  const state = readHubState(options.directory);
  const session: Session = { options, state, told: null, isFirst: state.cursor === null };
  return {
    diff: (known) => diff(session, known),
    get: (names) => get(session, names),
    settle: async () => {
      if (session.told !== null) remember(session, { ...session.state, cursor: session.told });
    },
    put: (wanted) => put(session, wanted),
    findUnsent: (list) => findUnsent(session, list),
    // What a tombstone ends the hub takes away by itself.
    listOwn: async () => [],
    // Whatever is there was not among what is unsent.
    findElsewhere: async () => new Set(),
  };
}

function remember(session: Session, state: HubState): void {
  session.state = state;
  writeHubState(session.options.directory, state, session.options.temporaryBeside);
}

type Page = {
  readonly isKnown: boolean;
  readonly names: readonly ObjectName[];
  readonly odd: number;
  readonly more: number | null;
  readonly cursor: Cursor | null;
  readonly papers: unknown;
  readonly isOwnHere: boolean;
};

async function askChanges(session: Session, after: Cursor | null, from: number): Promise<Page> {
  const { hub, me } = session.options;
  const body = { machine: me, after, from };
  const bytesMax = from === 0 ? PAGE_BYTES + 64 * PAPERS_MAX.together : PAGE_BYTES;
  const answer = await askHub(hub, { path: "changes", body, bytesMax, code: "REMOTE_FAILED" });
  if (!isRecord(answer) || !Array.isArray(answer["names"])) throw notUnderstood();
  const names: unknown[] = answer["names"];
  const fitting = names.filter(isObjectName);
  const more = answer["more"];
  return {
    isKnown: answer["isKnown"] !== false,
    names: fitting,
    odd: names.length - fitting.length,
    more: typeof more === "number" && more > from ? more : null,
    cursor: readCursor(answer["cursor"]),
    papers: answer["papers"],
    isOwnHere: answer["isOwnHere"] === true,
  };
}

async function diff(session: Session, known: Known | null): Promise<Difference> {
  const { options, state } = session;
  const after = known === null ? null : state.cursor;
  let first = await askChanges(session, after, 0);
  const isLost = !first.isKnown;
  if (isLost) {
    session.isFirst = true;
    first = await askChanges(session, null, 0);
  }
  const refused = new Map<Refusal, number>();
  const papers = readPapers(first.papers, refused);
  const missing = new Set<ObjectName>();
  const told = (names: readonly ObjectName[]): void => {
    for (const name of names) if (known?.has(name) !== true) missing.add(name);
    if (missing.size > options.objectsMax)
      throw new CredenceError("REMOTE_FAILED", "the hub names more than a memory root can be");
  };
  if (isLost && known !== null) {
    for await (const names of findUntold(options.hub, options.listHere())) told(names);
  } else {
    for (let page = first; ; page = await askChanges(session, after, page.more)) {
      told(page.names);
      if (page.odd > 0) refused.set("path", (refused.get("path") ?? 0) + page.odd);
      if (page.more === null) break;
    }
  }
  session.told = first.cursor ?? session.told;
  return {
    missing: [...missing],
    unsent: [],
    papers,
    refused,
    own: first.isOwnHere ? "published" : "absent",
    isLess: isLost,
    unreadable: new Map(),
    leftOut: 0,
    odd: 0,
  };
}

type Count = (why: Refusal) => void;

/** What is no pair is a pair of nothing. */
function pairsIn(value: unknown): [unknown, unknown][] {
  return Array.isArray(value)
    ? value.map((each) => (Array.isArray(each) ? [each[0], each[1]] : [null, null]))
    : [];
}

function readPapers(value: unknown, refused: Map<Refusal, number>): Map<string, Papers> {
  const found = new Map<string, Papers>();
  const refuse: Count = (why) => void refused.set(why, (refused.get(why) ?? 0) + 1);
  for (const [machine, list] of pairsIn(value)) {
    if (typeof machine === "string" && MACHINE.test(machine)) found.set(machine, readOnes(list, refuse));
    else refuse("path");
  }
  return found;
}

/** Of one machine. */
function readOnes(list: unknown, refuse: Count): Papers {
  const papers = new Map<string, Uint8Array>();
  let together = 0;
  for (const [path, text] of pairsIn(list)) {
    if (typeof path !== "string" || !isPaper(path) || typeof text !== "string") {
      refuse("path");
      continue;
    }
    const bytes = Buffer.from(text);
    together += bytes.length;
    if (papers.size >= PAPERS_MAX.number) refuse("number");
    else if (bytes.length > PAPERS_MAX.bytes || together > PAPERS_MAX.together) refuse("size");
    else papers.set(path, bytes);
  }
  return papers;
}

async function get({ options }: Session, names: Iterable<ObjectName>): Promise<Got> {
  const [objects, refused] = [new Map<ObjectName, Uint8Array>(), new Map<Refusal, number>()];
  let left = [...new Set(names)];
  while (left.length > 0) {
    const asked = new Set<unknown>(left.slice(0, BATCH.objects));
    const body = { names: [...asked] };
    const answer = await askHub(options.hub, {
      path: "get",
      body,
      bytesMax: ANSWER_BYTES,
      code: "REMOTE_FAILED",
    });
    const pairs = isRecord(answer) ? pairsIn(answer["objects"]) : [];
    for (const [name, text] of pairs) {
      const bytes = typeof text === "string" ? Buffer.from(text) : Buffer.alloc(0);
      // Each of them once, and nothing else.
      const fault = isObjectName(name) && asked.delete(name) ? findFault(name, bytes) : "path";
      if (fault !== null) refused.set(fault, (refused.get(fault) ?? 0) + 1);
      else if (isObjectName(name)) objects.set(name, bytes);
    }
    // What fitted into no answer is asked for again; of what is not there any more nothing comes.
    const isProgress = asked.size < Math.min(left.length, BATCH.objects);
    left = left.filter((name, at) => at >= BATCH.objects || (isProgress && asked.has(name)));
  }
  return { objects, refused };
}

async function findUnsent(session: Session, list: Known["list"]): Promise<ObjectName[]> {
  const all = [...list(session.isFirst)];
  const missing: ObjectName[] = [];
  for (let from = 0; from < all.length; from += BATCH.names) {
    const body = { names: all.slice(from, from + BATCH.names) };
    const { hub } = session.options;
    const answer = await askHub(hub, { path: "missing", body, bytesMax: PAGE_BYTES, code: "REMOTE_FAILED" });
    const names = isRecord(answer) ? answer["missing"] : null;
    if (!Array.isArray(names)) throw notUnderstood();
    const asked = new Set<unknown>(body.names);
    missing.push(...names.filter((name): name is ObjectName => asked.has(name)));
  }
  return missing;
}

async function put(session: Session, { add, papers }: Publish): Promise<Published> {
  const { options } = session;
  let isNew = false;
  // A text is taken once a statement names it.
  const ordered = [...add].toSorted(([a], [b]) => (a[0] === b[0] ? 0 : a[0] === "s" ? -1 : 1));
  for (const batch of splitBatches(ordered)) {
    const body = { objects: batch.map(([name, bytes]) => [name, Buffer.from(bytes).toString("utf8")]) };
    const answer = await askHub(options.hub, {
      path: "put",
      body,
      bytesMax: PAGE_BYTES,
      code: "PUSH_FAILED",
    });
    if (!isRecord(answer)) throw notUnderstood();
    isNew ||= answer["taken"] !== 0;
    const why = findRefusal(answer["refused"]);
    if (why !== null) return { kind: "rejected", why };
  }
  isNew = (await putPapers(session, papers)) || isNew;
  session.isFirst = false;
  return isNew ? { kind: "published", isCheckpoint: false } : { kind: "nothing" };
}

function splitBatches(objects: readonly (readonly [ObjectName, Uint8Array])[]) {
  const batches: (readonly [ObjectName, Uint8Array])[][] = [];
  let [bytes, batch]: [number, (readonly [ObjectName, Uint8Array])[]] = [0, []];
  for (const each of objects) {
    const size = each[1].length;
    if (batch.length > 0 && (batch.length >= BATCH.objects || bytes + size > BATCH.bytes)) {
      batches.push(batch);
      [bytes, batch] = [0, []];
    }
    batch.push(each);
    bytes += size;
  }
  return batch.length === 0 ? batches : [...batches, batch];
}

/** What was forgotten there and what belongs to it need not be taken, and of keys that no policy names a hub takes a share. */
const EXPECTED: readonly unknown[] = ["ended", "no word", "strange"];

function findRefusal(refused: unknown): string | null {
  const rows = Array.isArray(refused) ? refused : [];
  const odd = rows.filter((row) => !(Array.isArray(row) && EXPECTED.includes(row[1])));
  if (odd.some((row) => Array.isArray(row) && row[1] === "day"))
    return "a machine's token brings no more new memories today: go on tomorrow, or with a person's token";
  return odd.length === 0 ? null : `the hub does not take ${odd.length} of what was sent`;
}

/** Only where they are not as they were sent last. */
async function putPapers(session: Session, papers: Papers): Promise<boolean> {
  const list = [...papers].map(([path, bytes]) => [path, Buffer.from(bytes).toString("utf8")]);
  const hash = createHash("sha256").update(JSON.stringify(list)).digest("hex");
  if (!session.isFirst && session.state.papers === hash) return false;
  const { hub, me } = session.options;
  const body = { machine: me, papers: list };
  const answer = await askHub(hub, { path: "papers", body, bytesMax: PAGE_BYTES, code: "PUSH_FAILED" });
  remember(session, { ...session.state, papers: hash });
  return isRecord(answer) && answer["isNew"] === true;
}
