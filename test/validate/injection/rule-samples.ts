// What each rule of the injection check catches and spares: data, one JSON object a rule. What is too long to write out is made here
// by repetition.

import { join } from "node:path";
import { readRows } from "../../fixture/rows.ts";

export type Samples = { readonly catches: readonly string[]; readonly spares: readonly string[] };

const BLANK: Samples = {
  catches: [
    `First line.${"\n".repeat(22)}Last line.`,
    `First line.\n${" \t\u00a0\n".repeat(21)}Last line.`,
    `First line.\n${"\u200b\n".repeat(21)}Last line.`,
    `First line.\n${"\u0301\u2800\n".repeat(21)}Last line.`,
    `${"\r\n".repeat(21)}Last line.`,
    `All of it.${"\n".repeat(30)}`,
    `First words,${" ".repeat(2_001)}last words.`,
    `First words,${"\u3000\u200b".repeat(1_001)}last words.`,
  ],
  spares: [
    `First line.${"\n".repeat(21)}Last line.`,
    `${"\n".repeat(20)}Last line.`,
    `First words,${" ".repeat(2_000)}last words.`,
    "A list:\n\n- one\n\n- two\n\n".repeat(40),
    `A table:\n${`| a |${" ".repeat(200)}|\n`.repeat(30)}`,
  ],
};

const FLOOD: Samples = {
  catches: [`Please: ${"poem ".repeat(60)}`, `${"company, ".repeat(50)}and then?`],
  spares: ["The build is very, very slow on Windows.", "retry retry retry is what the log says"],
};

const MESSAGE: Samples = {
  catches: [`Plain${"\u200b\u200c".repeat(16)} words`, `${"a\u200bb\u200c".repeat(16)}`],
  spares: ["\u{1f469}\u200d\u{1f4bb}".repeat(40), "می\u200cخ".repeat(40)],
};

type Row = Samples & { readonly rule: string };

const rows = readRows<Row>(join(import.meta.dirname, "rule-samples.ndjson"));
const samplesOf = new Map<string, Samples>([
  ["scrolled-away", BLANK],
  ["token-flood", FLOOD],
  ["zero-width-message", MESSAGE],
  ...rows.map(({ rule, ...samples }): [string, Samples] => [rule, samples]),
]);

/** The rules with their samples. Each must have some. */
export function withSamples<R extends { readonly id: string }>(rules: readonly R[]): (R & Samples)[] {
  return rules.map((rule) => {
    const samples = samplesOf.get(rule.id);
    if (samples === undefined) throw new RangeError(`rule-samples.ndjson has no row for ${rule.id}`);
    return { ...rule, ...samples };
  });
}
