// Paths that reach a command through others: found, piped, substituted, read by a loop. A sentence, the command, the
// rule.

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
  ["fd that looks into hidden directories is seen", "fd -H -e md -x sed -i s/a/b/", "write-root"],
  ["fd in a root is seen", `fd -e md . ${MEMORIES} -X rm`, "write-root"],
  ["fd piped on is seen", "fd -uu '\\.md$' | xargs rm", "write-root"],
  ["an expression that leaves out something else is seen", "find . ! -path './docs/*' -delete", "write-root"],
  [
    "a choice in parentheses is seen",
    "find . \\( -name '*.txt' -o -name '*.md' \\) -exec rm {} +",
    "write-root",
  ],
  ["an action before the tests is seen", "find . -delete -name '*.pyc'", "write-root"],
  ["a test that nobody can foresee is passed", "find . -mtime -3 -name '*.md' -exec rm {} +", "write-root"],
  ["a key is found by its name", "find ~ -name machine.json -exec cat {} +", "read-state"],
  ["a journal is found by its ending", "find ~/.local -name '*.ndjson' | xargs cat", "read-state"],
  ["a list of places is found", "find ~ -name locations.json -delete", "write-state"],
];

const SUBSTITUTED: readonly DeniedCase[] = [
  [
    "found by a substitution",
    "for f in $(find .claude/memory -name '*.md'); do sed -i s/a/b/ \"$f\"; done",
    "write-root",
  ],
  ["listed by a substitution", `for f in $(ls ${MEMORIES}/*.md); do echo x >> $f; done`, "write-root"],
  ["listed in backticks", `for f in \`ls ${MEMORIES}/*.md\`; do echo x >> $f; done`, "write-root"],
  ["searched by a substitution", `sed -i s/a/b/ $(grep -rl foo ${MEMORIES})`, "write-root"],
  ["removed by a substitution", `rm $(ls ${MEMORIES}/*a*)`, "write-root"],
  ["the first of a list", `F=$(ls ${MEMORIES}/*.md | head -1); sed -i s/a/b/ "$F"`, "write-root"],
  ["what git would name", "git checkout -- $(git diff --name-only -- .claude/memory)", "write-root"],
  ["what git has", "sed -i s/a/b/ $(git ls-files .claude/memory)", "write-root"],
  [
    "a directory entered and printed",
    `DIR="$(cd .claude/memory && pwd)"; echo x > "$DIR/index.md"`,
    "write-root",
  ],
  ["a directory of a file", `D=$(cd "$(dirname ${INDEX})" && pwd) && touch "$D/x.md"`, "write-root"],
  ["the lines of a here-document", `for f in $(cat <<E\n${MEMORY}\nE\n); do rm "$f"; done`, "write-root"],
  ["a script in a here-document", `bash -c "$(cat <<'E'\nrm -r .claude/memory\nE\n)"`, "write-root"],
  ["a path that printf puts together", "rm -r $(printf '%s/%s' .claude memory)", "write-root"],
  ["a path that printf keeps", "printf -v P '%s/%s' .claude memory; rm -r \"$P\"", "write-root"],
  ["the last word of the command before", `mkdir -p ${MEMORIES} && echo x > "$_/a.md"`, "write-root"],
  ["the same, entered", `ls ${MEMORIES} && cd "$_" && touch a.md`, "write-root"],
  ["quarantine by its name", "cat $(find . -name project_bad.md)", "read-quarantine"],
  ["quarantine in a loop", "for f in $(find .claude -name '*.md'); do cat $f; done", "read-quarantine"],
];

const PIPED: readonly DeniedCase[] = [
  ["a sorted find", "find .claude/memory -name '*.md' | sort | xargs sed -i s/a/b/", "write-root"],
  ["a searched find", "find .claude/memory -name '*.md' | grep -v tabs | xargs rm -f", "write-root"],
  [
    "a find by two stages",
    "find . -type f | grep -v node_modules | sort -u | xargs sed -i s/a/b/",
    "write-root",
  ],
  [
    "a find that is searched for text",
    "find . -name '*.md' | xargs grep -l foo | xargs sed -i s/a/b/",
    "read-quarantine",
  ],
  ["the first of a piped list", `ls ${MEMORIES}/*.md | head -1 | xargs rm`, "write-root"],
  ["a searched list of git", "git ls-files .claude/memory | grep md$ | xargs rm", "write-root"],
  ["a text without its line break", `echo ${MEMORY} | tr -d '\\n' | xargs rm`, "write-root"],
  ["a find in a loop", 'find . -name "*.md" | while read -r f; do sed -i s/a/b/ "$f"; done', "write-root"],
  ["a find in a loop that reads later", 'find . | while true; do read f; rm "$f"; done', "write-root"],
  [
    "quarantine piped into a loop",
    "find .claude -name '*.md' | while read f; do cat \"$f\"; done",
    "read-quarantine",
  ],
  ["a find in parentheses", "(cd src; find ../.claude/memory -name '*.md') | xargs rm", "write-root"],
  ["a slot in a shell", "find .claude/memory | xargs -I{} sh -c 'sed -i s/a/b/ {}'", "write-root"],
];

const READ: readonly DeniedCase[] = [
  ["a loop over a here-document", `while read f; do rm $f; done <<E\n${INDEX}\nE`, "write-root"],
  ["a later line of a here-document", `while read f; do rm $f; done <<E\na\n${INDEX}\nE`, "write-root"],
  [
    "a loop over a process",
    'while read -r f; do rm "$f"; done < <(find .claude/memory -name "*.md")',
    "write-root",
  ],
  ["a loop in a loop", `for i in 1; do while read f; do rm $f; done; done <<< ${INDEX}`, "write-root"],
  ["braces with an input", `{ read x; read f; rm $f; } <<< ${INDEX}`, "write-root"],
  ["a subshell with an input", `(read f; rm $f) <<< ${INDEX}`, "write-root"],
  ["a list of lines of a process", `mapfile -t a < <(ls ${MEMORIES}/*.md); rm "\${a[@]}"`, "write-root"],
  ["a list of lines of a text", `readarray -t a <<< "${MEMORY}"; rm "\${a[0]}"`, "write-root"],
];

const INSIDE: readonly DeniedCase[] = [
  ["a list of what is here", `cd ${MEMORIES} && ls | xargs rm`, "write-root"],
  ["the first of what is here", `cd ${MEMORIES} && rm $(ls | head -1)`, "write-root"],
  ["a loop over what is here", `cd ${MEMORIES} && for f in $(ls); do sed -i s/a/b/ "$f"; done`, "write-root"],
  ["an unknown name here", `cd ${MEMORIES} && touch "$NAME"`, "write-root"],
];

export const FLOW: readonly DeniedCase[] = [...FOUND, ...SUBSTITUTED, ...PIPED, ...READ, ...INSIDE];
