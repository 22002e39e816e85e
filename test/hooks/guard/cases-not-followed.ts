// What the guard does not follow: it has no opinion on these, and docs/hooks.md lists their kinds. A sentence, the command,
// the reason.

export type NotFollowedCase = readonly [says: string, command: string, reason: string];

const INDEX = ".claude/memory/index.md";
const FOUND = "what a search finds is known only when it runs";
const PIPED = "only a text that the command itself contains is followed through a pipe";
const NAMED = "a name that the command gives is not looked up";
const OUTSIDE = "what is mounted or connected is another program's to decide";

export const NOT_FOLLOWED: readonly NotFollowedCase[] = [
  ["find from above", "find . -name '*.md' -delete", FOUND],
  ["find that runs a program from above", "find . -type f -exec sed -i s/a/b/ {} +", FOUND],
  ["an expression of fd can match", "fd -H '\\.(md|txt)$' -x rm", FOUND],
  ["a list of git", "git ls-files | xargs sed -i s/a/b/", PIPED],
  ["a list in a substitution", "rm $(ls .claude/memory/memories/*.md)", PIPED],
  ["words for xargs", `echo ${INDEX} | xargs rm`, PIPED],
  ["lines for a loop", `while read f; do rm $f; done <<< ${INDEX}`, PIPED],
  ["a list of lines", `readarray -t a <<< "${INDEX}"; rm "\${a[0]}"`, PIPED],
  ["the argument of a function", `f() { rm "$1"; }; f ${INDEX}`, NAMED],
  ["an alias", "alias r='rm -rf'; r .claude/memory", NAMED],
  ["a volume of a container", 'docker run -v "$PWD/.claude/memory:/m" alpine sh', OUTSIDE],
  ["a mount", "mount --bind /tmp/x .claude/memory", OUTSIDE],
  ["a socket", `socat -u FILE:x CREATE:${INDEX}`, OUTSIDE],
  ["a value that a shell derives", `p=xx/${INDEX}; echo x > \${p#xx/}`, NAMED],
  ["a variable that names another", `p=${INDEX}; q=p; echo x > \${!q}`, NAMED],
  ["what a shell reads", `read x <<< ${INDEX}; rm $x`, PIPED],
  ["a name that printf keeps", `printf -v p ${INDEX}; rm $p`, NAMED],
  ["the last word of the command before", "ls .claude/memory && cd $_ && touch a.md", NAMED],
  ["a list as a command", `c=(rm ${INDEX}); "\${c[@]}"`, NAMED],
  ["parameters as a command", `set -- rm ${INDEX}; "$@"`, NAMED],
  ["a link that the call makes", "ln -s .claude m && rm m/memory/index.md", NAMED],
  ["a name that is linked to the program", "ln -s $(which credence) c && ./c promote x", NAMED],
  ["an extended pattern", "rm -rf .claude/@(memory)", NAMED],
  ["an alias of git", "git -c alias.x='!touch .claude/memory/a' x", NAMED],
  ["rules for make", "make -f - <<< 'all: ; rm -rf .claude/memory'", NAMED],
  ["a macro of an editor", `vim -c 'w! ${INDEX}' README.md`, NAMED],
  ["a variable of code", "M=.claude/memory python3 -c \"open(os.environ['M']+'/x','w')\"", NAMED],
  ["a branch in a substitution", `echo $(case x in a) rm ${INDEX};; esac)`, NAMED],
  ["what a tree brings along", "cp -r ../other/.claude .", FOUND],
  ["what only a comparison shows", "diff -r . ../copy", FOUND],
  ["a command in a container", "docker exec -it web credence promote x", OUTSIDE],
  ["a command on another machine", "ssh host credence promote a", OUTSIDE],
  ["a variable of PowerShell", `pwsh -c '$p = "${INDEX}"; Set-Content $p x'`, NAMED],
  ["a text that PowerShell runs", `pwsh -c 'iex "Set-Content ${INDEX} x"'`, NAMED],
];
