// `credence hook` for the events before a tool runs.

import { onBeforeTool } from "../hooks/on-before-tool.ts";
import { runHook } from "../hooks/run-hook.ts";
import { hookIo, leave } from "./hook-io.ts";

runHook(hookIo, { handlers: { "before-tool": onBeforeTool }, inputMs: 500 }).finally(leave);
