import { dirname, isAbsolute, join } from "node:path";
import { CODECS } from "../agents/clients.ts";
import { judgeTool } from "./guard/judge-tool.ts";
import { type Handler, type HookPlace, NO_ANSWER, SESSION_HOME } from "./hook.ts";

/** The write guard. It is not paused, and a session without a root still has machine state to keep. */
export const onBeforeTool: Handler<"before-tool"> = async ({ tool, input }, place) => {
  const { findGuarded } = await import("../app/workspace/guarded-places.ts");
  const { cwd, home, claude, state, cache, script, node, shellEnv, ignoresCase: caseInsensitive } = place;
  const env = { ...shellEnv, HOME: shellEnv[SESSION_HOME] || home, PWD: cwd };
  const guarded = {
    ...findGuarded({ cwd, homes: homesOf(place), claude, state, env: shellEnv }),
    caseInsensitive,
  };
  const own = {
    home,
    env,
    state,
    cache,
    settings: listSettings(place),
    program: isAbsolute(script) ? dirname(script) : null,
    interpreter: node,
    commands: listCommands(place),
  };
  const denial = judgeTool({ tool, input, cwd }, { ...guarded, ...own });
  return denial === null ? NO_ANSWER : { denial: denial.reason };
};

/** The home that install saw, and where it is another one, the session's: its programs write there. */
function homesOf({ home, shellEnv }: HookPlace): string[] {
  return [...new Set([home, shellEnv[SESSION_HOME] ?? ""])].filter(isAbsolute);
}

/** Of every client: an agent of one can also disconnect another. */
function listSettings(place: HookPlace): string[] {
  const { cwd, claude, shellEnv } = place;
  const tops = [cwd, shellEnv["CLAUDE_PROJECT_DIR"] ?? ""].filter(isAbsolute);
  const paths = CODECS.flatMap(({ settingsPaths: { user, project, ...more } }) => {
    const moved = "moved" in more ? more.moved : null;
    const named = moved === null ? [] : [shellEnv[moved.variable] ?? ""];
    const places = moved?.variable === "CLAUDE_CONFIG_DIR" ? [...named, claude ?? ""] : named;
    return [
      ...homesOf(place).flatMap((home) => user.map((path) => join(home, path))),
      ...places.filter(isAbsolute).flatMap((place) => (moved?.paths ?? []).map((path) => join(place, path))),
      ...tops.flatMap((top) => project.map((path) => join(top, path))),
    ];
  });
  return [...new Set(paths)];
}

/** The command that setup writes beside the copies of the program, and the link to it that it proposes. */
function listCommands(place: HookPlace): string[] {
  const beside = isAbsolute(place.script) ? [join(dirname(place.script), "../../bin/credence")] : [];
  return [...beside, ...homesOf(place).map((home) => join(home, ".local/bin/credence"))];
}
