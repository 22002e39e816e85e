import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { takeExcerpt } from "../../src/search/excerpt.ts";
import { hostileText, LAW_RUNS } from "../memory/text/hostile-text.ts";

const LINES = ["# Wombats", "They dig.", "", "The kiwi sleeps by day.", "It wakes at dusk.", "That is all."];
const TEXT = `\n${LINES.join("\n")}\n`;

test("a short text is shown whole, without the space around it", () => {
  assert.equal(takeExcerpt(TEXT, "kiwi", 200), LINES.join("\n"));
});

test("of a long one the line with most of the words is shown with what follows it", () => {
  assert.equal(
    takeExcerpt(TEXT, "when does the kiwi sleep", 45),
    "…\nThe kiwi sleeps by day.\nIt wakes at dusk.\n…",
  );
});

test("where nothing matches it is the beginning", () => {
  assert.equal(takeExcerpt(TEXT, "quokka", 22), "# Wombats\nThey dig.\n…");
});

test("a line that is too long for itself is cut around the words that were asked for", () => {
  const line = `${"plain words here ".repeat(60)}then the kiwi sleeps ${"and so on ".repeat(60)}`;
  const shown = takeExcerpt(line, "kiwi sleeps", 120);
  assert.match(shown, /kiwi sleeps/);
  assert.ok(shown.length <= 124, String(shown.length));
});

test("an excerpt is never much longer than asked for, and never half a character", () => {
  const text = fc.array(hostileText, { maxLength: 30 }).map((parts) => parts.join("\n"));
  const law = fc.property(text, hostileText, fc.integer({ min: 20, max: 300 }), (body, prompt, charsMax) => {
    const shown = takeExcerpt(body, prompt, charsMax);
    assert.ok(shown.length <= charsMax + 4, `${shown.length} of ${charsMax}`);
    if (body.isWellFormed()) assert.ok(shown.isWellFormed());
  });
  fc.assert(law, LAW_RUNS);
});
