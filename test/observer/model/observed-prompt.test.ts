import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
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
