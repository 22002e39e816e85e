// Paths that reach a command through others: behind `-exec`, substituted, where a command stands. A sentence, the command,
// the rule.

import type { DeniedCase } from "./cases-write.ts";

const MEMORIES = ".claude/memory/memories";
const MEMORY = `${MEMORIES}/project_a.md`;
const INDEX = ".claude/memory/index.md";

const FOUND: readonly DeniedCase[] = [
  ["what is found elsewhere is not copied in", `find docs -exec cp {} ${MEMORIES}/ \\;`, "write-root"],
  ["what is found elsewhere is not moved in", `find /tmp/n -exec mv -t ${MEMORIES} {} +`, "write-root"],
  ["find runs a shell", `find docs -exec sh -c 'cat "$1" >> ${INDEX}' _ {} \\;`, "write-root"],
  [
    "find runs a command that needs no file",
    "find src -name a.ts -exec rm -rf .claude/memory \\;",
    "write-root",
  ],
  ["find runs a person's command", "find . -maxdepth 0 -exec credence promote x \\;", "person-command"],
  ["fd runs a command into a root", `fd -e md . docs -x cp {} ${MEMORIES}/`, "write-root"],
  ["fd in a root is seen", `fd -e md . ${MEMORIES} -X rm`, "write-root"],
];

const SUBSTITUTED: readonly DeniedCase[] = [
  [
    "a directory entered and printed",
    `DIR="$(cd .claude/memory && pwd)"; echo x > "$DIR/index.md"`,
    "write-root",
  ],
  ["a directory of a file", `D=$(cd "$(dirname ${INDEX})" && pwd) && touch "$D/x.md"`, "write-root"],
  ["the lines of a here-document", `for f in $(cat <<E\n${MEMORY}\nE\n); do rm "$f"; done`, "write-root"],
  ["a script in a here-document", `bash -c "$(cat <<'E'\nrm -r .claude/memory\nE\n)"`, "write-root"],
  ["a path that printf puts together", "rm -r $(printf '%s/%s' .claude memory)", "write-root"],
];

const INSIDE: readonly DeniedCase[] = [
  ["the first of what is here", `cd ${MEMORIES} && rm $(ls | head -1)`, "write-root"],
  ["a loop over what is here", `cd ${MEMORIES} && for f in $(ls); do sed -i s/a/b/ "$f"; done`, "write-root"],
  ["an unknown name here", `cd ${MEMORIES} && touch "$NAME"`, "write-root"],
];

export const FLOW: readonly DeniedCase[] = [...FOUND, ...SUBSTITUTED, ...INSIDE];
