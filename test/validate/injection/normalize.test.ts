import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { unmapped } from "../../../src/validate/injection/matching/mapped-text.ts";
import { normalizeForMatching, unwrapLines } from "../../../src/validate/injection/matching/normalize.ts";
import { anyCharacter } from "../../fixture/any-character.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { rows } = tablesOf(import.meta.filename);

const numRuns = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

const COPIES = rows<readonly [original: string, copy: string]>("copies");

test("each spelling has the copy that a reader would understand", () => {
  for (const [original, copy] of COPIES) assert.equal(normalizeForMatching(original).text, copy, original);
});

const units = fc.constantFrom(..."aZ 1-_.*@&#x;%u\\йиé\u0306ｉﬃ\u200b\u0336😀𝐢🅸日\n".split(/(?:)/u));
const texts = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(units, { maxLength: 60 }).map((parts) => parts.join("")),
);

test("a disguised word is joined wherever it stands", () => {
  const around = fc.constantFrom(
    "",
    "see ",
    "a ",
    "The 2nd ",
    "v1.0: ",
    "x|y ",
    "**note** ",
    "``` ",
    "no  ",
    "\n- ",
    "9, ",
  );
  const disguised = fc.constantFrom(
    "i g n o r e",
    "i-g-n-o-r-e",
    "i.g.n.o.r.e",
    "ig**no**re",
    "1gn0r3",
    "ign`or`e",
    "ig__no__re",
  );
  const property = fc.property(
    fc.array(around, { maxLength: 6 }),
    disguised,
    around,
    (before, word, after) => {
      const original = `${before.join("")}(${word}), ${after}`;
      assert.match(normalizeForMatching(original).text, /ignore/, original);
    },
  );
  fc.assert(property, { numRuns });
});

test("offsets of the copy map into the original, ascending, from start to end", () => {
  const property = fc.property(texts, (original) => {
    const { text, originalOffset } = normalizeForMatching(original);
    let last = 0;
    for (let at = 0; at <= text.length; at += 1) {
      const offset = originalOffset(at);
      assert.ok(offset >= last && offset <= original.length, `${JSON.stringify(original)} at ${at}`);
      last = offset;
    }
    assert.equal(originalOffset(text.length), original.length);
  });
  fc.assert(property, { numRuns });
});

test("plain lower-case words are copied as they are, each at its own place", () => {
  const words = fc
    .array(fc.stringMatching(/^[a-z]{2,9}$/), { maxLength: 20 })
    .map((parts) => parts.join(" "));
  const property = fc.property(words, fc.nat(), (original, at) => {
    const { text, originalOffset } = normalizeForMatching(original);
    assert.equal(text, original);
    assert.equal(originalOffset(at % (text.length + 1)), at % (text.length + 1));
  });
  fc.assert(property, { numRuns });
});

test("the copy is at most four times as long as the original", () => {
  const property = fc.property(texts, (original) => {
    assert.ok(normalizeForMatching(original).text.length <= 4 * original.length);
  });
  fc.assert(property, { numRuns });
});

test("whatever the character, its copy is in lower case", () => {
  const all = Array.from({ length: 0x110000 / 16 }, (_, at) => at * 16 + ((at * 7) % 16));
  const codes = [...Array.from({ length: 0x3000 }, (_, code) => code), ...all];
  const { text } = normalizeForMatching(codes.map((code) => String.fromCodePoint(code)).join(", "));
  assert.equal(text.toLowerCase(), text);
});

test("a gap is made of every character that a pattern takes for white space", () => {
  const units = Array.from({ length: 1 << 16 }, (_, unit) => String.fromCharCode(unit));
  const joins = (unit: string): boolean => unwrapLines(unmapped(`a${unit}${unit}b`)).text === "a b";
  assert.deepEqual(
    units.filter(joins),
    units.filter((unit) => unit !== "\n" && /\s/.test(unit)),
  );
});

test("lines are joined where a pattern would join them", () => {
  const wrap = /[^\S\n]{0,8}\n[^\S\n]{0,8}(?:[>#*/|-]{1,3}[^\S\n]{1,8}){0,2}(?=\S)|[^\S\n]{2,64}|\t/g;
  const parts = fc.constantFrom(
    "a",
    "1",
    "\n",
    " ",
    "- ",
    "> ",
    "#",
    "*",
    "/",
    "|",
    "    ",
    "\t",
    "\u00a0",
    "é",
    "\r",
  );
  const property = fc.property(fc.array(parts, { maxLength: 30 }), (pieces) => {
    const text = pieces.join("");
    assert.equal(unwrapLines(unmapped(text)).text, text.replace(wrap, " "));
  });
  fc.assert(property, { numRuns });
});
