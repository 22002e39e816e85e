// Which small process handles an event, by the name that its client has for it. Somebody waits for a prompt and for a tool
// call, so each of these two has a process of its own that holds nothing else.

export type HookProcess = "hook-prompt" | "hook-recall" | "hook-guard" | "hook-capture";

const PROMPT = /^(?:user_?prompt_?submit|beforeagent|before_?submit_?prompt|chat\.message)$/i;
const START = /^(?:session_?start|session\.created)$/i;
const GUARD =
  /^(?:pre_?tool_?use|beforetool|before_?(?:shell|mcp)_?execution|before_?read_?file|tool\.execute\.before)$/i;

/** `only` is the part of the event that is asked for. */
export function processFor(event: string, only?: string): HookProcess {
  if (only === "capture") return "hook-capture";
  if (PROMPT.test(event)) return only === "recall" ? "hook-prompt" : "hook-recall";
  if (START.test(event)) return "hook-recall";
  return GUARD.test(event) ? "hook-guard" : "hook-capture";
}
