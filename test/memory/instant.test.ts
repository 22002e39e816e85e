import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  addDays,
  daysSince,
  isPlausible,
  parseDay,
  parseInstant,
  renderDay,
  renderInstant,
} from "../../src/memory/instant.ts";
import { tablesOf } from "../fixture/rows.ts";
import { LAW_RUNS } from "./text/hostile-text.ts";

const { texts } = tablesOf(import.meta.filename);

const NOW = Date.UTC(2026, 4, 1, 12, 0, 0);
const HOUR_MS = 3_600_000;

test("a real day is its first instant in UTC", () => {
  assert.equal(parseDay("1970-01-01"), 0);
  assert.equal(parseDay("2026-05-01"), 1_777_593_600_000);
  assert.equal(parseInstant("2026-05-01T09:30:15Z"), 1_777_627_815_000);
});

const REAL = texts("real");
const UNREAL = texts("unreal");
const UNREAL_TIMES = texts("no time");

for (const day of REAL) {
  test(`${day} is a day`, () => {
    const instant = parseDay(day);
    assert.ok(instant !== null);
    assert.equal(renderDay(instant), day);
  });
}

for (const day of UNREAL) {
  test(`${JSON.stringify(day)} is no day`, () => {
    assert.equal(parseDay(day), null);
    assert.equal(parseInstant(`${day}T00:00:00Z`), null);
  });
}

for (const time of UNREAL_TIMES) {
  test(`${JSON.stringify(time)} is no instant`, () => assert.equal(parseInstant(time), null));
}

test("parse after render is the identity on whole seconds of four-digit years", () => {
  const second = fc.integer({
    min: Date.UTC(1970) / 1000 - 62_135_596_800,
    max: Date.UTC(9999, 11, 31) / 1000,
  });
  const law = fc.property(second, (seconds) => {
    const text = renderInstant(seconds * 1000);
    assert.equal(parseInstant(text), seconds * 1000);
    assert.equal(renderDay(seconds * 1000), text.slice(0, 10));
  });
  fc.assert(law, LAW_RUNS);
});

test("no text that is not in the one form is an instant", () => {
  const law = fc.property(
    fc.string({ unit: fc.constantFrom(..."0123456789-T:Z +."), maxLength: 24 }),
    (text) => {
      const instant = parseInstant(text);
      if (instant !== null) assert.equal(renderInstant(instant), text);
    },
  );
  fc.assert(law, LAW_RUNS);
});

test("whole days pass at whole days, not before", () => {
  assert.equal(daysSince(NOW, addDays(NOW, 7)), 7);
  assert.equal(daysSince(NOW, addDays(NOW, 7) - 1), 6);
  assert.equal(daysSince(NOW, NOW), 0);
  assert.equal(daysSince(NOW, NOW - 1), -1);
});

test("a date up to 24 hours ahead is plausible and one beyond counts as absent (§5.1)", () => {
  assert.equal(isPlausible(NOW, NOW), true);
  assert.equal(isPlausible(NOW + 24 * HOUR_MS, NOW), true);
  assert.equal(isPlausible(NOW + 24 * HOUR_MS + 1, NOW), false);
  assert.equal(isPlausible(0, NOW), true);
});
