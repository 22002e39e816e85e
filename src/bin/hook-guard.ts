// `credence hook` for the events before a tool runs.

import { onBeforeTool } from "../hooks/on-before-tool.ts";
import { runHook } from "../hooks/run-hook.ts";
import { hookIo, leave } from "./hook-io.ts";

// The guard cannot deny a call that it does not see, so it waits for a slow client, and reads long inputs.
const LIMITS = { inputMs: null, inputBytesMax: 32 * 1024 * 1024 } as const;

runHook(hookIo, { handlers: { "before-tool": onBeforeTool }, ...LIMITS }).finally(leave);
