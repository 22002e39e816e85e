// An event by the names that a client has for it. Clients that hand over a flat object differ in these words alone.

import type { EventOrigin, HookEvent, SessionStart } from "./hook-event.ts";
import { isRecord, promptIn, textIn } from "./read-input.ts";

export type EventWords = {
  /** What the client calls each kind. */
  readonly kinds: Readonly<Record<string, HookEvent["kind"]>>;
  /** Its keys for them; null where it does not tell. */
  readonly prompt: string | null;
  readonly agent: string | null;
  readonly message: string;
};

const SOURCES: readonly SessionStart["source"][] = ["startup", "resume", "clear", "compact", "fork"];

export function readNamedEvent(words: EventWords, name: string, input: unknown): HookEvent | null {
  const kind = Object.hasOwn(words.kinds, name) ? words.kinds[name] : undefined;
  if (!isRecord(input) || kind === undefined) return null;
  const origin: EventOrigin = {
    session: textIn(input, "session_id"),
    prompt: words.prompt === null ? null : textIn(input, words.prompt),
    cwd: textIn(input, "cwd"),
    agent: words.agent === null ? null : textIn(input, words.agent),
  };
  const tool = textIn(input, "tool_name");
  const asked = input["tool_input"];
  switch (kind) {
    case "session-start":
      return { ...origin, kind, source: SOURCES.find((each) => each === input["source"]) ?? "startup" };
    case "prompt": {
      const text = promptIn(input);
      return text === null ? null : { ...origin, kind, text };
    }
    case "before-tool":
      return tool === null ? null : { ...origin, kind, tool, input: asked };
    case "after-tool":
      return tool === null ? null : { ...origin, kind, tool, input: asked, response: input["tool_response"] };
    case "turn-end":
      return { ...origin, kind, message: textIn(input, words.message) };
    case "before-compact":
    case "session-end":
      return { ...origin, kind };
  }
}
