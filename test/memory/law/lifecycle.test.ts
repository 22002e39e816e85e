import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  isStale,
  observedSince,
  quarantinedSince,
  quarantineWindow,
} from "../../../src/memory/law/lifecycle.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";

const DAY_MS = 86_400_000;
const CREATED = "2026-04-01T09:30:00Z";
const BEGIN = Date.UTC(2026, 3, 1, 9, 30, 0);
const day = (days: number): number => BEGIN + days * DAY_MS;

/** With the seven days that are the default. */
function promotionOpens(createdAt: string | null, attested: readonly number[], now: number): number | null {
  const since = observedSince(createdAt, attested, now);
  return since === null ? null : since + 7 * DAY_MS;
}

function isOpen(days: number, createdAt: string | null, attested: readonly number[]): boolean {
  const opens = promotionOpens(createdAt, attested, day(days));
  return opens !== null && day(days) >= opens;
}

test("observation lasts seven days from created-at: closed on day 6, open on days 7 and 8 (S4 §4)", () => {
  assert.equal(isOpen(6, CREATED, [BEGIN]), false);
  assert.equal(isOpen(7, CREATED, [BEGIN]), true);
  assert.equal(isOpen(8, CREATED, [BEGIN]), true);
  assert.equal(isOpen(7 - 1 / DAY_MS, CREATED, [BEGIN]), false);
});

test("content swapped on day 6 is observed anew from its own first attestation (S4 §4, §5.1)", () => {
  assert.equal(isOpen(7, CREATED, [day(6)]), false);
  assert.equal(isOpen(12, CREATED, [day(6)]), false);
  assert.equal(isOpen(13, CREATED, [day(6)]), true);
});

test("a forged early created-at opens nothing: the first attestation counts (§5.1)", () => {
  assert.equal(promotionOpens("2020-01-01T00:00:00Z", [BEGIN], day(1)), day(7));
});

test("the first of several attestations of a content counts, whatever their order (§5.1)", () => {
  assert.equal(promotionOpens(CREATED, [day(5), day(1), day(3)], day(6)), day(8));
});

test("the later of created-at and first attestation counts (§5.1)", () => {
  assert.equal(promotionOpens("2026-04-03T09:30:00Z", [BEGIN], day(3)), day(9));
});

test("without an attestation on record no promotion opens (§5.1)", () => {
  assert.equal(promotionOpens(CREATED, [], day(400)), null);
});

test("a date more than 24 hours ahead counts as absent (§5.1)", () => {
  assert.equal(promotionOpens(CREATED, [day(2)], BEGIN), null);
  assert.equal(promotionOpens(CREATED, [day(1)], BEGIN), day(8));
  assert.equal(promotionOpens("2999-01-01T00:00:00Z", [BEGIN], day(1)), day(7));
  assert.equal(promotionOpens(null, [BEGIN], day(1)), day(7));
  assert.equal(promotionOpens("soon", [BEGIN], day(1)), day(7));
});

test("more attestations or an earlier created-at never open a promotion before the first seven days", () => {
  const times = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 8 });
  const law = fc.property(times, fc.integer({ min: 0, max: 60 }), (attestedDays, now) => {
    const opens = promotionOpens(null, attestedDays.map(day), day(now));
    const seen = attestedDays.filter((each) => each <= now + 1);
    assert.equal(opens, seen.length === 0 ? null : day(Math.min(...seen) + 7));
  });
  fc.assert(law, LAW_RUNS);
});

test("an approval is fresh on days 89 and 90 and stale on day 91 (S4 §4)", () => {
  assert.equal(isStale(BEGIN, day(89)), false);
  assert.equal(isStale(BEGIN, day(90)), false);
  assert.equal(isStale(BEGIN, day(91)), true);
  assert.equal(isStale(BEGIN, day(91) - 1), false);
});

test("no approval on record, or one far ahead, is stale (S4 §7, §5.1)", () => {
  assert.equal(isStale(null, BEGIN), true);
  assert.equal(isStale(day(2), BEGIN), true);
  assert.equal(isStale(day(1), BEGIN), false);
});

test("quarantine is passive to day 30, audited from day 31 to 90, an archive candidate from day 91 (S4 §4)", () => {
  const windows = [0, 30, 31, 90, 91, 1000].map((days) => quarantineWindow(BEGIN, day(days)));
  assert.deepEqual(windows, [
    "passive",
    "passive",
    "audit",
    "audit",
    "archive-candidate",
    "archive-candidate",
  ]);
  assert.equal(quarantineWindow(BEGIN, day(31) - 1), "passive");
  assert.equal(quarantineWindow(BEGIN, day(91) - 1), "audit");
  assert.equal(quarantineWindow(day(1), BEGIN), "passive");
});

test("quarantine is counted from quarantined-at, else last-verified, else the file's time (§5.1)", () => {
  const mtime = day(50);
  const since = (quarantinedAt: string | null, lastVerified: string | null): number =>
    quarantinedSince({ quarantinedAt, lastVerified }, mtime, day(60));
  assert.equal(since(CREATED, "2026-03-01"), BEGIN);
  assert.equal(since(null, "2026-03-01"), Date.UTC(2026, 2, 1));
  assert.equal(since(null, null), mtime);
  assert.equal(since("2999-01-01T00:00:00Z", "2026-03-01"), Date.UTC(2026, 2, 1));
  assert.equal(since("2999-01-01T00:00:00Z", "2999-01-01"), mtime);
});
