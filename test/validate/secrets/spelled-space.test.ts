// A line break that JSON or a log spells out (`\n`) is a break: what follows it is seen as if it began a line.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSecrets } from "../../../src/validate/check-secrets.ts";
import { SPECIFIC_RULES } from "../../../src/validate/secrets/index.ts";
import { scanSecrets, scanWith } from "../../../src/validate/secrets/scan-secrets.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";

const TOKEN = `ghp_${"aB3dE5gH7j".repeat(3)}kL9mN1`;

test("every format that begins a text is found behind a spelled break, in the same place", () => {
  let tried = 0;
  for (const rule of SPECIFIC_RULES) {
    const alone = [rule];
    const values = rule.catches.flatMap((each) => scanWith(alone, each).map(({ value }) => value));
    const sample = values.find((value) => scanWith(alone, value)[0]?.start === 0);
    if (sample === undefined) continue;
    tried += 1;
    for (const spelled of ["\\n", "\\r", "\\t", "\\r\\n"]) {
      const before = `{"out":"ok${spelled}`;
      const [hit] = scanWith(alone, `${before}${sample}`);
      assert.equal(hit?.start, before.length, `${rule.id} behind ${spelled}`);
    }
  }
  assert.ok(tried > 30, `${tried} formats`);
});

test("what is found is found once, and a text without breaks is scanned once", () => {
  assert.equal(scanSecrets(`\\n ${TOKEN}`).length, 1);
  assert.equal(scanSecrets(`\\n${TOKEN}\\n`).length, 1);
  assert.equal(scanSecrets(`a path C:\\new\\table and no secret`).length, 0);
});

test("in any line of many, and nowhere else", () => {
  const before = `one\\ntwo\nthree\n`;
  const text = `${before}{"a":"\\t${TOKEN}"}\nfour\\r\n${"x".repeat(50)}`;
  assert.deepEqual(
    scanSecrets(text).map(({ start, end }) => text.slice(start, end)),
    [TOKEN],
  );
});

test("a memory that quotes such a log is refused, and the finding names its line", async () => {
  const { label, findings } = await checkSecrets("a.md", `one\n{"out":"login ok\\n${TOKEN}"}\n`, NO_CONTEXT);
  assert.equal(label, "SECRET-DETECTED");
  assert.equal(findings[0]?.line, 2);
});

test("a key without an end is found as far as its line goes, or the line in which it ends", () => {
  const key = `"-----BEGIN ${"RSA PRIVATE"} KEY-----\\nMIIEvQIBADANBgkq${"hkiG9w0BAQEFAASC".repeat(3)}\\n"`;
  for (const text of [key, `${key}\nplain`, `${key}\nplain\n${key}`, `${key}\nplain\n${key}\n`])
    for (const { start, end } of scanSecrets(text)) {
      assert.ok(start < end && end <= text.length, `${start} to ${end} of ${text.length}`);
      assert.ok(end === text.length || '"\n'.includes(text.charAt(end - 1)), `it ends at ${end}`);
    }
});
