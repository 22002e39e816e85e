// How the small recall process finds and keeps its compiled form.

import { isAbsolute } from "node:path";
import { placeCompiled } from "../app/compiled-place.ts";
import { writeCompiled } from "../app/write-compiled.ts";

export { writeCompiled };

export type Start = {
  readonly args: readonly string[];
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Is this a recall for a program? Whoever asks for help gets the whole program. */
export function isPlainRecall({ args }: Pick<Start, "args">): boolean {
  return args[0] === "recall" && !args.some((word) => word === "--help" || word === "-h");
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
