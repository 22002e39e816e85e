// Records in claude-memory's documented format, with every optional field there or not.

import fc from "fast-check";
import { sanitizeText } from "../../../../src/memory/text/sanitize.ts";

/** Any text that cleaning leaves as it is: that is the one loss an import promises. */
const text = fc
  .oneof(
    fc.string({ maxLength: 60, unit: "grapheme" }),
    fc.string({ maxLength: 60 }),
    fc.constantFrom(
      "## Decision",
      "- a\n- b",
      "```\ncode\n```",
      " spaces ",
      "a\n\nb\n",
      "“quoted” → é 漢字 👩‍💻",
      "a\\b\"c'",
    ),
  )
  .map((value) => sanitizeText(value, 10_000));
const texts = fc.array(text, { maxLength: 4 });
const some = fc.array(text, { minLength: 1, maxLength: 4 });
const word = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/);
const time = fc
  .date({ min: new Date("2020-01-01T00:00:00Z"), max: new Date("2026-04-30T00:00:00Z"), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}Z`);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });

const contents = {
  decision: fc.record({
    status: fc.constantFrom("proposed", "accepted", "deprecated", "superseded"),
    context: text,
    decision: text,
    alternatives: maybe(fc.array(fc.record({ option: text, rejected_reason: text }), { maxLength: 3 })),
    rationale: some,
    consequences: maybe(texts),
  }),
  session_summary: fc.record({
    goal: text,
    outcome: fc.constantFrom("success", "partial", "blocked", "abandoned"),
    completed: texts,
    in_progress: maybe(texts),
    next_actions: texts,
  }),
  runbook: fc.record({ trigger: text, steps: some, verification: text, root_cause: maybe(text) }),
  constraint: fc.record({
    kind: fc.constantFrom("limitation", "gap", "policy", "technical"),
    rule: text,
    impact: some,
    severity: fc.constantFrom("high", "medium", "low"),
    active: fc.boolean(),
    expires: maybe(text),
  }),
  tech_debt: fc.record({
    status: fc.constantFrom("open", "in_progress", "resolved", "wont_fix"),
    priority: fc.constantFrom("critical", "high", "medium", "low"),
    description: text,
    reason_deferred: text,
    suggested_fix: maybe(texts),
  }),
  preference: fc.record({
    topic: text,
    value: text,
    reason: text,
    strength: fc.constantFrom("strong", "default", "soft"),
    examples: maybe(fc.record({ prefer: maybe(texts), avoid: maybe(texts) })),
  }),
};

const categories = fc.oneof(
  ...Object.entries(contents).map(([category, content]) =>
    fc.record({ category: fc.constant(category), content }),
  ),
);

const life = fc.oneof(
  fc.constant({ record_status: "active" }),
  fc.record({ record_status: fc.constant("retired"), retired_at: time, retired_reason: text }),
  fc.record({ record_status: fc.constant("archived"), archived_at: time, archived_reason: maybe(text) }),
);

const change = fc.record({
  date: time,
  summary: text,
  field: maybe(text),
  old_value: maybe(text),
  new_value: maybe(text),
});

/** As it is read back from its file: what is undefined is not there. */
export const arbitraryRecord: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(
    fc.record({
      schema_version: fc.constant("1.0"),
      id: word,
      title: text.map((title) => [...title].slice(0, 120).join("")).map((title) => sanitizeText(title, 120)),
      created_at: time,
      updated_at: time,
      tags: fc.array(fc.oneof(word, text), { minLength: 1, maxLength: 12 }),
      related_files: fc.option(texts),
      confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0)),
      changes: fc.array(change, { maxLength: 3 }),
      times_updated: fc.nat(),
    }),
    categories,
    life,
  )
  .map((parts) => JSON.parse(JSON.stringify(Object.assign({}, ...parts))));
