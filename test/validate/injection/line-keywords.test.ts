import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LINE_RULES } from "../../../src/validate/injection/index.ts";
import { createLineScanner } from "../../../src/validate/injection/matching/line-keywords.ts";
import { normalizeForMatching, unwrapLines } from "../../../src/validate/injection/matching/normalize.ts";
import type { Rule } from "../../../src/validate/rule.ts";
import { scanText } from "../../../src/validate/scan.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { withSamples } from "./rule-samples.ts";

const { texts } = tablesOf(import.meta.filename);

const numRuns = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const HITS_MAX = 20;

/** The rules that wait for the words in the joined copy: none. */
const NO_RULES: readonly Rule[] = [];
const scanLines = createLineScanner(LINE_RULES);

function listBoth(text: string): { ofJoined: unknown; ofLines: unknown } {
  const normalized = normalizeForMatching(text);
  const unwrapped = unwrapLines(normalized);
  const lines = scanLines({ normalized, unwrapped });
  scanText(NO_RULES, unwrapped.text, { watch: lines.watch });
  return {
    ofJoined: lines.listHits(HITS_MAX),
    ofLines: scanText(LINE_RULES, normalized.text, { hitsPerRuleMax: HITS_MAX }),
  };
}

test("rules about lines find the same with the places from the joined copy, where every sample of theirs stands in a list or a quote", () => {
  assert.ok(LINE_RULES.every(({ anchored }) => anchored === true));
  const marks = ["", "> ", "- ", "## ", "  * ", "| ", "// "];
  for (const sample of withSamples(LINE_RULES).flatMap(({ catches, spares }) => [...catches, ...spares])) {
    for (const mark of marks) {
      const { ofJoined, ofLines } = listBoth(
        `A line before\n${mark}${sample.replaceAll("\n", `\n${mark}`)}\nand behind`,
      );
      assert.deepEqual(ofJoined, ofLines, `${mark}${sample}`);
    }
  }
});

test("so they do in any text that is made of their keywords, gaps and marks", () => {
  const keywords = LINE_RULES.flatMap((rule) => rule.keywords);
  const samples = withSamples(LINE_RULES).flatMap((rule) => rule.catches);
  const gaps = texts("gaps");
  const part = fc.constantFrom(...keywords, ...samples, ...gaps, ...gaps, ...gaps);
  const property = fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
    const { ofJoined, ofLines } = listBoth(parts.join(""));
    assert.deepEqual(ofJoined, ofLines);
  });
  fc.assert(property, { numRuns });
});

test("a text that is crowded with a keyword is read as a whole, with the same findings", () => {
  for (const crowd of ["rm ", "## ", "<|", "cat "]) {
    const { ofJoined, ofLines } = listBoth(`${crowd.repeat(500)}\n## <|im_start|>\nrm -rf /\n`);
    assert.deepEqual(ofJoined, ofLines);
  }
});
