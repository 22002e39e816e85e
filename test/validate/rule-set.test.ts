// A change of the rules may withdraw what people approved or mark it, so it has a version that they can see.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { renderVersion } from "../../src/cli/call/render-json.ts";
import { checkInjection } from "../../src/validate/check-injection.ts";
import { checkSecrets } from "../../src/validate/check-secrets.ts";
import { ACTS } from "../../src/validate/injection/actions/acts.ts";
import { ACTION_RULES } from "../../src/validate/injection/actions/rules.ts";
import { WORD_TABLES } from "../../src/validate/injection/concepts/word-tables.ts";
import { INJECTION_RULES } from "../../src/validate/injection/index.ts";
import { readWeights } from "../../src/validate/injection/model/score.ts";
import type { BareRule } from "../../src/validate/rule.ts";
import { APART_PATTERNS } from "../../src/validate/secrets/apart/read-apart.ts";
import { SECRET_RULES } from "../../src/validate/secrets/index.ts";
import { NO_CONTEXT, type Verdict } from "../../src/validate/verdict.ts";
import { type Samples, withSamples } from "./injection/rule-samples.ts";

function digestOf(parts: unknown): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

function describe({ id, severity, keywords, pattern }: BareRule): unknown {
  return [id, severity, keywords, `${pattern}`];
}

function sum({ label, findings }: Verdict): unknown {
  return [label, findings.map(({ rule }) => rule)];
}

function textsOf(rules: readonly Samples[]): string[] {
  return rules.flatMap(({ catches, spares }) => [...catches, ...spares]);
}

/** What a pattern does not say: thresholds, weights, what a rule accepts. */
async function judgeSamples(): Promise<unknown[]> {
  const verdicts = textsOf(withSamples([...INJECTION_RULES, ...ACTION_RULES])).map((text) =>
    sum(checkInjection("a.md", text, NO_CONTEXT)),
  );
  for (const text of textsOf(SECRET_RULES)) verdicts.push(sum(await checkSecrets("a.md", text, NO_CONTEXT)));
  return verdicts;
}

test("other rules are another rule set: change the version with them, once a release", async () => {
  const { values, scale, bias } = readWeights();
  const digests = {
    ofSecrets: digestOf([SECRET_RULES.map(describe), APART_PATTERNS.map(({ pattern }) => `${pattern}`)]),
    injection: digestOf(INJECTION_RULES.map(describe)),
    acts: digestOf([ACTS, ACTION_RULES.map(({ id }) => id)]),
    concepts: digestOf(WORD_TABLES),
    model: digestOf([Buffer.from(values).toString("base64"), scale, bias]),
    verdicts: digestOf(await judgeSamples()),
  };
  const { ruleSet } = JSON.parse(renderVersion(true));
  assert.deepEqual(
    { ruleSet, ...digests },
    {
      ruleSet: 3,
      ofSecrets: "6049a87f740eda80",
      injection: "8fdc5e56fb1194dd",
      acts: "ad901031affa735b",
      concepts: "0cc9361aeb329b27",
      model: "234224c54f802098",
      verdicts: "7d86c054edd0dbd2",
    },
  );
});
