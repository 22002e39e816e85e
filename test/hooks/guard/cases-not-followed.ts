// Searches that reach guarded places by words that the guard does not follow: it has no opinion on them, and
// docs/hooks.md says so. A sentence, the command, the reason.

export type NotFollowedCase = readonly [says: string, command: string, reason: string];

const PRUNE = "what -prune leaves out depends on the order of the whole expression";
const EXPRESSION = "a regular expression of another program is not run in a hook";
const OPTION = "--and, --min-depth and --exact-depth of fd are not read";

export const NOT_FOLLOWED: readonly NotFollowedCase[] = [
  ["a pruned directory beside is no help", "find . -path ./docs -prune -o -name '*.md' -exec rm {} +", PRUNE],
  ["a regular expression can match", "find . -regex '.*\\.\\(md\\|txt\\)' -exec rm {} +", EXPRESSION],
  ["an expression of fd can match", "fd -H '\\.(md|txt)$' -x rm", EXPRESSION],
  ["fd by two patterns can match", "fd -H project --and md -x rm", OPTION],
];
