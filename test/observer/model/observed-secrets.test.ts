// What is secret or private is taken out of what is sent, however it is spread.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { UNSEEN } from "../../fixture/unseen-chars.ts";
import { renderSample } from "./render-sample.ts";

const TOKEN = SAMPLE_SECRET;

test("a secret told in two halves reaches nobody, beside each other or with an answer in between", () => {
  const [half, rest] = [TOKEN.slice(0, 22), TOKEN.slice(22)];
  const said = [
    renderSample([{ text: `the token is ${half}` }, { text: `${rest} is the rest` }]),
    renderSample([
      { text: `the token is ${half}` },
      { kind: "turn-end", text: "go on" },
      { text: `${rest} is the rest` },
    ]),
    renderSample([{ text: `${rest} is the rest` }], { before: `the token is ${half}` }),
    renderSample([{ text: `the token is ${half}` }], { after: `${rest} is the rest` }),
  ];
  for (const text of said) {
    assert.equal(text.includes(half), false);
    assert.equal(text.includes(rest), false);
    assert.match(text, /\[redacted: /);
  }
});

test("a secret in an old line, and one across the cut, is taken out before it is sent", () => {
  const across = `${"x ".repeat(4_790)}${TOKEN}${" y".repeat(20_000)}`;
  for (const text of [TOKEN, across])
    assert.equal(renderSample([{ text }]).includes(TOKEN.slice(0, 12)), false);
});

test("what is private, or was recalled, is taken out once more", () => {
  const text = renderSample([
    { text: "keep this <private>not this</private> <memory-context>nor this</memory-context>" },
  ]);
  assert.match(text, /keep this/);
  assert.doesNotMatch(text, /not this|nor this/);
});

test("a secret or a private tag with a character in it that nobody sees is taken out all the same", () => {
  for (const char of UNSEEN) {
    const split = `ghp_${char}${TOKEN.slice(4)}`;
    const [half, rest] = [split.slice(0, 22), split.slice(22)];
    for (const text of [
      renderSample([{ text: `the token is ${split}` }]),
      renderSample([{ text: `the token is ${half}` }, { text: `${rest} is the rest` }]),
      renderSample([{ text: `${rest} is the rest` }], { before: `the token is ${half}` }),
      renderSample([{ kind: "tool", text: null, tool: split, paths: [split], taint: [split] }]),
    ])
      assert.equal(text.includes(TOKEN.slice(-12)), false, JSON.stringify(char));
    for (const text of [`<${char}private>kiwi</${char}private>`, `<pri${char}vate>kiwi</pri${char}vate>`])
      assert.doesNotMatch(renderSample([{ text }]), /kiwi/, JSON.stringify(char));
  }
});

test("a secret in a name is taken out, also where a word of ours that is dropped from names splits it", () => {
  for (const name of [TOKEN, `ghp_#tags:${TOKEN.slice(4)}`, `ghp_#ta#tags:gs:${TOKEN.slice(4)}`]) {
    const text = renderSample([
      { kind: "tool", text: null, tool: name, paths: [`/x/${name}`], taint: [name] },
    ]);
    assert.equal(text.includes(TOKEN.slice(-12)), false, name.slice(0, 16));
  }
});
