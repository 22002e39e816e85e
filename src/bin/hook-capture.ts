// `credence hook` for events that are only captured.

import { onAfterTool, onBeforeCompact, onPromptAside, onSessionEnd, onTurnEnd } from "../hooks/handlers.ts";
import { runHook } from "../hooks/run-hook.ts";
import { hookIo, leave } from "./hook-io.ts";

const HANDLERS = {
  prompt: onPromptAside,
  "after-tool": onAfterTool,
  "turn-end": onTurnEnd,
  "before-compact": onBeforeCompact,
  "session-end": onSessionEnd,
} as const;

// Usually no user waits for it, and an event that does not arrive is lost.
runHook(hookIo, { handlers: HANDLERS, inputMs: 10_000 }).finally(leave);
