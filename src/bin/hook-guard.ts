// `credence hook` for the events before a tool runs.

import { onBeforeTool } from "../hooks/on-before-tool.ts";
import { runHook } from "../hooks/run-hook.ts";
import { hookIo, leave } from "./hook-io.ts";

// What it does not see it cannot deny, so it waits for a client that is slow to write, and reads long inputs.
const LIMITS = { inputMs: null, inputBytesMax: 32 * 1024 * 1024 } as const;

runHook(hookIo, { handlers: { "before-tool": onBeforeTool }, ...LIMITS }).finally(leave);
