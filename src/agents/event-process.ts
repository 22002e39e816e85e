// Which small process handles an event. Users wait for a prompt and for a tool call, so each of these two has a
// process of its own that contains nothing else.

import { CLIENT_WORDS, type ClientWords } from "./client-words.ts";
import { kindOf } from "./hook-event.ts";

export type HookProcess = "hook-prompt" | "hook-recall" | "hook-guard" | "hook-capture";

export type HookWords = {
  readonly client: string;
  /** As the client calls it. */
  readonly event: string;
  /** The part of the event that is asked for. */
  readonly only?: string | undefined;
};

/** An event that its client does not know goes where nobody waits. */
export function processFor(
  { client, event, only }: HookWords,
  { events }: ClientWords = CLIENT_WORDS,
): HookProcess {
  if (only === "capture") return "hook-capture";
  const kinds = Object.hasOwn(events, client) ? events[client] : undefined;
  switch (kindOf(kinds ?? {}, event)) {
    case "prompt":
      return only === "recall" ? "hook-prompt" : "hook-recall";
    case "session-start":
      return "hook-recall";
    case "before-tool":
      return "hook-guard";
    case "after-tool":
    case "turn-end":
    case "before-compact":
    case "session-end":
    case null:
      return "hook-capture";
  }
}
