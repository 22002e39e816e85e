import assert from "node:assert/strict";
import { test } from "node:test";
import { stripPrivate } from "../../../src/observer/capture/strip-private.ts";

/** What is left of each, and whether it counts as private. */
const CASES: readonly (readonly [text: string, left: string, hasPrivate: boolean])[] = [
  ["plain words, a < b and c > d", "plain words, a < b and c > d", false],
  ["", "", false],
  ["the word private alone", "the word private alone", false],
  ["a <private>x</private> b", "a  b", true],
  ["<private>x</private>", "", true],
  ["a <PRIVATE>x</pRiVaTe> b", "a  b", true],
  ['a <private reason="none">x</private> b', "a  b", true],
  ["a <private reason=none keep=no>x</private> b", "a  b", true],
  ['a <private reason="a > b">x</private> b', "a  b", true],
  ["a <private reason='a </private> b'>x</private> b", "a  b", true],
  ["a <private don't>x</private> b", "a  b", true],
  ['a <private a="/>">x</private> b', "a  b", true],
  ['a <private a="x>y</private> b', "a ", true],
  ["a <private>x<private>y</private>z</private> b", "a  b", true],
  ["a <private>x<private>y</private>z b", "a ", true],
  ["a <private>x", "a ", true],
  ["a <private", "a ", true],
  ["a <private x", "a ", true],
  ["a </private", "a ", true],
  ["a <private>x</private y", "a ", true],
  ["a < private >x< / private > b", "a  b", true],
  ["a <private\n>x</private\t> b", "a  b", true],
  ["a <private/> b", "a  b", true],
  ["a <private /> b <private>x</private> c", "a  b  c", true],
  ["a x</private> b", " b", true],
  ["a <private>x</private> y</private> b", " b", true],
  [
    "a <privateer>x</privateer> <private-key> <private.x>",
    "a <privateer>x</privateer> <private-key> <private.x>",
    false,
  ],
  ["a &lt;private&gt;x&lt;/private&gt; b", "a  b", true],
  ["a &#60;private&#62;x&#x3c;/private&#x3E; b", "a  b", true],
  ["a \\u003cprivate\\u003ex\\u003c/private\\u003e b", "a  b", true],
  ["a <private>x<\\/private> b", "a  b", true],
  ['a <private note=\\"x\\">y</private> b', "a  b", true],
  ["a <system-reminder>x</system-reminder> b", "a  b", false],
  ['a <memory-context source="m">x\ny</memory-context> b', "a  b", false],
  ["a <System-Reminder>x", "a ", false],
  ["a </system-reminder> b", "a  b", false],
  ["a <system-reminder><private></system-reminder>x</private> b", "a  b", true],
  ["a <system-reminder><private></system-reminder>x", "a ", true],
  ["a <private><system-reminder></private>x</system-reminder> b", "a  b", true],
  ["a <pri<private>x</private>vate>y</private> b", " b", true],
  ["a <pri<system-reminder></system-reminder>vate>x</private> b", " b", true],
  ["a <pri<system-reminder></system-reminder>vate>x", "a ", true],
  ["a <memory-context><memory-context>x</memory-context>y</memory-context> b", "a  b", false],
];

for (const [text, left, hasPrivate] of CASES) {
  test(`${JSON.stringify(text)} leaves ${JSON.stringify(left)}`, () => {
    assert.deepEqual(stripPrivate(text), { text: left, hasPrivate });
  });
}
