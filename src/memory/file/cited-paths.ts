// Which files of the project a memory is about: those that its frontmatter names, and those that its body does. Whether there is
// such a file, git says later; a word that only looks like a path is then one that nothing ever happened to.

import type { Memory } from "../memory.ts";

/** More than this no reader of a marker line is told of. */
const PATHS_MAX = 12;
const PATH_CHARS_MAX = 200;
/** What is looked through for paths. */
const BODY_CHARS_MAX = 16_384;

/** With a slash in it, or with an extension; no scheme or host before it, no glob in it. A line number behind it is not a part of it. */
const NAMED = /(?<![\w./:@~*\\-])(?:\.{0,2}\/)?(?:[\w@+.-]{1,80}\/){0,12}[\w@+.-]{1,80}(?![\w/*])/g;
/** At least a letter on both sides of the dot, or `1.2.3` were a file. */
const HAS_EXTENSION = /[A-Za-z_][\w-]*\.[A-Za-z]\w{0,7}$/;
/** They have the form of `a.c`, and would take the places of files. */
const ABBREVIATION = /^(?:e\.g|i\.e|a\.k\.a|w\.r\.t|n\.b|p\.s|[ap]\.m|u\.s|u\.k)$/i;

/** Each once, those of the frontmatter first. */
export function listCitedPaths({ relatedFiles, body }: Pick<Memory, "relatedFiles" | "body">): string[] {
  const named = relatedFiles.filter((path) => path !== "" && path.length <= PATH_CHARS_MAX);
  return [...new Set([...named, ...findNamed(body)])].slice(0, PATHS_MAX);
}

/** What every such line has; no path goes on in the next line. */
const MAY_NAME = /\/|\.[A-Za-z]/;

function findNamed(body: string): string[] {
  const lines = body.slice(0, BODY_CHARS_MAX).split("\n");
  return lines
    .flatMap((line) => (MAY_NAME.test(line) ? (line.match(NAMED) ?? []) : []))
    .map((word) => word.replace(/[.-]+$/, ""))
    .filter((word) => word.length <= PATH_CHARS_MAX && isPath(word));
}

function isPath(word: string): boolean {
  return word.includes("/") || (HAS_EXTENSION.test(word) && !ABBREVIATION.test(word));
}
