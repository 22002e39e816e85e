// OpenCode runs no commands of ours: a plugin file (settings-opencode.ts writes it) does, with this input, and acts on the
// answer. Both sides are ours, so the words are: the names of OpenCode's own hooks, and our answer as it is.

import type { ClientCodec, EventOrigin, HookAnswer, HookEvent } from "./hook-event.ts";
import { isRecord, promptIn, textIn } from "./read-input.ts";

export const opencode: ClientCodec = {
  name: "opencode",
  // It documents no limit; what fits into the strictest of the others with a limit in characters fits here.
  contextChars: 10_000,
  showsNotices: false,
  readEvent: readOpencodeEvent,
  renderAnswer: renderOpencodeAnswer,
};

function readOpencodeEvent(name: string, input: unknown): HookEvent | null {
  if (!isRecord(input)) return null;
  const origin: EventOrigin = {
    session: textIn(input, "sessionID"),
    prompt: textIn(input, "messageID"),
    cwd: textIn(input, "directory"),
    agent: textIn(input, "parentID"),
  };
  const tool = textIn(input, "tool");
  switch (name) {
    case "session.created":
      return { ...origin, kind: "session-start", source: "startup" };
    case "chat.message": {
      const text = promptIn(input);
      return text === null ? null : { ...origin, kind: "prompt", text };
    }
    case "tool.execute.before":
      return tool === null ? null : { ...origin, kind: "before-tool", tool, input: input["args"] };
    case "tool.execute.after":
      return tool === null
        ? null
        : { ...origin, kind: "after-tool", tool, input: input["args"], response: input["output"] };
    case "session.idle":
      return { ...origin, kind: "turn-end", message: textIn(input, "message") };
    case "experimental.session.compacting":
      return { ...origin, kind: "before-compact" };
    case "session.deleted":
      return { ...origin, kind: "session-end" };
    default:
      return null;
  }
}

/** A notice goes nowhere yet: OpenCode shows a plugin's words only in its log. */
function renderOpencodeAnswer({ kind }: HookEvent, { context = "", denial = "" }: HookAnswer): string {
  if (kind === "before-tool") return denial === "" ? "" : JSON.stringify({ denial });
  const isSaid = (kind === "session-start" || kind === "prompt") && context !== "";
  return isSaid ? JSON.stringify({ context }) : "";
}
