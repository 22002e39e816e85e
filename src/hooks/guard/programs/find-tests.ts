// The tests of a `find` on a name, a path and a kind of file.

import { basename } from "node:path";
import { activateGlobs } from "../expand/pattern-sentinels.ts";
import { matchName } from "../fence/overlaps-guarded.ts";
import type { Truth } from "./find-expression.ts";
import type { Sample } from "./find-samples.ts";
import { matchRegex, translateEmacs } from "./match-regex.ts";

/** null for any other test. */
export function testOf(
  word: string,
  value: string,
  args: readonly string[],
): ((sample: Sample) => Truth) | null {
  const fold = (text: string): string => (word.startsWith("-i") ? text.toLowerCase() : text);
  const glob = activateGlobs(fold(value));
  switch (word) {
    case "-name":
    case "-iname":
      return ({ printed }) => truthOf(matchName(glob, fold(basename(printed)), true));
    case "-path":
    case "-ipath":
    case "-wholename":
    case "-iwholename":
      return ({ printed }) => truthOf(matchName(glob, fold(printed), true));
    case "-regex":
    case "-iregex": {
      const source = translateEmacs(value);
      const isOther = args.includes("-regextype");
      return ({ printed }) =>
        isOther ? "maybe" : truthOf(matchRegex(source, printed, word === "-regex" ? "" : "i"));
    }
    case "-type":
      return ({ isDirectory }) => truthOf(value.includes(isDirectory ? "d" : "f"));
    default:
      return null;
  }
}

export function truthOf(answer: boolean | null): Truth {
  if (answer === null) return "maybe";
  return answer ? "yes" : "no";
}
