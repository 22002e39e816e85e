// What a client's context was shown, for the events that bear on it: a beginning forgets it, a prompt asks for it. Only of a
// client that takes nothing back from a conversation without telling; every other is told in full each time.

import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { ConversationLength, EventOrigin, HookEvent, PromptSubmit } from "../agents/hook-event.ts";
import type { AnswerRoom } from "../app/recall/answer-prompt.ts";
import {
  beginContext,
  type ContextPlace,
  type Conversation,
  openShown,
  type StartMark,
} from "../app/recall/shown-record.ts";
import { sha256Hex } from "../memory/file/sha256.ts";
import { codeOf } from "../store/fs-failure.ts";
import type { HookPlace } from "./hook.ts";

function contextOf({ session, agent }: EventOrigin, { state }: HookPlace): ContextPlace {
  return { state, session, agent };
}

/** Nothing of what the context was shown counts from here on. */
export function forgetShown(event: EventOrigin, place: HookPlace): void {
  if (place.client.tellsRewinds === true) beginContext(contextOf(event, place));
}

export type StartMemo = {
  /** Whether the session has exactly this block. */
  readonly isKnown: (block: string) => boolean;
  /** Once the client has the answer. */
  readonly delivered: () => void;
};

type SessionStart = Extract<HookEvent, { readonly kind: "session-start" }>;

/** A session start, which forgets. */
export function beginShown(event: SessionStart, place: HookPlace): StartMemo {
  if (place.client.tellsRewinds !== true) return NO_MEMO;
  const context = contextOf(event, place);
  const last = beginContext(context);
  const { transcript } = event;
  if (transcript === undefined) return NO_MEMO;
  let said: StartMark | null = null;
  return {
    isKnown: (block) => {
      said = { digest: sha256Hex(Buffer.from(block)), transcript };
      const isSame = last?.digest === said.digest && last.transcript === transcript;
      if (event.source !== "resume" || !isSame) return false;
      // Nothing is to be delivered.
      beginContext(context, said);
      return true;
    },
    delivered: () => void (said === null || beginContext(context, said)),
  };
}

const NO_MEMO: StartMemo = { isKnown: () => false, delivered: () => undefined };

/** For the answer to a prompt. */
export function earlierFor(event: PromptSubmit, place: HookPlace): Pick<AnswerRoom, "openEarlier"> {
  const { length } = event;
  if (length === undefined) return {};
  return {
    openEarlier: () => {
      const conversation = measure(length);
      return conversation === null ? null : openShown(contextOf(event, place), conversation);
    },
  };
}

/** A transcript says more than its model is told: this counts too many tokens rather than too few. */
const BYTES_PER_TOKEN = 4;
const HEAD_BYTES = 4_096;

function measure(length: ConversationLength): Conversation | null {
  if ("tokens" in length) return { tokens: length.tokens, source: "" };
  const { transcript, tells } = length;
  try {
    if (!tells(readHead(transcript))) return null;
    return { tokens: Math.ceil(statSync(transcript).size / BYTES_PER_TOKEN), source: transcript };
  } catch (error) {
    // A transcript that cannot be read tells nothing.
    if (codeOf(error) === "") throw error;
    return null;
  }
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
