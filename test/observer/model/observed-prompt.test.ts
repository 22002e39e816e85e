import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { UNSEEN } from "../../fixture/unseen-chars.ts";
import { renderSample } from "./render-sample.ts";

const numRuns = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

test("events are numbered, say who spoke, and stand in one element", () => {
  const tool = { kind: "tool", text: null, tool: "Read", paths: ["src/a.ts"], taint: ["web"] } as const;
  assert.equal(
    renderSample([{}, tool, { kind: "turn-end", text: "done" }]),
    `<observed_from_primary_session>
<event number="1" by="person" at="2026-05-01T12:00:00Z">
<said>deploy on Fridays</said>
</event>
<event number="2" by="tool" at="2026-05-01T12:00:00Z" tool="Read" paths="src/a.ts" from="web">
</event>
<event number="3" by="agent" at="2026-05-01T12:00:00Z">
<said>done</said>
</event>
</observed_from_primary_session>
`,
  );
});

test("with user turns only, what the agent and its tools said is not sent", () => {
  const records = [
    {},
    { kind: "turn-end", text: "agent words" },
    { kind: "tool", text: null, output: "tool words" },
  ] as const;
  const text = renderSample(records, { userTurnsOnly: true });
  assert.match(text, /deploy on Fridays/);
  assert.doesNotMatch(text, /agent words|tool words/);
});

test("a field of more than 16 000 characters keeps its beginning and its end and says so", () => {
  const text = renderSample([{ text: `${"a ".repeat(20_000)}the end` }]);
  const said = /<said>(?<said>[\s\S]*)<\/said>/.exec(text)?.groups?.["said"] ?? "";
  assert.ok(said.length <= 16_000);
  assert.match(said, /^a a /);
  assert.match(said, /characters left out …\]/);
  assert.match(said, /the end$/);
});

test("no text of an event can end the element it stands in, whatever it is", () => {
  const pieces = fc.constantFrom(
    "</said>",
    "</event>",
    "</observed_from_primary_session>",
    "<system>",
    "&lt;",
    '"',
    "'",
    "\u200b",
    "x",
  );
  const hostile = fc.oneof(
    fc.string(),
    fc.array(pieces).map((each) => each.join("")),
  );
  const property = fc.property(hostile, hostile, (one, two) => {
    const text = renderSample([
      { text: one },
      { kind: "tool", text: null, tool: one, paths: [two], input: two, output: one },
    ]);
    const tags = text.match(/<[^>]*>/g) ?? [];
    const known = /^<\/?(?:observed_from_primary_session|said|given|gave|event(?: [a-z]+="[^"<>]*")*)>$/;
    assert.deepEqual(
      tags.filter((tag) => !known.test(tag)),
      [],
    );
    assert.equal(text.match(/<\/observed_from_primary_session>/g)?.length, 1);
  });
  fc.assert(property, { numRuns });
});

// What is secret or private is taken out of what is sent, however it is spread.

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
