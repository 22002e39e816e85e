// The clock looks at texts made of the rule's own keywords and of what its samples almost are. It only compares a text with a
// longer one, so no machine is too slow.

import { test } from "node:test";
import { scanText } from "../../../src/validate/scan.ts";
import { SECRET_RULES } from "../../../src/validate/secrets/index.ts";
import { PRESET_FORMS } from "../../../src/validate/secrets/preset-forms.ts";
import { scanWith } from "../../../src/validate/secrets/scan-secrets.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { assertLinearIfSlow, assertLinearScan, type Scan } from "../assert-linear-scan.ts";

const { texts } = tablesOf(import.meta.filename);

const RULES = [...SECRET_RULES, ...PRESET_FORMS];

test("no rule is slow on a text of its own keywords or near misses", () => {
  for (const rule of RULES) {
    const keywords = rule.keywords.slice(0, 2).map((keyword) => `${keyword}=`);
    const nearMisses = rule.catches.slice(0, 2).map((sample) => sample.slice(0, -3));
    const alone = [rule];
    const scan: Scan = (text) => void scanText(alone, text);
    for (const unit of [...keywords, ...nearMisses]) assertLinearIfSlow(scan, unit);
  }
});

test("the whole set stays linear on the texts that cost it most", () => {
  const units = texts("units");
  for (const unit of units) assertLinearScan((text) => scanText(RULES, text), unit);
});

test("what is said once more beside its name is found in linear time", () => {
  const units = [
    "password\n",
    "password:\n```\n",
    "| password |\n|---|\n",
    "| password |\n",
    "password | ",
    "a: b / ",
    "- a / b\n",
    "admin / aB3$efgh\n",
    `${"aB3$"}${"efgh"} is the `,
    "x is the password ",
    "key ",
    `password is ${"aB3$"}${"efgh"} `,
    "the code is 4821 ",
    `ops / ${"aB3$"}${"efgh"}, `,
    "password:\nx, token?\n",
  ];
  for (const unit of units) assertLinearScan((text) => void scanWith([], text), unit);
});
