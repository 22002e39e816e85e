// Selects the small process that handles an event. Users wait for a prompt and for a tool call, so each of these two has
// its own process that contains nothing else.

import { CLIENT_WORDS, type ClientWords } from "./client-words.ts";
import { kindOf } from "./hook-event.ts";

export type HookProcess = "hook-prompt" | "hook-recall" | "hook-guard" | "hook-capture";

export type HookWords = {
  readonly client: string;
  /** The client's name of the event. */
  readonly event: string;
  /** The requested part of the event. */
  readonly only?: string | undefined;
};

/** An event that is unknown for its client goes to the process for which no user waits. */
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
