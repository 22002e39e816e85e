// The write guard. Attack: an agent writes a guarded path in a spelling, or inside of another command, that the guard reads as
// something else. The grammar knows the path that it spells; each of its commands names it and writes there, so each is denied.

import assert from "node:assert/strict";
import fc from "fast-check";
import { type GuardedProject, guardedProject } from "../../hooks/guard/guarded-project.ts";
import { spell, WRITERS } from "../../hooks/guard/spellings.ts";
import { hostileText } from "../../memory/text/hostile-text.ts";
import { fieldOf, openedAs, type Target, textOf } from "../target.ts";

type Call = { readonly tool: string; readonly input: unknown; readonly expect?: "denied" };

/** A home by any name: the corpus knows no directory of this run. */
const HOME = "@HOME";
const PLACE = { home: `/${HOME}`, top: `/${HOME}/proj` };

const GUARDED = [
  ".claude/memory/memories/project_a.md",
  ".claude/memory/index.md",
  ".claude/memory/attest/project_a/0.json",
  ".claude/memory/new/x.md",
  "config/memory/root.json",
  "notes/memories/new.md",
  "src/deep/project_a.md",
];

/** Beside those of the tests: every redirection, and programs that write by an option. */
const MORE_WRITERS = [
  ..."echo x > %@> %@echo x>>%@echo x >| %@ls 2> %@ls &> %@ls &>> %@cat 3<> %@exec > %@> % echo x".split("@"),
  ..."cat > % <<E\nx\nE@(echo x) > %@{ echo x; } >> %@for i in 1; do echo x; done > %".split("@"),
  ..."dd if=/dev/zero of=%|ln -sf /tmp/x %|install -m 644 README.md %|curl -o % https://example.com".split(
    "|",
  ),
  ..."wget -O % https://example.com|sort README.md -o %|rsync -a /tmp/x %|perl -pi -e s/a/b/ %|shred -u %".split(
    "|",
  ),
  ..."git checkout -- %|git -C . checkout -- %|git restore %|git rm -f %|git mv -f README.md %".split("|"),
];

const quoteSingle = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const quoteDouble = (text: string): string => `"${text.replace(/[\\"$`]/g, "\\$&")}"`;

/** A command inside of another. Each runs it, and ends it where it ends. */
const AROUND: readonly ((command: string) => string)[] = [
  (command) => command,
  (command) => command,
  (command) => `(${command}\n)`,
  (command) => `{ ${command}\n}`,
  (command) => `ls; ${command}`,
  (command) => `# a comment\n${command}`,
  (command) => `if true; then ${command}\nfi`,
  (command) => `if false; then ls; else ${command}\nfi`,
  (command) => `while true; do ${command}\nbreak; done`,
  (command) => `for i in 1 2; do ${command}\ndone`,
  (command) => `f() { ${command}\n}; f`,
  (command) => `echo $(${command}\n)`,
  (command) => `echo "a $(${command}\n) b"`,
  (command) => `X=$(${command}\n)`,
  (command) => `diff <(${command}\n) README.md`,
  (command) => `cat <<E${command.length}\n$(${command}\n)\nE${command.length}`,
  (command) => `eval ${quoteSingle(command)}`,
  (command) => `bash -c ${quoteSingle(command)}`,
  (command) => `bash -c ${quoteDouble(command)}`,
  (command) => `bash -lc ${quoteSingle(command)}`,
  (command) => `env A=b timeout 5 bash -c ${quoteSingle(command)}`,
  (command) => `bash <<'E${command.length}'\n${command}\nE${command.length}`,
  (command) => `bash <<< ${quoteSingle(command)}`,
  (command) => `echo ${quoteSingle(command)} | bash`,
  (command) => `trap ${quoteSingle(command)} EXIT`,
  (command) => `true && ${command}`,
  (command) => `${command} &`,
];

const written = fc
  .tuple(
    fc.constantFrom(...GUARDED).chain((path) => spell(PLACE, path)),
    fc.constantFrom(...WRITERS, ...MORE_WRITERS),
    fc.array(fc.nat({ max: AROUND.length - 1 }), { maxLength: 3 }),
    // Outermost alone: in a substitution a branch is not followed (commands.ndjson).
    fc.nat({ max: 20 }).map((dice) => dice === 0),
  )
  .map(([{ before, word }, writer, around, isBranch]): Call => {
    // What follows a here-document stands on a line of its own.
    const plain = before + writer.replace("%", () => word).replace(/ ;$/, "");
    const inner = around.reduce((command, at) => (AROUND[at] ?? String)(command), plain);
    const command = isBranch ? `case x in a|x) ${inner}\n;; esac` : inner;
    return { tool: "Bash", input: { command }, expect: "denied" };
  });

const FILE_TOOLS = ["Write", "Edit", "MultiEdit", "NotebookEdit"];
const edited = fc
  .tuple(
    fc.constantFrom(...FILE_TOOLS),
    fc.constantFrom(...GUARDED),
    fc.constantFrom("", "./", "src/../", `/${HOME}/proj/`, `/${HOME}/alias/`),
  )
  .map(([tool, path, start]): Call => {
    const key = tool === "NotebookEdit" ? "notebook_path" : "file_path";
    return { tool, input: { [key]: start + path, content: "x" }, expect: "denied" };
  });

const PIECES = [
  ...`$ $( $(( \${ \` ' " \\ ( ) { } [ ] [[ ]] ; ;; & && | || < > << <<- <<< <( >( >& &> # ! ~ * ? , = : - %`.split(
    " ",
  ),
  ..."if then fi for in do done while case esac function rm cat cd eval sh -c find -exec xargs git credence".split(
    " ",
  ),
  ...[
    " ",
    "\n",
    "\t",
    "EOF",
    "<<EOF\n",
    "\nEOF\n",
    "x=",
    "$x",
    ".claude/memory",
    "promote",
    "..",
    "/",
    "\0",
    "\u{1F600}",
  ],
];
const noise = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...PIECES), hostileText), { maxLength: 40 }),
    fc.constantFrom("", " "),
  )
  .map(([pieces, glue]): Call => ({ tool: "Bash", input: { command: pieces.join(glue) } }));
const anyTool = fc
  .tuple(
    fc.oneof(
      fc.constantFrom("Write", "Read", "Grep", "Glob", "apply_patch", "shell", "mcp__x__move"),
      fc.string(),
    ),
    fc.dictionary(
      fc.constantFrom("file_path", "path", "command", "pattern", "edits", "input", "cwd"),
      fc.jsonValue(),
    ),
  )
  .map(([tool, input]): Call => ({ tool, input }));

export const guard: Target = {
  name: "guard",
  promises:
    "always a decision; a command that names a guarded path in any of these forms is never let through",
  quick: 700,
  open: async (owner) => {
    const project = guardedProject(owner);
    const made = fc.oneof({ weight: 6, arbitrary: written }, edited, noise, anyTool);
    return openedAs({ made, read, check: (call: Call) => check(project, call) });
  },
};

function read(value: unknown): Call | null {
  const tool = textOf(value, "tool");
  if (tool === null) return null;
  const expect = fieldOf(value, "expect") === "denied" ? { expect: "denied" as const } : {};
  return { tool, input: fieldOf(value, "input"), ...expect };
}

function check({ judge, home }: GuardedProject, { tool, input, expect }: Call): void {
  const here: unknown = JSON.parse(JSON.stringify(input ?? null).replaceAll(HOME, home.slice(1)));
  const denial = judge(tool, here);
  if (denial !== null)
    assert.ok(denial.reason.length > 0 && denial.rule.length > 0, "a denial without words");
  if (expect === "denied") assert.notEqual(denial, null, `let through: ${JSON.stringify(input)}`);
}
