import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { renderSnippet } from "../../src/search/excerpt.ts";
import { hostileText, LAW_RUNS, NEVER_SHOWN } from "../memory/text/hostile-text.ts";

test("the words that were asked for are marked, in any case", () => {
  assert.equal(
    renderSnippet("The Wombat digests grass.\nSlowly, for weeks.", "wombat GRASS"),
    "The «Wombat» digests «grass». Slowly, for weeks.",
  );
});

test("a part of an identifier marks the whole", () => {
  assert.equal(renderSnippet("sort by user_id first", "id"), "sort by «user_id» first");
});

test("nothing is marked where nothing matches, and the beginning is shown", () => {
  assert.equal(renderSnippet("The wombat digests grass.", "kiwi"), "The wombat digests grass.");
  assert.equal(renderSnippet("", "kiwi"), "");
});

test("of a long text the part with most hits is shown, with marks where it is cut", () => {
  const text = `${"plain words here ".repeat(40)}then the wombat meets the numbat ${"and so on ".repeat(40)}`;
  const shown = renderSnippet(text, "wombat numbat");
  assert.match(shown, /^….*«wombat» meets the «numbat».*…$/);
  assert.ok(shown.length < 180, shown);
});

test("marks of the text's own are none", () => {
  assert.equal(renderSnippet("a «wombat» here", "kiwi"), "a <wombat> here");
});

test("whatever a text and a query hold, a snippet is one line, bounded, and hides nothing", () => {
  const law = fc.property(hostileText, hostileText, (text, query) => {
    const shown = renderSnippet(text, query);
    assert.doesNotMatch(shown, /[\n\r\t]/);
    assert.doesNotMatch(shown, NEVER_SHOWN);
    assert.ok(shown.isWellFormed());
    const starts = shown.split("«").length - 1;
    assert.equal(shown.split("»").length - 1, starts);
    assert.ok(shown.length <= 162 + 2 * starts, shown);
  });
  fc.assert(law, LAW_RUNS);
});
