// git by the class of its command, text that runs later, a script that the same call wrote, and rights of directories: a
// sentence, the command, the rule. And beside each the ordinary work that looks like it.

import type { FreeCase } from "./cases-free.ts";
import type { DeniedCase } from "./cases-write.ts";

const MEMORY = ".claude/memory/memories/project_a.md";
const ROOT = ".claude/memory";

const WORK_TREE: readonly DeniedCase[] = [
  ..."reset --hard|pull|revert HEAD|checkout main|switch main|clean -fd|stash|merge x|rebase x|cherry-pick x|read-tree -u HEAD"
    .split("|")
    .map((verb): DeniedCase => [`git inside a root: ${verb}`, `git -C ${ROOT} ${verb}`, "write-root"]),
  ["git inside the user root", "git -C ~/.claude/claude-memory pull --rebase", "write-root"],
  ["git with a work tree in a root", `git --git-dir=/x --work-tree=${ROOT} reset --hard`, "write-root"],
  ["the same with two words", `git --git-dir /x --work-tree ${ROOT} checkout -f HEAD`, "write-root"],
  ["git in a root that was entered", `cd ${ROOT} && git reset --hard`, "write-root"],
  ["git in machine state", "git -C ~/.local/state/credence reset --hard", "write-state"],
];

export const CLASSES: readonly DeniedCase[] = [
  ...WORK_TREE,
  ["a line for crontab is read", `echo '* * * * * rm ${MEMORY}' | crontab -`, "write-root"],
  ["a day of crontab is read", `crontab - <<'E'\nMAILTO=x\n@daily rm -r ${ROOT}\nE`, "write-root"],
  [
    "a person's command for crontab is read",
    "echo '5 4 * * 1 credence promote a' | crontab",
    "person-command",
  ],
  ["a file for crontab is read", `echo '@reboot rm ${MEMORY}' > t; crontab t`, "write-root"],
  ["a text for at is read", `at now <<< 'rm ${MEMORY}'`, "write-root"],
  ["a file for at is read", `echo 'rm ${MEMORY}' > t; at -f t now`, "write-root"],
  ["a script that was written before is read", `echo 'rm ${MEMORY}' > x.sh; sh x.sh`, "write-root"],
  [
    "a script by its path is read",
    `cat > x.sh <<'E'\nrm ${MEMORY}\nE\nchmod +x x.sh && ./x.sh`,
    "write-root",
  ],
  ["a sourced script is read", `printf 'rm %s\\n' ${MEMORY} > /tmp/x; . /tmp/x`, "write-root"],
  ["a script that tee wrote is read", `tee x.sh <<'E'\nrm ${MEMORY}\nE\nbash x.sh`, "write-root"],
  ["a script on an input is read", `echo 'rm ${MEMORY}' > x.sh; bash < x.sh`, "write-root"],
  ["the parameters of a script are known", `echo 'rm "$1"' > x.sh; sh x.sh ${MEMORY}`, "write-root"],
  ["code that was written before is read", `echo 'open("${MEMORY}","w")' > x.py; python3 x.py`, "write-root"],
  ["a script with a person's command is read", "echo 'credence promote a' > x; sh x", "person-command"],
  ["rights above machine state are kept", "chmod 000 ~/.local", "write-state"],
  ["rights above a root are kept", "chmod 600 .claude", "write-root"],
  ["rights of the project are kept", "chmod u-x .", "write-root"],
  ["rights by all signs are kept", "chmod a= ~/.claude", "write-root"],
];

export const CLASSES_FREE: readonly FreeCase[] = [
  [
    "looking inside a root is ordinary",
    `git -C ${ROOT} status && git -C ${ROOT} log -3 && git -C ${ROOT} diff`,
  ],
  ["a list of stashes inside a root is ordinary", `git -C ${ROOT} stash list`],
  ["a commit inside a root is ordinary", `git -C ${ROOT} add . && git -C ${ROOT} commit -m x`],
  ["unstaging inside a root is ordinary", `git -C ${ROOT} reset`],
  ["a pull of the project is ordinary", "git -C . pull && git revert HEAD && git merge main"],
  ["a crontab elsewhere is ordinary", "echo '5 4 * * * make backup' | crontab -"],
  ["a script that is only written is ordinary", `echo 'rm ${MEMORY}' > x.sh; cat x.sh`],
  ["a script that reads is ordinary", `echo 'cat ${MEMORY}' > x.sh; sh x.sh`],
  ["rights that are usual above machine state are free", "chmod 755 ~/.local && chmod u+rwx .claude"],
  ["rights that others lose are free", "chmod go-rwx ~/.local"],
  ["rights elsewhere are free", "chmod 600 .env && chmod 000 build"],
];
