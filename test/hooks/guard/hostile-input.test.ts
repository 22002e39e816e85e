import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { IS_DEEP } from "../../deep.ts";
import { chanceOf, HOW_TO_REPEAT, sampleOf } from "../../faults/sample.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { guardedProject } from "./guarded-project.ts";

const { texts } = tablesOf(import.meta.filename);

const { judge, judgeBash } = guardedProject({ after });
const numRuns = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

const PIECES = [
  ...`$ $( $(( \${ \` ' " \\ ( ) { } [ ] [[ ]] ; ;; & && | || < > << <<- <<< <( >( >& &> # ! ~ * ? , = :- %`.split(
    " ",
  ),
  ..."if then fi for in do done while case esac function rm cat cd eval sh -c find -exec xargs git credence".split(
    " ",
  ),
  ...` |\n|\t|EOF|<<EOF\n|\nEOF\n|x=|$x|\${x:-|.claude/memory|promote|..|/|a|\u0000|\u{1F600}|\uE000|\uE002`.split(
    "|",
  ),
];

const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 60 });

test("whatever is in a command, judging it ends with an answer", () => {
  fc.assert(
    fc.property(text, (pieces) => {
      for (const glue of ["", " "]) {
        const denial = judgeBash(pieces.join(glue));
        assert.ok(denial === null || (denial.reason.length > 0 && denial.rule.length > 0));
      }
    }),
    { numRuns },
  );
});

test("whatever the input of a tool is, judging it ends with an answer", () => {
  const tool = fc.oneof(
    fc.string(),
    fc.constantFrom("Write", "Read", "Grep", "Glob", "Bash", "apply_patch", "mcp__x__move"),
  );
  const keys = fc.constantFrom("file_path", "path", "command", "pattern", "glob", "edits", "source", "input");
  fc.assert(
    fc.property(tool, fc.dictionary(keys, fc.anything()), (name, input) => {
      const denial = judge(name, input);
      assert.ok(denial === null || denial.reason.length > 0);
    }),
    { numRuns },
  );
});

/** Repeated to a megabyte, each of these is the worst for some part of the guard. */
const WORST = texts("worst");

/** In ms of this process's own work: what else the machine does is not counted. */
function measure(command: string): number {
  const before = process.cpuUsage();
  judgeBash(command);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const LONG_CHARS = IS_DEEP ? 1_000_000 : 250_000;
/** How many of them the quick gate tries. */
const QUICK_PIECES = 5;
/** Below it the machine measures itself. */
const FLOOR_MS = LONG_CHARS / 1_000;

test("the worst takes no more than its length: four times the text, not sixteen times the time", (t) => {
  for (const piece of sampleOf(WORST, QUICK_PIECES, chanceOf(t))) {
    const short = measure(piece.repeat(LONG_CHARS / 4 / piece.length));
    const long = measure(piece.repeat(LONG_CHARS / piece.length));
    assert.ok(
      long < Math.max(FLOOR_MS, short * 10),
      `${JSON.stringify(piece)}: ${short} ms, then ${long} ms, ${HOW_TO_REPEAT}`,
    );
  }
});

test("many directories, one below the other, take no more than their length, and are denied", () => {
  const descend = (count: number): string =>
    `${"cd a;".repeat(count)}cd ${"../".repeat(count)}; echo x > .claude/memory/a`;
  const [short, long] = [measure(descend(250)), measure(descend(2_000))];
  assert.ok(long < short * 8, `${short} ms, then ${long} ms for eight times as much`);
  for (const count of [1, 10, 250, 2_000]) assert.notEqual(judgeBash(descend(count)), null, String(count));
  assert.equal(judgeBash("cd src && ls && cd .. && cat README.md > /tmp/r; ".repeat(60)), null);
});

test("values of values do not grow without end", () => {
  assert.equal(judgeBash(`x=aaaa; ${"x=$x$x; ".repeat(100)} rm $x`), null);
  assert.equal(judgeBash(`x='eval "$x"'; eval "$x"`)?.rule, "too-deep");
  assert.equal(judgeBash(`${"find . -exec ".repeat(40)} ls {} +`)?.rule, "too-deep");
});

test("a long here-document is one word, and free", () => {
  const body = "rm .claude/memory/index.md\n".repeat(40_000);
  assert.equal(judgeBash(`cat > notes.txt <<'EOF'\n${body}EOF\n`), null);
  assert.equal(judgeBash(`cat > notes.txt <<'EOF'\n${body}EOF\nrm notes/index.md`)?.rule, "write-root");
});

test("a command with more paths than can be looked up is denied", () => {
  const paths = Array.from({ length: 3_000 }, (_, index) => `./f${index}`).join(" ");
  assert.equal(judgeBash(`rm ${paths}`)?.rule, "too-many-paths");
});
