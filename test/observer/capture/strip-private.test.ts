import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sanitizeText } from "../../../src/memory/text/sanitize.ts";
import { stripPrivate } from "../../../src/observer/capture/strip-private.ts";
import { anyCharacter } from "../../fixture/any-character.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { assertLinear } from "../../memory/text/assert-linear.ts";

const { rows, texts } = tablesOf(import.meta.filename);

/** What is left of each, and whether it counts as private. */
const CASES = rows<readonly [text: string, left: string, hasPrivate: boolean]>("cases");

for (const [text, left, hasPrivate] of CASES) {
  test(`${JSON.stringify(text)} leaves ${JSON.stringify(left)}`, () => {
    assert.deepEqual(stripPrivate(text), { text: left, hasPrivate });
  });
}

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

/** Nested parts with their tags in every spelling; `H` stands in what is hidden and nowhere else. */
const openTag = fc.constantFrom(
  "<private>",
  "<PRIVATE>",
  "< private >",
  "<private\n>",
  '<private a="b>c">',
  "<Private x=1>",
  "&lt;private&gt;",
);
const closeTag = fc.constantFrom(
  "</private>",
  "</PRIVATE>",
  "< / Private >",
  "</private x>",
  "&lt;/private&gt;",
);
const shown = fc.stringMatching(/^[a-z \n.,]{0,8}$/);
const { hidden } = fc.letrec<{ hidden: string }>((tie) => ({
  hidden: fc
    .tuple(
      openTag,
      fc.constantFrom("H", "H < H", "H </system-reminder> H"),
      fc.option(tie("hidden"), { maxDepth: 4 }),
      closeTag,
    )
    .map(([open, text, inner, close]) => `${open}${text}${inner ?? ""}H${close}`),
}));

test("no character of a private part survives, however it is nested and spelled, and every other one does", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(shown, hidden), { minLength: 1, maxLength: 4 }), shown, (parts, last) => {
      const text = `${parts.map((pair) => pair.join("")).join("")}${last}`;
      assert.deepEqual(stripPrivate(text), {
        text: `${parts.map(([part]) => part).join("")}${last}`,
        hasPrivate: true,
      });
    }),
    { numRuns: RUNS },
  );
});

test("a private part that is cut off anywhere leaks nothing", () => {
  fc.assert(
    fc.property(shown, hidden, fc.nat(), (before, part, cut) => {
      const whole = `${before}${part}`;
      const head = whole.slice(0, before.length + (cut % (part.length + 1)));
      assert.ok(!stripPrivate(head).text.includes("H"), JSON.stringify(head));
    }),
    { numRuns: RUNS },
  );
});

test("of text without a tag of ours nothing is lost but what nobody sees, and what is left holds none", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const clean = sanitizeText(text, Number.POSITIVE_INFINITY);
      if (!/private|memory-context|system-reminder/i.test(clean))
        assert.equal(stripPrivate(text).text, clean);
    }),
    { numRuns: RUNS },
  );
  const piece = fc.constantFrom(
    "<private>",
    "</private>",
    "<pri",
    "vate>",
    "</",
    "x",
    " ",
    "<system-reminder>",
    "</system-reminder>",
    '"',
    "=",
    "/",
    ">",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const { text } = stripPrivate(pieces.join(""));
      assert.deepEqual(stripPrivate(text), { text, hasPrivate: false });
    }),
    { numRuns: RUNS },
  );
});

for (const piece of texts("pieces")) {
  test(`a text of nothing but ${piece} takes time in proportion to its length`, () => {
    assertLinear((chars) => piece.repeat(chars / piece.length), stripPrivate);
  });
}

test("a megabyte of opening tags is read in a moment", () => {
  const start = performance.now();
  assert.deepEqual(stripPrivate("<private ".repeat(120_000)), { text: "", hasPrivate: true });
  assert.ok(performance.now() - start < 1_000);
});
