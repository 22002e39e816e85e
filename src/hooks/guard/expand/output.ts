// What one command hands to the next, through a pipe or a substitution, as far as it stands in the command itself.

import { basename } from "node:path";
import { words } from "../programs/arguments.ts";
import type { Run } from "../run.ts";
import { listPrinted } from "./list-printed.ts";
import { PRINTERS, printText } from "./print-text.ts";
import type { ShellState } from "./state.ts";

export type Fed = {
  /** The text itself, in each of its readings. */
  readonly texts: readonly string[];
  /** Paths that are in it somewhere. */
  readonly paths: readonly string[];
};

export const FEEDS_NOTHING: Fed = { texts: [], paths: [] };

/** They hand on what they are fed, or some of it. */
const FILTERS = new Set(
  words(
    "cat tac tee sort head tail grep egrep fgrep rg tr uniq sed gsed awk gawk mawk nawk cut nl rev shuf column paste",
  ),
);
/** They run a command on what they are fed, which may print the names again. */
const HANDS_ON_BY = /^(?:g?xargs|parallel)$/;
const PRINTS_NAMES = /^(?:-\w*[lL]\w*|--files\S*|ls|realpath|readlink)$/;

export function feedsOf(argv: readonly string[], fed: Fed, state: ShellState): Fed {
  const [word = "", ...args] = argv;
  const program = basename(word);
  if (PRINTERS.has(program)) return { texts: [printText(program, args)], paths: [] };
  const paths = listPrinted(program, args, state);
  const isHandedOn =
    FILTERS.has(program) || (HANDS_ON_BY.test(program) && args.some((arg) => PRINTS_NAMES.test(arg)));
  return isHandedOn ? uniteFeeds([fed, { texts: [], paths }]) : { texts: [], paths };
}

export function uniteFeeds(feeds: readonly Fed[]): Fed {
  return { texts: feeds.flatMap(({ texts }) => texts), paths: feeds.flatMap(({ paths }) => paths) };
}

export function isNothing({ texts, paths }: Fed): boolean {
  return texts.length === 0 && paths.length === 0;
}

/** The same command with this on its standard input. */
export function feedRun(run: Run, fed: Fed | null): Run {
  if (fed === null) return run;
  return { ...run, stdin: fed.texts.length === 0 ? null : fed.texts.join("\n"), fed: fed.paths };
}

export function fedTo({ stdin, fed }: Run): Fed {
  return { texts: stdin === null ? [] : [stdin], paths: fed };
}
