// Code and shell words that stand for more than they say: a sentence, the command, the rule. And the same for reading.

import type { FreeCase } from "./cases-free.ts";
import type { DeniedCase } from "./cases-write.ts";

const MEMORY = ".claude/memory/memories/project_a.md";
const INDEX = ".claude/memory/index.md";
const BAD = ".claude/memory/quarantine/project_bad.md";

/** Everything that hands this code to something that runs it. */
const OPENS = `open("${INDEX}","w")`;

export const CODE: readonly DeniedCase[] = [
  ["an argument of python code is seen", `python3 -c 'open(sys.argv[1],"w")' ${MEMORY}`, "write-root"],
  ["an argument of fed code is seen", `python3 - ${MEMORY} <<E\nopen(sys.argv[1],"w")\nE`, "write-root"],
  ["an argument of node code is seen", `node -e 'fs.rmSync(process.argv[1])' ${MEMORY}`, "write-root"],
  ["an argument of perl code is seen", `perl -e 'unlink @ARGV' ${MEMORY}`, "write-root"],
  ["an argument of ruby code is seen", `ruby -e 'File.write(ARGV[0],"x")' ${MEMORY}`, "write-root"],
  ["the parent as an argument is seen", `python3 -c 'shutil.rmtree(sys.argv[1])' .claude`, "write-root"],
  ["python code in a root is seen", `cd .claude/memory && python3 -c "open('x','w')"`, "write-root"],
  ["fed code in a root is seen", `cd .claude/memory && python3 - <<E\nPath("x").touch()\nE`, "write-root"],
  ["node code in a root is seen", `cd .claude/memory && node -e 'fs.rmSync("x")'`, "write-root"],
  ["perl code in a root is seen", `cd .claude/memory && perl -e 'unlink "index.md"'`, "write-root"],
  ["awk in a root is seen", `cd .claude/memory && awk '{print > "x.md"}' index.md`, "write-root"],
  ["joinpath is seen", `python3 -c 'Path(".claude").joinpath("memory","a").write_text("x")'`, "write-root"],
  ["a path kept in a variable is seen", `python3 -c 'd=Path(".claude"); (d/"memory").rmdir()'`, "write-root"],
  ["a deep pattern of code is seen", `python3 -c 'Path(".claude").rglob("*")[0].touch()'`, "write-root"],
  ["a pattern of code is seen", `python3 -c 'os.remove(glob(".claude/*/memories/*")[0])'`, "write-root"],
  ["chdir in code is seen", `python3 -c 'os.chdir(".claude"); open("memory/x","w")'`, "write-root"],
  ["code from /dev/stdin is read", `python3 /dev/stdin <<'E'\n${OPENS}\nE`, "write-root"],
  ["code behind an option with a value is read", `python3 -W ignore - <<'E'\n${OPENS}\nE`, "write-root"],
  ["code from a process substitution is read", `python3 <(echo '${OPENS}')`, "write-root"],
  ["code from a here-document in words is read", `python3 -c "$(cat <<'E'\n${OPENS}\nE\n)"`, "write-root"],
  ["code of ipython is read", `ipython -c '${OPENS}'`, "write-root"],
  ["code in an environment is read", `conda run -n x python -c '${OPENS}'`, "write-root"],
  ["code of emacs is read", `emacs --batch --eval '(delete-file "${INDEX}")'`, "write-root"],
  ["code that reads quarantine is denied", `python3 -c "print(open('${BAD}').read())"`, "read-quarantine"],
  ["code that reads all below is denied", `python3 -c "os.walk('.claude')"`, "read-quarantine"],
  ["a source of standard input is read", "source /dev/stdin <<< 'rm -rf .claude/memory'", "write-root"],
  ["a source of a process is read", "source <(echo 'rm -rf .claude/memory')", "write-root"],
  ["a shell on a process is read", "bash <(echo 'rm -rf .claude/memory')", "write-root"],
  ["a here-document for sh -c is read", `bash -c "$(cat <<'E'\nrm ${MEMORY}\nE\n)"`, "write-root"],
  ["a here-document for eval is read", `eval "$(cat <<'E'\nrm ${MEMORY}\nE\n)"`, "write-root"],
  ["a text that grows counts", 'X=.claude/; X+=memory; rm -r "$X/memories"', "write-root"],
  ["a fallback that stays counts", `: "\${X:=.claude/memory}"; echo x > "$X/index.md"`, "write-root"],
  ["braces behind time are read", "time { rm -rf .claude/memory; }", "write-root"],
  ["watch with an interval is read", `watch -n 5 'cp README.md ${MEMORY}'`, "write-root"],
  ["an appending redirection of zsh writes", `echo x >>! ${INDEX}`, "write-root"],
  ["a forced appending redirection writes", `echo x >>| ${INDEX}`, "write-root"],
  ["a forced redirection of everything writes", `echo x &>| ${INDEX}`, "write-root"],
];

export const CODE_FREE: readonly FreeCase[] = [
  ["python code that reads a memory is free", `python3 -c "print(open('${MEMORY}').read())"`],
  ["node code that reads is free", `node -e "console.log(fs.readFileSync('${INDEX}','utf8'))"`],
  ["code that reads its argument is free", `python3 -c 'print(open(sys.argv[1]).read())' ${MEMORY}`],
  ["code that reads in a root is free", `cd .claude/memory && python3 -c "print(open('index.md').read())"`],
  ["modules of such names are free", 'python3 -c "from memory import state, credence"'],
  ["perl that changes another file is free", "perl -pi -e 's{docs/memory}{.claude/memory}' README.md"],
  ["perl that prints lines of a memory is free", `perl -ne 'print if /deploy/' ${MEMORY}`],
  ["awk that compares in a root is free", "cd .claude/memory && awk '$1 > 3 {print}' index.md"],
  ["json.tool shows one file", "python3 -m json.tool .claude/memory/root.json"],
  ["a function that reads is free", `show() { cat "$1"; }; show ${MEMORY}`],
  ["a function that counts is free", `count() { wc -l < "$1"; }; count ${INDEX}`],
  ["a function called in a loop is free", "f() { echo x; }; for x in a b; do f $x; done"],
  ["a function that calls itself is free", 'f() { ls "$1"; f "$1"; }; f src'],
  ["an alias that reads is free", `alias ll='ls -la'; ll ${MEMORY}`],
  ["a list elsewhere is free", `c=(rm -rf dist); "\${c[@]}"`],
];
