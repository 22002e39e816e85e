import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createSecretFinder } from "../../../src/app/capture/spool-record.ts";
import { DEFAULT_CONFIG } from "../../../src/memory/config/config-keys.ts";
import { redactAndTruncate } from "../../../src/observer/capture/redact-and-truncate.ts";
import { anyCharacter } from "../../fixture/any-character.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { assertLinear } from "../../memory/text/assert-linear.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const findSecrets = createSecretFinder(DEFAULT_CONFIG);
const bound = (text: string, charsMax = 100): string => redactAndTruncate(text, { charsMax, findSecrets });

/** Of a key as programs write one, so long that no rule reads to its end. */
function keyOf(lines: number): string {
  const line = Array.from({ length: 64 }, (_, at) => "MIIEvQIBADANBgkqhkiG9w0B"[at % 24]).join("");
  const edge = (word: string): string => `-----${word} ${"RSA PRIVATE"} KEY-----`;
  return `${edge("BEGIN")}\n${`${line}\n`.repeat(lines)}${edge("END")}`;
}

/** No eight characters in a row of the secret are left. */
function assertGone(text: string, secret: string): void {
  for (let at = 0; at + 8 <= secret.length; at += 1) {
    const part = secret.slice(at, at + 8);
    assert.ok(
      !text.includes(part),
      `${JSON.stringify(part)} is left in ${JSON.stringify(text.slice(0, 300))}`,
    );
  }
}

test("a short text without a secret is kept as it is", () => {
  for (const text of ["", "a", "two\nlines", "🦕 ünïcode"]) assert.equal(bound(text), text);
});

test("a secret becomes the name of its rule", () => {
  assert.equal(bound(`use ${SAMPLE_SECRET} here`), "use [redacted: github-token] here");
});

test("a long text keeps its beginning and its end, and says how much is left out", () => {
  assert.equal(
    bound(`${"a".repeat(80)}${"b".repeat(80)}${"c".repeat(80)}`),
    `${"a".repeat(60)}\n[… 150 characters left out …]\n${"c".repeat(30)}`,
  );
});

test("a text is cut between characters", () => {
  const text = bound("🦕".repeat(150));
  assert.equal(text, `${"🦕".repeat(60)}\n[… 120 characters left out …]\n${"🦕".repeat(30)}`);
});

test("half of a character pair is repaired, wherever it stands", () => {
  const halves = `\uD83E${"x".repeat(20)}\uDD95`;
  assert.equal(bound(halves), `\uFFFD${"x".repeat(20)}\uFFFD`);
  for (const length of [99, 100, 101, 299, 40_000, 40_001]) {
    const long = bound("\uD83E\uDD95\uD83E".repeat(length));
    assert.ok(long.isWellFormed() && [...long].length < 200, String(length));
  }
});

test("a secret is gone wherever the cut falls", () => {
  for (const size of [50, 150, 400, 40_000]) {
    for (let at = 0; at <= Math.min(size, 260); at += 1) {
      const text = `${"w ".repeat(at / 2)}${SAMPLE_SECRET} ${"w ".repeat((size - at) / 2)}`;
      assertGone(bound(text), SAMPLE_SECRET);
      assertGone(
        bound(
          [...text]
            .reverse()
            .join("")
            .replace([...SAMPLE_SECRET].reverse().join(""), SAMPLE_SECRET),
        ),
        SAMPLE_SECRET,
      );
    }
  }
});

test("a private key is gone, whole, cut off or longer than all that is looked at", () => {
  for (const lines of [3, 190, 300, 3_000]) {
    const key = keyOf(lines);
    for (const text of [
      key,
      `a\n${key}\nz`,
      `a\n${key.slice(0, -40)}`,
      `${"w ".repeat(30_000)}${key}`,
      `${key}${" w".repeat(30_000)}`,
    ]) {
      assert.ok(!/MIIE|IBADAN/.test(bound(text)), `${lines} ${text.length}`);
    }
  }
  assert.equal(bound(`a\n${keyOf(3)}\nz`), "a\n[redacted: private-key]\nz");
});

test("words about keys are no keys", () => {
  const text = `the file begins with -----BEGIN ${"RSA PRIVATE"} KEY----- and ends somehow`;
  assert.equal(bound(text), text);
});

test("what goes on behind a secret without a space goes with it", () => {
  const long = `Authorization: Bearer ${SAMPLE_SECRET.slice(4).repeat(60)}`;
  assertGone(bound(`${long} end`), SAMPLE_SECRET.slice(4));
});

test("many secrets in one text are all gone", () => {
  const text = bound(`${SAMPLE_SECRET} `.repeat(2_000), 4_000);
  assertGone(text, SAMPLE_SECRET);
  assert.match(text, /^\[redacted: github-token\] \[redacted/);
});

test("whatever the text, the answer is well-formed and not longer than agreed", () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.constant(SAMPLE_SECRET),
    fc.constant("\uD800"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = bound(pieces.join(" "));
      assert.ok(text.isWellFormed());
      assert.ok([...text].length <= 100 + 40);
      assertGone(text, SAMPLE_SECRET);
    }),
    { numRuns: RUNS },
  );
});

for (const piece of ["a", "-----BEGIN ", "password=", `${SAMPLE_SECRET} `, "eyJ", "🦕"]) {
  test(`a text of nothing but ${JSON.stringify(piece.slice(0, 12))} takes time in proportion to its length`, () => {
    assertLinear(
      (chars) => piece.repeat(chars / piece.length),
      (text) => bound(text, 4_000),
    );
  });
}

test("of ten megabytes only the beginning and the end are scanned", () => {
  const text = `first ${"lorem ipsum ".repeat(900_000)} last`;
  const start = performance.now();
  const short = bound(text, 4_000);
  assert.ok(performance.now() - start < 1_500);
  assert.match(short, /^first lorem[\s\S]+\[… \d{8} characters left out …\][\s\S]+ last$/);
});
