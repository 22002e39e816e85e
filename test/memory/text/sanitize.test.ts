import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  LOOKS_LIKE_MARK,
  renderLine,
  renderTag,
  renderText,
  sanitizeKey,
  sanitizeLine,
  sanitizeTag,
  sanitizeText,
  truncateChars,
} from "../../../src/memory/text/sanitize.ts";
import { isEscaped, unescapeMarkup } from "../../fixture/escaped-text.ts";
import { countChars, hostileText, LAW_RUNS, NEVER_SHOWN, TWO_SELECTORS } from "./hostile-text.ts";

function assertTable(clean: (text: string) => string, rows: readonly (readonly [string, string])[]): void {
  for (const [text, expected] of rows) assert.equal(clean(text), expected, JSON.stringify(text));
}

const line = (text: string) => sanitizeLine(text, 120);

test("white space of every kind becomes one space and goes at the ends", () => {
  assertTable(line, [
    ["  a \t b\n\nc  ", "a b c"],
    ["a\r\nb\vc\fd\u0085e\u2028f\u2029g", "a b c d e f g"],
    ["\u00A0a\u3000\u2003b\u00A0", "a b"],
    ["\u200B \u200B", ""],
  ]);
});

test("every kind of white space parts the lines of an excerpt and the words of a tag", () => {
  assert.equal(renderText("a\rb\vc\u0085d\r\ne", 99), "a\nb\nc\nd\ne");
  assert.equal(sanitizeTag("a\vb\u0085c\u2028d"), "a-b-c-d");
});

test("an escape sequence loses its ESC and is then only text", () => {
  assert.equal(line("\u001B[31mred\u001B[0m \u009B2J"), "[31mred[0m 2J");
});

test("the arrow of an index line becomes a dash wherever it stands alone", () => {
  assertTable(line, [
    ["foo -> /etc/passwd", "foo - /etc/passwd"],
    [" -> -> ->", "- - -"],
    ["-> name", "- name"],
    ["name ->", "name -"],
    ["a\u00A0->\u200B b", "a - b"],
    ["a -\u200B> b", "a - b"],
    ["(x)->y and a->b --> c", "(x)->y and a->b --> c"],
  ]);
});

test("the tags marker is removed in any case, however it is nested", () => {
  assertTable(line, [
    ["use #tags: for order", "use for order"],
    ["#ta#tags:gs:x", "x"],
    ["#t#TA#tags:GS:ags:x", "x"],
    ["a -#tags:> b", "a - b"],
    ["#ta\u200Bgs:x", "x"],
    ["#tags are fine: really", "#tags are fine: really"],
  ]);
});

test("a marker becomes brackets in a line, whatever its case, spacing, width and letters", () => {
  assertTable(line, [
    ["sure (inferred)", "sure [inferred]"],
    ["( INFERRED  )", "[ INFERRED ]"],
    ["\uFF08inferred\uFF09", "[inferred]"],
    ["(infer#tags:red)", "[inferred]"],
    ["types (inferred by tsc)", "types [inferred by tsc]"],
    ["(fact) a", "[fact] a"],
    ["(FACT, check) a", "[FACT, check] a"],
    ["( f a c t ) (i.n.f.e.r.r.e.d)", "[ f a c t ] [i.n.f.e.r.r.e.d]"],
    ["a (\uFF46act", "a [fact"],
    ["(f\u0430ct) (\u0456nferr\u0435d) (f\u00E1ct)", "[f\u0430ct] [\u0456nferr\u0435d] [f\u00E1ct]"],
    ["((fact))", "([fact])"],
    ["(factory) (factual) (in fact) fact) f(act)", "(factory) (factual) (in fact) fact) f(act)"],
  ]);
});

test("what opens or separates titles is no such sign in a text for a model, and stays in a file", () => {
  const cases = [
    ["a \u00B7 b", "a - b"],
    ["\u00B7 a \u2219", "- a -"],
    ["a\u00B7b \u2022 c", "a\u00B7b \u2022 c"],
    ["Perhaps: x", "Perhaps, x"],
    ["a PERHAPS : x", "a PERHAPS , x"],
    ["Topics: x", "Topics, x"],
    ["mishaps: x perhaps not", "mishaps: x perhaps not"],
  ] as const;
  for (const [given, shown] of cases) {
    assert.equal(renderLine(given, 120), shown);
    assert.equal(renderText(given, 120), shown);
    assert.equal(sanitizeLine(given, 120), given);
  }
  assert.equal(renderLine("Perhaps\uFF1A x", 120), "Perhaps, x");
  assert.equal(renderTag("perhaps:x"), "perhaps,x".replace(",", ""));
});

test("a cut counts code points, never splits one, and leaves no loose end", () => {
  assert.equal(sanitizeLine("\u{1F600}".repeat(5), 3), "\u{1F600}".repeat(3));
  assert.equal(sanitizeLine("abc def", 4), "abc");
  assert.equal(sanitizeLine("ab ->cd", 5), "ab -");
  assert.equal(sanitizeLine("a\u0323\u034F\u0302", 2), "\u1EA1");
  assert.equal(sanitizeLine("abc", 0), "");
  assert.equal(sanitizeLine("abc", -1), "");
  assert.equal(sanitizeLine("abc", Number.NaN), "");
  assert.equal(truncateChars("a\u{1F600}b", 2), "a\u{1F600}");
  assert.equal(truncateChars("\uFFFFabc", 2), "\uFFFFa");
});

test("many lines keep their line ends, tabs and indentation", () => {
  assert.equal(
    sanitizeText("a\r\n\tb\rc\u2028d\ve\n\n  f -> g #tags:h ", 100),
    "a\n\tb\nc\nd\ne\n\n  f -> g #tags:h ",
  );
});

test("in a file (inferred) is an ordinary word; in an excerpt it is not", () => {
  assert.equal(sanitizeText("T (inferred)", 100), "T (inferred)");
  assert.equal(renderText("T (inferred)\n( inferred)", 100), "T [inferred]\n[ inferred]");
});

test("a tag is lower case, one word, without commas, and at most forty characters", () => {
  assertTable(sanitizeTag, [
    ["Tech Debt", "tech-debt"],
    ["a,b", "ab"],
    ["#ta,gs:x", "x"],
    [" -> ", "-"],
    ["\u0130stanbul", "i\u0307stanbul"],
    ["Node.js", "node.js"],
    ["(Inferred)", "[inferred]"],
    ["\u200B,\n", ""],
    ["x".repeat(60), "x".repeat(40)],
  ]);
});

test("what a look-alike or a marker becomes keeps no selector that stood behind it", () => {
  assert.equal(renderText("\uFF08inferred\uFF09\uFE00", 20), "[inferred]");
  assert.equal(renderText("\uFE64a\uFE65\uFE00 b", 20), "&lt;a&gt; b");
  assert.equal(renderLine("\uFE64a\uFE65\uFE00 b", 20), "&lt;a&gt; b");
});

test("a key keeps nothing but small letters and underscores", () => {
  assertTable(sanitizeKey, [
    ["tech_debt", "tech_debt"],
    ['Decision" onload="x', "decisiononloadx"],
    ["a=b; c", "abc"],
    ["\u0434\u0430", ""],
  ]);
});

test("output is escaped after the cut, so no entity is ever cut", () => {
  assert.equal(renderLine("&".repeat(200), 3), "&amp;&amp;&amp;");
  assert.equal(renderLine(`<a href="x" id='y'>`, 120), "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;");
  assert.equal(renderTag("</memory-context>"), "&lt;/memory-context&gt;");
  assert.equal(renderText("a && b\n<c>", 6), "a &amp;&amp; b");
});

test("a lone surrogate becomes a replacement character", () => {
  assert.equal(line("a\uD83Db"), "a\uFFFDb");
});

const charsMax = fc.nat({ max: 60 });
/** As the seed's reader of index lines splits them. */
const INDEX_LINE = /^-\s+\[([A-Z_]+)\]\s+(.+?)\s+->\s+(\S+)(?:\s+#tags:(.+))?$/;

function assertClean(text: string): void {
  assert.doesNotMatch(text, NEVER_SHOWN);
  assert.doesNotMatch(text, TWO_SELECTORS);
  assert.doesNotMatch(text, /\p{M}{9}/u);
  assert.doesNotMatch(text, /^\p{M}/mu);
  assert.equal(text, text.normalize("NFC"));
}

test("a clean line is one trimmed line without hidden characters, separators or marker", () => {
  const law = fc.property(hostileText, charsMax, (text, max) => {
    const clean = sanitizeLine(text, max);
    assertClean(clean);
    assert.ok(countChars(clean) <= max);
    assert.doesNotMatch(clean, /[^\S ]| {2}|^ | $/);
    assert.doesNotMatch(clean, /(?:^| )->(?: |$)/);
    assert.doesNotMatch(clean, /#tags:|\(\s*inferred\s*\)/i);
  });
  fc.assert(law, LAW_RUNS);
});

test("a clean text has no hidden characters but line ends and tabs", () => {
  const law = fc.property(hostileText, charsMax, (text, max) => {
    const clean = sanitizeText(text, max);
    assertClean(clean);
    assert.ok(countChars(clean) <= max);
  });
  fc.assert(law, LAW_RUNS);
});

test("a clean tag has no comma, white space or capital and at most forty characters", () => {
  const law = fc.property(hostileText, (text) => {
    const clean = sanitizeTag(text);
    assertClean(clean);
    assert.ok(countChars(clean) <= 40);
    assert.doesNotMatch(clean, /[,\s]|#tags:|\(inferred\)/i);
    assert.equal(clean, clean.toLowerCase());
  });
  fc.assert(law, LAW_RUNS);
});

test("cleaning what is clean changes nothing", () => {
  const law = fc.property(hostileText, charsMax, (text, max) => {
    for (const clean of [
      (dirty: string) => sanitizeLine(dirty, max),
      (dirty: string) => sanitizeText(dirty, max),
      sanitizeTag,
      sanitizeKey,
    ]) {
      const once = clean(text);
      assert.equal(clean(once), once);
    }
  });
  fc.assert(law, LAW_RUNS);
});

const SEPARATOR =
  /#tags:|(?:^| )->(?= |$)|\(\s*(?:inferred|fact)(?![\p{L}\p{M}\p{N}_])|(?:^| )\u00B7(?= |$)|(?:perhaps|topics)\s*:/iu;
/** Marks that stay in a file, and those that are told by how their letters look. */
const MAY_BE_MARK = /\u00B7|perhaps|topics|[(\u2768\u2985]/i;

/** As it was, but for what only looks like a mark of the block: that is folded, and then there is none of it. */
function assertReadsBack(back: string, clean: string): void {
  if (back === clean) return;
  const looks = new RegExp(LOOKS_LIKE_MARK.source);
  const folded = clean.normalize("NFKC");
  assert.ok(looks.test(clean) || MAY_BE_MARK.test(folded) || SEPARATOR.test(folded), `changed: ${clean}`);
  assert.ok(!looks.test(back) && !SEPARATOR.test(back), `kept: ${back}`);
}

test("rendered text is escaped, has no cut entity, and reads back as the clean text", () => {
  const law = fc.property(hostileText, charsMax, (text, max) => {
    assert.ok(
      isEscaped(renderLine(text, max)) && isEscaped(renderTag(text)) && isEscaped(renderText(text, max)),
    );
    assert.doesNotMatch(renderText(text, max), /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)|\((?:inferred|fact)\)/i);
    assertReadsBack(unescapeMarkup(renderLine(text, max)), sanitizeLine(text, max));
    assertReadsBack(unescapeMarkup(renderTag(text)), sanitizeTag(text));
  });
  fc.assert(law, LAW_RUNS);
});

test("an index line gives back exactly the name, path and tags that were put in", () => {
  const law = fc.property(hostileText, hostileText, (text, tag) => {
    const name = sanitizeLine(text, 120) || "x";
    const tags = sanitizeTag(tag) || "x";
    const found = INDEX_LINE.exec(`- [DECISION] ${name} -> memories/project_a.md #tags:${tags}`);
    assert.deepEqual(found?.slice(1), ["DECISION", name, "memories/project_a.md", tags]);
  });
  fc.assert(law, LAW_RUNS);
});
