// Orders that are unreadable to a person: base64 and hexadecimal are decoded, and the rules for orders judge the result.

import type { BareRule } from "../../rule.ts";
import { scanText } from "../../scan.ts";
import { findActs } from "../actions/find-acts.ts";
import { weighActs } from "../actions/weigh-acts.ts";
import { PRINTABLE_SHARE_MIN } from "../matching/encoded-runs.ts";
import { normalizeForMatching } from "../matching/normalize.ts";
import { scoreText } from "../model/score.ts";
import { COMMAND_RULES } from "./commands.ts";
import { EXTRACTION_RULES } from "./extraction.ts";
import { ORDER_RULES } from "./orders.ts";
import { OVERRIDE_RULES } from "./overrides.ts";
import { PERSONA_RULES } from "./personas.ts";
import { listRules } from "./rule-rows.ts";
import { STEERING_RULES } from "./steering.ts";

/** The rules that distinguish a decoded order from a picture, a key or a greeting. */
const ORDERS: readonly BareRule[] = [
  ...OVERRIDE_RULES,
  ...PERSONA_RULES,
  ...EXTRACTION_RULES,
  ...STEERING_RULES,
  ...ORDER_RULES,
  ...COMMAND_RULES,
];

export const ENCODED_RULES = listRules("encoded", [
  {
    id: "encoded-payload",
    severity: "flag",
    pattern: /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{24,4000}={0,2}/g,
    message: "an encoded instruction",
    accepts: ({ value }) => decode(value).some(holdsOrder),
  },
]);

/** A doubt is enough here, because no honest sentence is encoded. */
const MARGIN_MIN = -1;

function holdsOrder(text: string): boolean {
  if (!isReadable(text)) return false;
  const copy = normalizeForMatching(text).text;
  return (
    scanText(ORDERS, copy, { hitsPerRuleMax: 1 }).length > 0 ||
    weighActs(findActs(copy)).length > 0 ||
    scoreText(copy).margin > MARGIN_MIN
  );
}

function decode(written: string): string[] {
  const value = written.replace(/^0x/i, "");
  const isHex = /^(?:[0-9a-f]{2}){1,2000}$/i.test(value);
  const encodings = isHex ? (["base64", "hex"] as const) : (["base64"] as const);
  return encodings.map((encoding) => Buffer.from(value, encoding).toString("utf8"));
}

/** Random bytes are mostly outside printable ASCII; a sentence also has spaces. */
function isReadable(text: string): boolean {
  const printable = text.match(/[\x20-\x7e\n]/g)?.length ?? 0;
  return text.includes(" ") && printable > PRINTABLE_SHARE_MIN * text.length;
}
