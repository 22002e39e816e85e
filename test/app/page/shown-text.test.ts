// A text as the page shows it, and where each of its places went.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compareTexts } from "../../../src/app/page/shown/difference.ts";
import { coverIn, findMasks, showLine, showText } from "../../../src/app/page/shown/text.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";

const CONTEXT = {
  owner: { emails: [], github: null, homeUser: null, strict: false },
  redactionCounts: false,
} as const;

test("every place of a text has its place in what is shown, in the same order", () => {
  const source = "one\r\ntwo \u200Bthree\r\n\r\nf\u043Eur \u27E6 five\n";
  const { text, at } = showText(source, [{ start: 9, end: 15 }]);
  assert.equal(
    text,
    'one\ntwo \u27E6masked: " t…" (6 characters)\u27E7\n\nf\u27E6U+043E\u27E7ur \u27E6U+27E6\u27E7 five\n',
  );
  assert.equal(text.slice(at(0), at(3)), "one");
  assert.equal(text.slice(at(9), at(15)), '\u27E6masked: " t…" (6 characters)\u27E7');
  assert.equal(text.slice(at(source.indexOf("five"))), "five\n");
  const places = Array.from({ length: source.length + 1 }, (_, offset) => at(offset));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.equal(places.at(-1), text.length);
});

test("a flood of hidden characters is counted, and lines without end are shown in linear time", () => {
  const flood = showText(`a${"\u{E0041}".repeat(16_000)}b`);
  assert.equal(flood.text, "a\u27E6U+E0041 ×16 000\u27E7b");
  const words = showText("f\u043Eur ".repeat(8_000));
  assert.equal(words.text.length, 8_000 * "f\u27E6U+043E\u27E7ur ".length);
  assert.equal(words.at(5 * 7_999), 7_999 * "f\u27E6U+043E\u27E7ur ".length);
  assert.equal(showLine("n".repeat(100_000), 20).length, 20);
});

test("a key of many lines and one that repeats without end are covered to the last character", async () => {
  const line = SAMPLE_SECRET.slice(4).repeat(2).slice(0, 64);
  const mark = (word: string): string => `-----${word} RSA PRIVATE KEY-----`;
  const key = [mark("BEGIN"), ...Array.from({ length: 20 }, () => line), mark("END")].join("\n");
  const text = `Before it.\n${key}\nAfter it, and ${`${SAMPLE_SECRET} and `.repeat(300)}no more.\n`;
  const masks = await findMasks("project_x.md", text, CONTEXT);
  for (const shown of [showText(text, masks).text, coverIn(text, masks)]) {
    assert.ok(!shown.includes(line.slice(8, 24)) && !shown.includes(SAMPLE_SECRET.slice(6, 20)));
    assert.match(shown, /^Before it\.\n/);
  }
  assert.deepEqual(await findMasks("project_x.md", "Nothing at all to see.\n", CONTEXT), []);
});

test("a change among thousands of equal lines is shown, and the lines are counted", () => {
  const many = "same\n".repeat(3_000);
  const lines = compareTexts(`${many}end`, `${many}${"new\n".repeat(500)}END`);
  const said = lines.map(({ kind, parts }) => `${kind}: ${parts.map(({ text }) => text).join("")}`);
  assert.deepEqual(said, [
    "gap: 2 997 unchanged lines",
    "same: same",
    "same: same",
    "same: same",
    "removed: end",
    "added: new",
    "gap: 499 more lines like it",
    "added: END",
  ]);
});
