import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createSecretFinder } from "../../src/app/find-secrets.ts";
import { DEFAULT_CONFIG } from "../../src/memory/config-keys.ts";
import { type Observed, renderObserved } from "../../src/observer/observed-prompt.ts";
import type { SpoolRecord } from "../../src/observer/spool-line.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { RECORD } from "./sample-record.ts";

const numRuns = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const findSecrets = createSecretFinder(DEFAULT_CONFIG);

function render(records: readonly Partial<SpoolRecord>[], more: Partial<Observed> = {}): string {
  const whole = records.map((record) => ({ ...RECORD, ...record }));
  return renderObserved({
    records: whole,
    before: "",
    after: "",
    userTurnsOnly: false,
    findSecrets,
    ...more,
  });
}

test("events are numbered, say who spoke, and stand in one element", () => {
  const tool = { kind: "tool", text: null, tool: "Read", paths: ["src/a.ts"], taint: ["web"] } as const;
  assert.equal(
    render([{}, tool, { kind: "turn-end", text: "done" }]),
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
  const text = render(records, { userTurnsOnly: true });
  assert.match(text, /deploy on Fridays/);
  assert.doesNotMatch(text, /agent words|tool words/);
});

test("a field of more than 16 000 characters keeps its beginning and its end and says so", () => {
  const text = render([{ text: `${"a ".repeat(20_000)}the end` }]);
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
    const text = render([
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

const TOKEN = SAMPLE_SECRET;

test("a secret told in two halves reaches nobody, beside each other or with an answer in between", () => {
  const [half, rest] = [TOKEN.slice(0, 22), TOKEN.slice(22)];
  const said = [
    render([{ text: `the token is ${half}` }, { text: `${rest} is the rest` }]),
    render([
      { text: `the token is ${half}` },
      { kind: "turn-end", text: "go on" },
      { text: `${rest} is the rest` },
    ]),
    render([{ text: `${rest} is the rest` }], { before: `the token is ${half}` }),
    render([{ text: `the token is ${half}` }], { after: `${rest} is the rest` }),
  ];
  for (const text of said) {
    assert.equal(text.includes(half), false);
    assert.equal(text.includes(rest), false);
    assert.match(text, /\[redacted: /);
  }
});

test("a secret in an old line, and one across the cut, is taken out before it is sent", () => {
  const across = `${"x ".repeat(4_790)}${TOKEN}${" y".repeat(20_000)}`;
  for (const text of [TOKEN, across]) assert.equal(render([{ text }]).includes(TOKEN.slice(0, 12)), false);
});

test("what is private, or was recalled, is taken out once more", () => {
  const text = render([
    { text: "keep this <private>not this</private> <memory-context>nor this</memory-context>" },
  ]);
  assert.match(text, /keep this/);
  assert.doesNotMatch(text, /not this|nor this/);
});
