import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { splitText } from "../../../src/search/words/words.ts";
import { IS_DEEP } from "../../deep.ts";
import { anyCharacter } from "../../fixture/any-character.ts";

const RUNS = { numRuns: Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) };

/** Identifiers that also stand there in parts are in brackets. */
function show(text: string): string {
  return splitText(text)
    .map(({ form, whole }) => (whole ? `[${form}]` : form))
    .join(" ");
}

test("an identifier gives its parts and then itself", () => {
  assert.equal(show("user_id"), "user id [user_id]");
  assert.equal(show("React.FC"), "react fc [react.fc]");
  assert.equal(show("auth-service"), "auth service [auth-service]");
  assert.equal(show("getUserById"), "get user by id [getuserbyid]");
  assert.equal(show("HTTPServer2"), "http server2 [httpserver2]");
  assert.equal(show(".env"), "env [.env]");
  assert.equal(show("_private"), "private [_private]");
  assert.equal(show("__init__.py"), "init py [__init__.py]");
  assert.equal(show("k8s"), "k8s");
});

test("what only looks like an identifier is none", () => {
  assert.equal(show("End of a sentence."), "end of a sentence");
  assert.equal(show("_stress_ and **strong**"), "stress and strong");
  assert.equal(show("it's the URLs' fault, don't"), "it the urls fault don");
  assert.equal(show("...and so on..."), "and so on");
});

test("languages with a sign in their name keep it apart from the letter alone", () => {
  assert.equal(show("C++ and C#, not C or F#"), "cplusplus and csharp not c or fsharp");
});

test("accents and width do not matter, letters of other scripts do", () => {
  assert.equal(show("Café CAFÉ cafe\u0301 ｃａｆｅ"), "cafe cafe cafe cafe");
  assert.equal(show("Настройка हिन्दी עברית عربي"), "настроика हिन्दी עברית عربي");
});

test("scripts without spaces give overlapping pairs, one character alone gives itself", () => {
  assert.equal(show("日本語"), "日本 本語");
  assert.equal(show("犬"), "犬");
  assert.equal(show("使用pnpm管理"), "使用 pnpm 管理");
  assert.equal(show("데이터"), "데이 이터");
  assert.equal(show("ภาษา"), "ภา าษ ษา");
});

test("an accent without a letter is no word", () => {
  for (const text of ["\u0332", "_\u0301", ".\u0301", "\u0301.\u0332"]) assert.deepEqual(splitText(text), []);
  const forms = splitText("x \u0332 y e\u0301t\u0301").map(({ form }) => form);
  assert.deepEqual(forms, ["x", "y", "et"]);
});

test("no token holds what FTS5 would split at, and none is long", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      for (const { form } of splitText(text)) {
        assert.match(form, /^[a-z0-9_.\-\u0080-\u{10FFFF}]+$/u);
        assert.ok(form.length <= 64);
        assert.ok(form.isWellFormed());
      }
    }),
    RUNS,
  );
});

test("hostile text takes time in proportion to its length", () => {
  const length = IS_DEEP ? 1 << 20 : 1 << 18;
  const texts = ["A", ".", "_", "a.", "aB", "_a", "a'", "日", "\ud800", "\0", "é", "🚀", "\u0301", "a\u0301"];
  const start = process.cpuUsage();
  for (const text of texts) splitText(text.repeat(length / text.length));
  assert.ok(process.cpuUsage(start).user < 20 * length);
});
