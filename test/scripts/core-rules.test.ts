// What breaks the rules of the core for the evidence: which rules it finds, and that what is listed as equivalent is one of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEquivalents, readEquivalents } from "../../bench/evidence/core/equivalents.ts";
import { listMutants } from "../../bench/evidence/core/mutate.ts";
import { listAll } from "../../bench/evidence/core.ts";
import { parseSources } from "../arch/syntax.ts";
import { readRows } from "../fixture/rows.ts";

/** What each line could have been. */
function mutantsOf(text: string): string[] {
  return parseSources(new Map([["src/sample.ts", `${text}\n`]]))
    .flatMap(listMutants)
    .map(({ is }) => is);
}

const RULES = readRows<readonly [line: string, mutants: readonly string[]]>(
  import.meta.dirname,
  "core-rules.ndjson",
);

test("each rule of a line is broken in each way that somebody could have written it wrong", () => {
  for (const [line, mutants] of RULES) assert.deepEqual(mutantsOf(line).sort(), [...mutants].sort(), line);
});

test("a mutant is the module with one change, and is told by its lines", () => {
  const text = "const a =\n  b &&\n  c;\nconst d = 1;\n";
  const mutants = parseSources(new Map([["src/sample.ts", text]])).flatMap(listMutants);
  assert.deepEqual(mutants[1], {
    module: "src/sample.ts",
    was: "b && c;",
    is: "b;",
    text: "const a =\n  b;\nconst d = 1;\n",
  });
});

test("an equivalent is listed by module and lines with a sentence, and one that is no mutant is named", () => {
  const of = { module: "src/sample.ts", was: "a && b", text: "" };
  const [left, right] = [
    { ...of, is: "a" },
    { ...of, is: "b" },
  ] as const;
  const list = (why: string): string => `src/sample.ts\n- a && b\n+ a\n+ c\n= ${why}\n`;
  const shown = parseEquivalents(list("b is true wherever a is."));
  assert.deepEqual([shown.isListed(left), shown.isListed(right)], [true, false]);
  assert.deepEqual(shown.findStale([left, right]), ['src/sample.ts: "a && b" as "c"']);
  assert.equal(parseEquivalents(list("")).isListed(left), false);
});

test("every rule that is listed as equivalent is a rule of the core", () => {
  assert.deepEqual(readEquivalents().findStale(listAll()), []);
});
