// `credence hook` for a prompt that is only answered, because the user waits for it.

import { onPrompt } from "../hooks/on-prompt.ts";
import { runHook } from "../hooks/run-hook.ts";
import { hookIo, leave } from "./hook-io.ts";

runHook(hookIo, { handlers: { prompt: onPrompt }, inputMs: 1_000 }).finally(leave);
