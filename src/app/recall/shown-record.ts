// What the model of one context was shown in full, so that it need not be shown again while it is there. A context is a
// session, or a subagent of it, between two of its beginnings: a start, a resume, a compaction, a clear.
//
// Fails towards repetition: whatever is not known for certain is shown in full. Two files for each context. The first is
// written by beginnings alone and holds a mark; the second is written by answers and names the mark that it was read with, so
// an answer that a beginning overtakes leaves nothing that counts. Neither holds a word of a memory, nor its id.

import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { ConversationLength } from "../../memory/conversation.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { isCount, isRecord, parseJson } from "../../memory/json.ts";
import type { Standing } from "../../memory/memory.ts";
import { OWN_PROCESS, temporaryBeside } from "../../store/durable.ts";
import { codeOf, ifPossible } from "../../store/fs-failure.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { CONTEXTS } from "./claim-once.ts";

/** After so many prompts, or tokens of the conversation, a text is far enough behind to be shown again. */
const PROMPTS_MAX = 20;
const TOKENS_MAX = 30_000;
/** The last ones; nobody is shown more than five for a prompt. */
const ENTRIES_MAX = PROMPTS_MAX * 10;
const FILE_BYTES_MAX = 128 * 1024;

export type ContextPlace = {
  readonly state: string;
  /** The client's own names. */
  readonly session: string | null;
  readonly agent: string | null;
};

/** How long the conversation is by now, and where that was counted: elsewhere it is another conversation. */
type Conversation = { readonly tokens: number; readonly source: string };

type StartMark = { readonly digest: string; readonly transcript: string };

/** A memory as it is shown in full: with another text, another standing or another part of a long text it is another. */
export type FullText = {
  readonly root: string;
  readonly digest: string | null;
  readonly standing: Standing;
  readonly excerpt: string;
};

export type ShownEarlier = {
  readonly has: (text: FullText) => boolean;
  /** It is shown in full now. */
  readonly note: (text: FullText) => void;
  /** Once the client has the answer. */
  readonly save: () => void;
};

export type StartMemo = {
  /** Whether the session has exactly this block; absent where nobody knows. */
  readonly isKnown?: (block: string) => boolean;
  /** Once the client has the answer. */
  readonly delivered: () => void;
};

export type ContextStart = {
  readonly isResumed: boolean;
  /** Of a client whose resumed session has the start block of before in the same transcript. */
  readonly transcript?: string | undefined;
};

/** A beginning that has something to say. */
export function beginWithBlock(place: ContextPlace, { isResumed, transcript }: ContextStart): StartMemo {
  const last = beginContext(place);
  if (transcript === undefined) return { delivered: () => undefined };
  let said: StartMark | null = null;
  return {
    isKnown: (block) => {
      said = { digest: sha256Hex(Buffer.from(block)), transcript };
      if (!isResumed || last?.digest !== said.digest || last.transcript !== transcript) return false;
      // Nothing is to be delivered.
      beginContext(place, said);
      return true;
    },
    delivered: () => void (said === null || beginContext(place, said)),
  };
}

/** From here on the model has nothing of what it was shown before. @returns what the last beginning said; null when unknown. */
export function beginContext(place: ContextPlace, start: StartMark | null = null): StartMark | null {
  const path = pathOf(place, "begun");
  if (path === null) return null;
  try {
    const last = readMark(path)?.start ?? null;
    const mark = `${OWN_PROCESS}-${Math.random().toString(36).slice(2)}`;
    putRecord(path, { v: 1, mark, start });
    return last;
  } catch (error) {
    if (codeOf(error) === "") throw error;
    remove(path);
    return null;
  }
}

/** Where not even this can be done, no prompt can be counted either. */
function remove(path: string): void {
  ifPossible(() => rmSync(path, { force: true }));
}

/** @returns null where everything is to be shown in full. */
export function openShown(place: ContextPlace, length: ConversationLength): ShownEarlier | null {
  const [begun, path] = [pathOf(place, "begun"), pathOf(place, "shown")];
  if (begun === null || path === null) return null;
  return ifPossible(() => {
    const conversation = measure(length);
    const mark = readMark(begun)?.mark;
    if (conversation === null || mark === undefined) return null;
    const { tokens, source } = conversation;
    const { prompts, entries } = readShown(path, mark, source);
    const next: Shown = { v: 1, mark, source, prompts: prompts + 1, entries };
    // A prompt that cannot be counted leaves nothing to rely on.
    putRecord(path, next);
    return following(path, next, tokens);
  }, null);
}

/** A transcript says more than its model is told: this counts too many tokens rather than too few. */
const BYTES_PER_TOKEN = 4;
const HEAD_BYTES = 4_096;

function measure(length: ConversationLength): Conversation | null {
  if ("tokens" in length) return { tokens: length.tokens, source: "" };
  const { transcript, tells } = length;
  if (!tells(readHead(transcript))) return null;
  return { tokens: Math.ceil(statSync(transcript).size / BYTES_PER_TOKEN), source: transcript };
}

function readHead(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

type Entry = { readonly key: string; readonly prompt: number; readonly tokens: number };

type Shown = {
  readonly v: 1;
  readonly mark: string;
  readonly source: string;
  readonly prompts: number;
  readonly entries: readonly Entry[];
};

function following(path: string, shown: Shown, tokens: number): ShownEarlier {
  const { prompts, entries } = shown;
  const isNear = (each: Entry): boolean => {
    const since = tokens - each.tokens;
    return prompts - each.prompt < PROMPTS_MAX && since >= 0 && since < TOKENS_MAX;
  };
  const near = new Set(entries.filter(isNear).map(({ key }) => key));
  const noted: string[] = [];
  return {
    has: (text) => near.has(keyOf(text)),
    note: (text) => void noted.push(keyOf(text)),
    save: () => {
      if (noted.length === 0) return;
      const added = noted.map((key): Entry => ({ key, prompt: prompts, tokens }));
      const kept = entries.filter(({ key }) => !noted.includes(key));
      // Then it comes in full again.
      ifPossible(() => putRecord(path, { ...shown, entries: [...kept, ...added].slice(-ENTRIES_MAX) }));
    },
  };
}

function keyOf({ root, digest, standing, excerpt }: FullText): string {
  return [root, digest, standing, hash(excerpt, 0x811c9dc5), hash(excerpt, 0x9747b28c)].join(" ");
}

/** FNV-1a. It tells parts of one text apart, whose digest stands beside it. */
function hash(text: string, seed: number): string {
  let bits = seed;
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return (bits >>> 0).toString(36);
}

/** A name that is not plain is no file's: that context is always told in full. */
const PLAIN_NAME = /^[\w-]{1,100}$/;

function pathOf({ state, session, agent }: ContextPlace, kind: "begun" | "shown"): string | null {
  const names = [session ?? "", ...(agent === null ? [] : [agent])];
  if (!names.every((name) => PLAIN_NAME.test(name))) return null;
  return join(state, CONTEXTS, `${names.join(".")}.${kind}`);
}

/** The old file or the new one. Not on disk before it is needed: what a crash of the machine takes away is shown in full. */
export function putRecord(path: string, value: object): void {
  ensurePrivate(join(path, ".."));
  const temporary = temporaryBeside(path);
  writeFileSync(temporary, JSON.stringify(value), { mode: 0o600, flag: "wx" });
  renameSync(temporary, path);
}

function readMark(path: string): { readonly mark: string; readonly start: StartMark | null } | null {
  const value = readRecord(path);
  if (value === null || typeof value["mark"] !== "string") return null;
  const start = value["start"];
  if (!isRecord(start)) return { mark: value["mark"], start: null };
  const { digest, transcript } = start;
  const isWhole = typeof digest === "string" && typeof transcript === "string";
  return { mark: value["mark"], start: isWhole ? { digest, transcript } : null };
}

const NONE = { prompts: 0, entries: [] } as const;

function readShown(path: string, mark: string, source: string): Pick<Shown, "prompts" | "entries"> {
  const value = readRecord(path);
  if (value === null || value["mark"] !== mark || value["source"] !== source) return NONE;
  const { prompts, entries } = value;
  if (!isCount(prompts) || !Array.isArray(entries) || !entries.every(isEntry)) return NONE;
  return { prompts, entries };
}

function isEntry(value: unknown): value is Entry {
  return (
    isRecord(value) &&
    typeof value["key"] === "string" &&
    isCount(value["prompt"]) &&
    isCount(value["tokens"])
  );
}

/** @returns null when there is none, or it is not ours. */
export function readRecord(path: string): Readonly<Record<string, unknown>> | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || size > FILE_BYTES_MAX) return null;
  const value = parseJson(readFileSync(path, "utf8"));
  return isRecord(value) && value["v"] === 1 ? value : null;
}
