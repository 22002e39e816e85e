// Which small process handles an event, by the name that its client has for it. A tool call waits for the guard, so the
// guard has a process of its own that holds nothing else.

export type HookProcess = "hook-recall" | "hook-guard" | "hook-capture";

const RECALL =
  /^(?:session_?start|user_?prompt_?submit|beforeagent|before_?submit_?prompt|session\.created|chat\.message)$/i;
const GUARD =
  /^(?:pre_?tool_?use|beforetool|before_?(?:shell|mcp)_?execution|before_?read_?file|tool\.execute\.before)$/i;

/** `only` is the part of the event that is asked for. */
export function processFor(event: string, only?: string): HookProcess {
  if (only === "capture") return "hook-capture";
  if (RECALL.test(event)) return "hook-recall";
  return GUARD.test(event) ? "hook-guard" : "hook-capture";
}
