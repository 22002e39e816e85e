// `credence hook` for a session start, and for a prompt that no other process captures.

import { onWholePrompt } from "../hooks/handlers.ts";
import { onSessionStart } from "../hooks/on-session-start.ts";
import { runHook } from "../hooks/run-hook.ts";
import { hookIo, leave } from "./hook-io.ts";

const HANDLERS = { "session-start": onSessionStart, prompt: onWholePrompt } as const;

runHook(hookIo, { handlers: HANDLERS, inputMs: 1_000 }).finally(leave);
