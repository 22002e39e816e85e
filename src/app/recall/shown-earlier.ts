// Which memories the model of one context was shown in full, so that they need not be shown again while it has them. Fails towards
// repetition: a text that the record of the context does not name is shown in full.

import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { ConversationLength } from "../../memory/conversation.ts";
import { isCount } from "../../memory/json.ts";
import type { Standing } from "../../memory/memory.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import {
  appendLine,
  beginContext,
  type ContextPlace,
  type ReadContext,
  readContext,
} from "./session-record.ts";

/** After so many prompts, or tokens of the conversation, a text is far enough behind to be shown again. */
const PROMPTS_MAX = 20;
const TOKENS_MAX = 30_000;
/** Of some hundred prompts; a longer record begins anew. */
const LINES_MAX = 200;

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

/** @returns null where everything is to be shown in full. */
export function openShown(place: ContextPlace, length: ConversationLength): ShownEarlier | null {
  return ifPossible(() => {
    const conversation = measure(length);
    const read = conversation === null ? null : readContext(place);
    if (conversation === null || read === null) return null;
    const { mark, lines } = read;
    if (lines.length > LINES_MAX) beginContext(place);
    const { tokens, source } = conversation;
    const entries = listEntries(read, { tokens, source });
    const prompt = entries.filter(({ keys }) => keys.length === 0).length + 1;
    // A line without keys counts a prompt. One that cannot be counted leaves nothing to rely on.
    appendLine(place, { mark, source, prompt, tokens, keys: [] });
    const near = new Set(
      entries.filter((each) => isNear(each, { prompt, tokens })).flatMap(({ keys }) => keys),
    );
    const noted: string[] = [];
    return {
      has: (text) => near.has(keyOf(text)),
      note: (text) => void noted.push(keyOf(text)),
      save: () => {
        if (noted.length === 0) return;
        // Without this line the text comes in full again.
        ifPossible(() => appendLine(place, { mark, source, prompt, tokens, keys: noted }));
      },
    };
  }, null);
}

type Entry = { readonly prompt: number; readonly tokens: number; readonly keys: readonly string[] };

/** Since the conversation is this one, and only grew: what was said in another, or taken back, is not there. */
function listEntries({ lines }: ReadContext, { tokens: now, source }: Conversation): Entry[] {
  const shown = lines.filter((line) => Array.isArray(line["keys"]));
  const isOther = (line: (typeof shown)[number]): boolean =>
    line["source"] !== source || Number(line["tokens"]) > now;
  return shown
    .slice(shown.findLastIndex(isOther) + 1)
    .flatMap(({ prompt, tokens, keys }) =>
      isCount(prompt) && isCount(tokens) && Array.isArray(keys) ? [{ prompt, tokens, keys }] : [],
    );
}

function isNear(entry: Entry, { prompt, tokens }: Omit<Entry, "keys">): boolean {
  return prompt - entry.prompt < PROMPTS_MAX && tokens - entry.tokens < TOKENS_MAX;
}

/** A transcript says more than its model is told: this counts too many tokens rather than too few. */
const BYTES_PER_TOKEN = 4;
const HEAD_BYTES = 4_096;

/** How long the conversation is by now, and where that was counted: elsewhere it is another conversation. */
type Conversation = { readonly tokens: number; readonly source: string };

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

function keyOf({ root, digest, standing, excerpt }: FullText): string {
  return [root, digest, standing, hash(excerpt, 0x811c9dc5), hash(excerpt, 0x9747b28c)].join(" ");
}

/** FNV-1a. It tells parts of one text apart, whose digest stands beside it. */
function hash(text: string, seed: number): string {
  let bits = seed;
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return (bits >>> 0).toString(36);
}
