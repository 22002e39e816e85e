// What is cleaned for a model, a terminal or a file. The tables of what may never be shown are the tests' own.

import assert from "node:assert/strict";
import fc from "fast-check";
import { renderTerminalLine } from "../../../src/memory/text/render-terminal.ts";
import {
  foldLine,
  foldText,
  renderLine,
  renderTag,
  renderText,
  sanitizeKey,
  sanitizeLine,
  sanitizeTag,
  sanitizeText,
} from "../../../src/memory/text/sanitize.ts";
import { isEscaped } from "../../fixture/escaped-text.ts";
import { countChars, hostileText, NEVER_SHOWN, TWO_SELECTORS } from "../../memory/text/hostile-text.ts";
import { fieldOf, openedAs, type Target, textOf } from "../target.ts";

type Input = { readonly text: string; readonly chars: number };

const made: fc.Arbitrary<Input> = fc.record({
  text: fc.oneof(
    hostileText,
    fc.array(hostileText, { maxLength: 4 }).map((parts) => parts.join("\n")),
  ),
  chars: fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 4_000 })),
});

export const sanitizer: Target = {
  name: "sanitizer",
  promises:
    "nothing hidden, no mark of the block, one line where one is said, no entity cut, cleaning twice is once",
  quick: 2_000,
  open: async () => openedAs({ made, read, check }),
};

function read(value: unknown): Input | null {
  const [text, chars] = [textOf(value), fieldOf(value, "chars")];
  return text === null || !Number.isSafeInteger(chars) ? null : { text, chars: Number(chars) };
}

function check({ text, chars }: Input): void {
  const max = Math.max(0, chars);
  checkLine(sanitizeLine(text, chars), max);
  checkClean(sanitizeText(text, chars), max);
  checkTag(sanitizeTag(text));
  assert.match(sanitizeKey(text), /^[a-z_]*$/);
  checkTwice({ text, chars });
  checkRendered({ text, chars });
  const shown = renderTerminalLine(text);
  assert.doesNotMatch(shown, NEVER_SHOWN);
  assert.doesNotMatch(shown, /[\n\t\r]/);
}

function checkClean(clean: string, max: number): void {
  assert.doesNotMatch(clean, NEVER_SHOWN);
  assert.doesNotMatch(clean, TWO_SELECTORS);
  assert.doesNotMatch(clean, /\p{M}{9}/u);
  assert.doesNotMatch(clean, /^\p{M}/mu);
  assert.equal(clean, clean.normalize("NFC"));
  assert.ok(countChars(clean) <= max, `${countChars(clean)} of ${max} characters`);
}

function checkLine(clean: string, max: number): void {
  checkClean(clean, max);
  assert.doesNotMatch(clean, /[^\S ]| {2}|^ | $/);
  assert.doesNotMatch(clean, /(?:^| )->(?: |$)/);
  assert.doesNotMatch(clean, /#tags:|\(\s*(?:inferred|fact)(?![\p{L}\p{M}\p{N}_])/iu);
}

function checkTag(clean: string): void {
  checkClean(clean, 40);
  assert.doesNotMatch(clean, /[,\s]|#tags:|\((?:inferred|fact)\)/i);
  assert.equal(clean, clean.toLowerCase());
}

function checkTwice({ text, chars }: Input): void {
  const cleaners = [
    (dirty: string) => sanitizeLine(dirty, chars),
    (dirty: string) => sanitizeText(dirty, chars),
    (dirty: string) => foldLine(dirty, chars),
    (dirty: string) => foldText(dirty, chars),
    sanitizeTag,
    sanitizeKey,
    renderTerminalLine,
  ];
  for (const [place, clean] of cleaners.entries()) {
    const once = clean(text);
    assert.equal(clean(once), once, `cleaner ${place} changes what is clean`);
  }
}

/** As full-width and small look-alikes are folded, too, no reader finds a mark that was not there before. */
const BLOCK_MARK =
  /\(\s*(?:inferred|fact)(?![\p{L}\p{M}\p{N}_])|(?:^|[ \t])\u00B7(?:[ \t]|$)|(?:perhaps|topics)\s*:|<\/?memory-context/imu;
const MARK = new RegExp(`(?:^| )->(?: |$)|#tags:|${BLOCK_MARK.source}`, "iu");

function checkRendered({ text, chars }: Input): void {
  for (const line of [renderLine(text, chars), renderTag(text)]) {
    assert.ok(isEscaped(line), "not escaped, or an entity was cut");
    assert.doesNotMatch(line, /[\n\r\t]/);
    assert.doesNotMatch(line.normalize("NFKC"), MARK);
  }
  const many = renderText(text, chars);
  assert.ok(isEscaped(many), "not escaped, or an entity was cut");
  assert.doesNotMatch(many, NEVER_SHOWN);
  assert.doesNotMatch(many.normalize("NFKC"), BLOCK_MARK);
}
