import { judgeTool } from "./guard/judge-tool.ts";
import { type Handler, NO_ANSWER } from "./hook.ts";

/** The write guard. It is not paused, and a session without a root still has machine state to keep. */
export const onBeforeTool: Handler<"before-tool"> = async ({ tool, input }, place) => {
  const { findGuarded } = await import("../app/workspace/guarded-places.ts");
  const { cwd, home, claude, state, cache, shellEnv, ignoresCase: caseInsensitive } = place;
  const env = { ...shellEnv, HOME: home, PWD: cwd };
  const guarded = { ...findGuarded({ cwd, home, claude, env: shellEnv }), caseInsensitive };
  const denial = judgeTool({ tool, input, cwd }, { ...guarded, home, env, state, cache });
  return denial === null ? NO_ANSWER : { denial: denial.reason };
};
