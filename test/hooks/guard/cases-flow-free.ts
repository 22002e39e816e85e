// Paths that reach a command through others, with nothing guarded on the way: a sentence and the command.

import type { FreeCase } from "./cases-free.ts";

const MEMORIES = ".claude/memory/memories";
const MEMORY = `${MEMORIES}/project_a.md`;
const INDEX = ".claude/memory/index.md";

export const FLOW_FREE: readonly FreeCase[] = [
  ["two tests are both needed", "find . -path './docs/*' -name '*.md' -exec sed -i s/a/b/ {} +"],
  ["their order is no matter", "find . -name '*.md' -path '*/docs/*' -delete"],
  [
    "a regular expression may match nothing guarded",
    "find . -regex '.*\\.\\(ts\\|js\\)' -exec sed -i s/a/b/ {} +",
  ],
  [
    "a group may be pruned",
    "find . \\( -path ./.claude -o -path ./node_modules \\) -prune -o -name '*.md' -exec sed -i s/a/b/ {} +",
  ],
  [
    "directories may be pruned by name",
    "find . -type d \\( -name .claude -o -name .git \\) -prune -o -type f -print0 | xargs -0 sed -i s/a/b/",
  ],
  ["the last word of the command before is ordinary", 'mkdir -p build/out && cd "$_" && touch a.md'],
  ["the last word counts once", `ls ${MEMORIES}; ls src; touch "$_/a.ts"`],
  ["fd by an ending is ordinary", "fd -e ts -x sed -i s/a/b/"],
  ["fd leaves hidden directories out", "fd -X rm"],
  ["fd by a pattern is ordinary", "fd -H -g '*.tmp' -X rm"],
  ["fd by an expression is ordinary", "fd -H '\\.snap$' -x rm"],
  ["fd elsewhere is ordinary", "fd -t f -e md . docs -x sed -i s/a/b/"],
  ["a find elsewhere in a loop is ordinary", 'find src -name "*.ts" | while read -r f; do rm "$f"; done'],
  ["a find elsewhere in a substitution is ordinary", "rm $(find src -name '*.ts' | sort)"],
  ["a find elsewhere from inside is ordinary", "cd .claude/memory && find /tmp/x -name '*.md' | xargs rm"],
  ["counting memories is ordinary", "n=$(find .claude/memory -name '*.md' | wc -l); touch \"$n\""],
  ["a value in a memory is no path", `n=$(grep -m1 name ${MEMORY}); mkdir -p "$OUT/$n"`],
  ["a commit of memories is no path", "git checkout $(git log -1 --format=%h -- .claude/memory)"],
  ["a pattern that names a root is no path", "grep -rl .claude/memory docs | xargs sed -i s/a/b/"],
  ["a pattern for git is no path", "sed -i s/a/b/ $(git grep -l .claude/memory)"],
  [
    "memories may be copied out one by one",
    `for f in $(ls ${MEMORIES}); do cp "${MEMORIES}/$f" "$OUT/$f"; done`,
  ],
  ["memories may be read one by one", `ls ${MEMORIES}/*.md | sort | while read f; do head -3 "$f"; done`],
  ["a loop that reads a memory is ordinary", `while read -r l; do echo "$l"; done < ${INDEX}`],
  ["an input ends with its loop", `while read f; do echo $f; done <<< ${INDEX}; read g; rm $g`],
  ["a message in a here-document is no path", `git commit -m "$(cat <<'E'\nrm ${MEMORY}\nE\n)"`],
  ["a fresh directory is there", 'd=$(mktemp -d); cd "$d"; mkdir -p .claude/memory'],
  ["an unknown name elsewhere is free", 'cd src && touch "$NAME"'],
];
