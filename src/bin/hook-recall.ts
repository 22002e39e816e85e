// `credence hook` for the events that are answered from memory.

import { onPrompt } from "../hooks/on-prompt.ts";
import { onSessionStart } from "../hooks/on-session-start.ts";
import { runHook } from "../hooks/run-hook.ts";
import { hookIo, leave } from "./hook-io.ts";

const HANDLERS = { "session-start": onSessionStart, prompt: onPrompt } as const;

runHook(hookIo, { handlers: HANDLERS, inputMs: 1_000 }).finally(leave);
