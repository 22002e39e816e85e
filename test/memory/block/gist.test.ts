import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { takeGist } from "../../../src/memory/block/gist.ts";
import { hostileText, LAW_RUNS } from "../text/hostile-text.ts";

test("a short body comes whole, with its lines at a prompt and in one line at a start", () => {
  const body = "We use pnpm.\n\nWhy: one lock file.\n";
  assert.equal(takeGist(body, "prompt"), "We use pnpm.\n\nWhy: one lock file.");
  assert.equal(takeGist(body, "start"), "We use pnpm. Why: one lock file.");
});

test("of a longer body the first sentences come, and a sign that there is more", () => {
  const sentence = "The cache is emptied at night, e.g. by cron. ";
  const body = sentence.repeat(12);
  assert.equal(takeGist(body, "start"), `${sentence.repeat(3).trim()} …`);
  assert.equal(takeGist(body, "prompt"), `${sentence.repeat(5).trim()} …`);
});

test("headings, fences and rules are left out, and a sentence that is too long ends at a word", () => {
  assert.equal(takeGist("# Context\n---\n```\nWe ship on Tuesdays.\n```", "start"), "We ship on Tuesdays.");
  const words = "word ".repeat(100);
  assert.equal(takeGist(words, "start"), `${"word ".repeat(31).trim()} …`);
  assert.equal(takeGist("x".repeat(400), "start"), `${"x".repeat(158)} …`);
});

test("a sentence of a script without spaces ends at its own sign", () => {
  const body = "星期二部署。".repeat(60);
  assert.equal(takeGist(body, "start"), `${"星期二部署。".repeat(26)} …`);
});

test("a gist is never longer than it may be, and cuts no character", () => {
  const law = fc.property(fc.array(hostileText, { maxLength: 20 }), (parts) => {
    const body = parts.join(" ").toWellFormed();
    assert.ok(takeGist(body, "start").length <= 160);
    assert.ok(takeGist(body, "prompt").length <= 320);
    assert.ok(takeGist(body, "start").isWellFormed());
  });
  fc.assert(law, LAW_RUNS);
});
