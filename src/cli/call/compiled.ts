// Which small process answers a call, and how it finds and keeps its compiled form.

import { isAbsolute } from "node:path";
import { type HookProcess, processFor } from "../../agents/event-process.ts";
import { placeCompiled, readCompiled, writeCompiled } from "../../app/workspace/compiled.ts";

export { readCompiled, writeCompiled };

export type Start = {
  readonly args: readonly string[];
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type Bundle = {
  readonly file: "recall" | "mcp" | HookProcess;
  /** What it compiles depends on what it is asked. */
  readonly form: string;
};

/** @returns null when the call needs the whole program, as help does. */
export function chooseProcess({ args }: Pick<Start, "args">): Bundle | null {
  if (args.some((word) => word === "--help" || word === "-h")) return null;
  const [command, client = "", event = ""] = args;
  if (command === "recall" || command === "mcp") return { file: command, form: command };
  if (command !== "hook" || !/^[A-Za-z.]{1,40}$/.test(event)) return null;
  const at = args.indexOf("--only");
  const file = processFor({ client, event, only: at === -1 ? "" : args[at + 1] });
  return { file, form: `${file}-${event}` };
}

/** For absolute places only: a relative one needs a working directory, which may be gone. */
export function findCompiled({ args, home, env }: Start, build: string): string | null {
  const at = args.lastIndexOf("--state");
  const joined = args.findLast((word) => word.startsWith("--state="))?.slice("--state=".length);
  // Both forms at once: which of them counts is not for us to guess.
  if (at !== -1 && joined !== undefined) return null;
  const state = at === -1 ? (joined ?? null) : (args[at + 1] ?? null);
  const given = state ?? env["CREDENCE_HOME"];
  if (given !== undefined && given !== "" && !isAbsolute(given)) return null;
  return placeCompiled({ cwd: "/", home, env, state, cache: null }, build);
}
