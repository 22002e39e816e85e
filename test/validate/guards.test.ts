// A rule is tried only where one of its keywords stands. What that may never do: pass over a text in which the rule's pattern
// alone would find something. Each rule is tried on its own samples, bent in ways that an attacker or a typist would.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lintSource } from "@secretlint/core";
import { rules as presetRules } from "@secretlint/secretlint-rule-preset-recommend";
import {
  BLANK_RULES,
  FLOOD_RULES,
  HIDDEN_RULES,
  INJECTION_RULES,
  LINE_RULES,
  SCRIPT_RULES,
  WORDING_RULES,
  WRITTEN_RULES,
} from "../../src/validate/injection/index.ts";
import { copyForMatching, scanInjection } from "../../src/validate/injection/matching/scan-injection.ts";
import type { BareRule, Rule } from "../../src/validate/rule.ts";
import { type Hit, scanText } from "../../src/validate/scan.ts";
import { SECRET_RULES } from "../../src/validate/secrets/index.ts";
import { lintWithSecretlint, watchPreset } from "../../src/validate/secrets/lint-with-secretlint.ts";
import { PRESET_FORMS } from "../../src/validate/secrets/preset-forms.ts";
import { scanWith } from "../../src/validate/secrets/scan-secrets.ts";
import { IS_DEEP } from "../deep.ts";
import { chanceBy, HOW_TO_REPEAT } from "../faults/sample.ts";
import { withSamples } from "./injection/rule-samples.ts";

const chance = chanceBy("guards");
const BENT_PER_SAMPLE = IS_DEEP ? 60 : 6;
const FILLER = "The staging database runs one version ahead of production. ";
/** Beside letters, digits and marks: what has another capital, what folds to ASCII, and what belongs to no word. */
const ODD = "aZ0_-. \n\t\"'`\\/:=é\u212aİſ密п\u200b\u{1f600}";

function pick<T>(from: ArrayLike<T>): T {
  const picked = from[Math.floor(chance() * from.length)];
  if (picked === undefined) throw new RangeError("nothing to pick from");
  return picked;
}

const BENDS: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => `${FILLER.repeat(4)}${text}${FILLER.repeat(4)}`,
  (text) => `${pick(ODD)}${text}${pick(ODD)}`,
  (text) => text.repeat(3),
  (text) => `${text}\n${text.toUpperCase()} ${text}`,
  (text) => text.slice(Math.floor(chance() * 4)),
  (text) => replaceAt(text, 0, pick(ODD)),
  (text) => replaceAt(text, 1, pick(ODD)),
  (text) => replaceAt(text, 1, ""),
  (text) => Array.from(text, (letter) => (chance() < 0.5 ? letter.toUpperCase() : letter)).join(""),
];

/** So many characters from a place on become others. */
function replaceAt(text: string, chars: number, by: string): string {
  const at = Math.floor(chance() * text.length);
  return `${text.slice(0, at)}${by}${text.slice(at + chars)}`;
}

function bend(text: string): string {
  let bent = pick(BENDS)(text);
  while (chance() < 0.4 && bent.length < 20_000) bent = pick(BENDS)(bent);
  return bent;
}

function* bentSamples(rule: Rule): Generator<string> {
  for (const text of rule.catches.slice(0, IS_DEEP ? 100 : 8)) {
    yield text;
    for (let count = 0; count < BENT_PER_SAMPLE; count += 1) yield bend(text);
  }
}

function placesOf(hits: readonly Hit[]): string[] {
  return hits.map(({ start, end }) => `${start}-${end}`);
}

/** The same rule without anything that would keep it from being tried everywhere. */
function unguarded({ anchored: _, isPossible: __, ...rule }: Rule): Rule {
  return { ...rule, keywords: [] };
}

test("no keyword keeps a rule from what its pattern alone finds", () => {
  for (const rule of [...SECRET_RULES, ...PRESET_FORMS, ...withSamples(INJECTION_RULES)]) {
    const [guarded, free] = [[rule], [unguarded(rule)]];
    for (const text of bentSamples(rule))
      assert.deepEqual(
        placesOf(scanText(guarded, text)),
        placesOf(scanText(free, text)),
        `${rule.id} in ${JSON.stringify(text.slice(0, 300))}; ${HOW_TO_REPEAT}`,
      );
  }
});

type Copies = Readonly<Record<"written" | "normalized" | "unwrapped", string>>;

/** Which copy the rules of each list read. */
const COPY_OF: readonly (readonly [readonly BareRule[], keyof Copies])[] = [
  [LINE_RULES, "normalized"],
  [WORDING_RULES, "unwrapped"],
  [SCRIPT_RULES, "unwrapped"],
  [FLOOD_RULES, "unwrapped"],
  [HIDDEN_RULES, "written"],
  [WRITTEN_RULES, "written"],
  [BLANK_RULES, "written"],
];

test("no list of injection rules is left out where one of its rules alone finds something", () => {
  for (const [rules, copy] of COPY_OF)
    for (const rule of withSamples(rules)) {
      const alone = [unguarded(rule)];
      for (const text of bentSamples(rule)) {
        const copies = copyForMatching(text);
        const { normalized, unwrapped } = copies;
        const read: Copies = { written: text, normalized: normalized.text, unwrapped: unwrapped.text };
        if (scanText(alone, read[copy]).length === 0) continue;
        const found = scanInjection(text, copies).map((hit) => hit.rule.id);
        assert.ok(
          found.includes(rule.id),
          `${rule.id} in ${JSON.stringify(text.slice(0, 300))}; ${HOW_TO_REPEAT}`,
        );
      }
    }
});

/** All of them, whatever words the text holds. */
async function lintUnguarded(text: string): Promise<string[]> {
  const rules = presetRules.filter(({ meta }) => !meta.id.endsWith("filter-comments"));
  const { messages } = await lintSource({
    source: { filePath: "a.md", content: text, contentType: "text", ext: ".txt" },
    options: { noPhysicFilePath: true, config: { rules: rules.map((rule) => ({ id: rule.meta.id, rule })) } },
  });
  return messages.map(({ ruleId, range }) => `${ruleId.split("-rule-")[1]} ${range.join("-")}`).sort();
}

test("no keyword keeps a rule of the preset from what it finds alone", async () => {
  for (const { catches } of PRESET_FORMS)
    for (const text of [...catches, ...catches.map(bend), ...catches.map(bend)]) {
      const watch = watchPreset(text);
      scanWith(SECRET_RULES, text, { watch });
      const found = await lintWithSecretlint("a.md", text, watch);
      const named = found.map(({ id, start, end }) => `${id.replace("secretlint-", "")} ${start}-${end}`);
      assert.deepEqual(
        named.sort(),
        await lintUnguarded(text),
        `${JSON.stringify(text.slice(0, 300))}; ${HOW_TO_REPEAT}`,
      );
    }
});
