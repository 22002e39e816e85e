import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { digestMemory } from "../../../src/memory/file/digest.ts";
import { type MergedMemory, mergeMemory } from "../../../src/memory/file/merge-memory.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import { isSecondOf } from "../../../src/memory/file/second-id.ts";
import { renderFile } from "../../../src/memory/file/write-frontmatter.ts";
import { type Memory, parseMemoryId } from "../../../src/memory/memory.ts";
import { checkStructure } from "../../../src/validate/check-structure.ts";
import { isHardFail } from "../../../src/validate/verdict.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryText } from "./arbitrary-frontmatter.ts";
import { arbitraryBody, arbitraryFields, type FrontmatterRecord } from "./arbitrary-memory.ts";

const ID = "project_deploy";
const BODY = "Deployments happen on Fridays before noon.\n";

const SAMPLE = {
  name: "Deploy on Fridays",
  description: "When deployments happen",
  type: "project",
  tags: ["deploy", "ci"],
  "trust-level": "verified",
  "last-verified": "2026-05-10",
  "created-at": "2026-05-01T09:30:00Z",
  "source-machine": "laptop",
} as const;

function file(changes: FrontmatterRecord = {}, body: string = BODY): string {
  return renderFile({ ...SAMPLE, ...changes }, body);
}

const BASE = file();

function read(text: string): Memory {
  const parsed = parseMemory(text);
  assert.ok(parsed.kind === "memory", text);
  return parsed.memory;
}

function mergeOne(base: string | null, a: string, b: string): Memory {
  const merged = mergeMemory(ID, { base, a, b });
  assert.ok(merged.kind === "one", JSON.stringify(merged));
  return read(merged.text);
}

type Row = {
  readonly what: string;
  readonly a: FrontmatterRecord;
  readonly b: FrontmatterRecord;
  readonly base?: FrontmatterRecord | null;
  readonly expected: Partial<Memory>;
};

const ROWS: readonly Row[] = [
  {
    what: "what each side changed is in the result, and no longer counts as verified",
    a: { name: "Deploy on Mondays" },
    b: { description: "The day of deployments" },
    expected: { name: "Deploy on Mondays", description: "The day of deployments", tier: "inferred" },
  },
  {
    what: "tags that both changed are united and sorted",
    a: { tags: ["deploy", "ci", "zoo"] },
    b: { tags: ["deploy", "ci", "ant"] },
    expected: { tags: ["ant", "ci", "deploy", "zoo"] },
  },
  {
    what: "tags that one side took away stay away, and keep their order",
    a: { tags: ["zoo", "deploy"] },
    b: { "updated-at": "2026-06-01T00:00:00Z" },
    expected: { tags: ["zoo", "deploy"], updatedAt: "2026-06-01T00:00:00Z", tier: "verified" },
  },
  {
    what: "the lower tier wins over a promotion, with its reason",
    base: { "trust-level": "inferred" },
    a: { "last-verified": "2026-06-02" },
    b: { "trust-level": "quarantined", "quarantine-reason": "wrong" },
    expected: { tier: "quarantined", quarantineReason: "wrong", lastVerified: "2026-06-02" },
  },
  {
    what: "retired wins over archived, and brings its own marks only",
    a: { status: "retired", "retired-at": "2026-06-03T00:00:00Z", "retired-reason": "over" },
    b: { status: "archived", "archived-at": "2026-06-04T00:00:00Z" },
    expected: { status: "retired", retiredReason: "over", archivedAt: null },
  },
  {
    what: "the earlier of two verification days stays",
    a: { "last-verified": "2026-06-09" },
    b: { "last-verified": "2026-06-02" },
    expected: { lastVerified: "2026-06-02", tier: "verified" },
  },
  {
    what: "one text created twice has the earlier creation and the later change",
    base: null,
    a: { "created-at": "2026-05-02T00:00:00Z", "updated-at": "2026-06-02T00:00:00Z" },
    b: { "updated-at": "2026-06-03T00:00:00Z" },
    expected: { createdAt: "2026-05-01T09:30:00Z", updatedAt: "2026-06-03T00:00:00Z", tier: "verified" },
  },
  {
    what: "files that both added are united",
    a: { "related-files": ["b.ts"] },
    b: { "related-files": ["a.ts"] },
    expected: { relatedFiles: ["a.ts", "b.ts"], tier: "verified" },
  },
];

for (const { what, base, a, b, expected } of ROWS) {
  test(`merging two versions: ${what}`, () => {
    const before = base === null ? null : file(base);
    const merged = mergeOne(before, file({ ...base, ...a }), file({ ...base, ...b }));
    for (const [property, value] of Object.entries(expected)) {
      assert.deepEqual(merged[property as keyof Memory], value, property);
    }
  });
}

test("a version that says nothing new adds nothing: the other arrives byte for byte, a promotion too", () => {
  const inferred = file({ "trust-level": "inferred", "last-verified": null });
  for (const side of [BASE, file({ tags: ["z"] }), BASE.replace("name:", "# why\nname:")]) {
    assert.deepEqual(mergeMemory(ID, { base: inferred, a: inferred, b: side }), { kind: "one", text: side });
    assert.deepEqual(mergeMemory(ID, { base: inferred, a: side, b: inferred.replaceAll("\n", "\r\n") }), {
      kind: "one",
      text: side,
    });
  }
});

test("bodies that both changed are two memories, each with its own words and never verified", () => {
  const [a, b] = [file({ tags: ["a"] }, `${BODY}Not in May.\n`), file({}, `${BODY}Not in June.\n`)];
  const merged = mergeMemory(ID, { base: BASE, a, b });
  assert.ok(merged.kind === "two");
  const digests = [a, b].map((text) => digestMemory(read(text)));
  const [kept, other] = digests.toSorted();
  assert.equal(digestMemory(read(merged.text)), kept);
  assert.equal(digestMemory(read(merged.second.text)), other);
  assert.equal(merged.second.id, `${ID}_other_${other?.slice(0, 8)}`);
  assert.ok(isSecondOf(ID, { id: merged.second.id, digest: other ?? "" }));
  assert.ok(!isSecondOf(ID, { id: merged.second.id, digest: kept ?? "" }));
  for (const text of [merged.text, merged.second.text]) assert.equal(read(text).tier, "inferred");
});

test("where nobody signs what comes out, words that neither side had are not made", () => {
  const [a, b] = [file({ tags: ["a"] }), file({ "trust-level": "quarantined" }, `${BODY}Not in June.\n`)];
  const merged = mergeMemory(ID, { base: BASE, a, b, isUnsigned: true });
  assert.ok(merged.kind === "two", JSON.stringify(merged));
  const texts = [merged.text, merged.second.text].map(read);
  assert.deepEqual(texts.map(digestMemory).sort(), [a, b].map((each) => digestMemory(read(each))).sort());
  assert.deepEqual(
    texts.map(({ tier }) => tier),
    ["quarantined", "quarantined"],
  );
  // The words of one side are not new.
  const lowered = { base: BASE, a, b: file({ "trust-level": "quarantined" }), isUnsigned: true };
  const one = mergeMemory(ID, lowered);
  assert.ok(one.kind === "one");
  assert.deepEqual(
    [digestMemory(read(one.text)), read(one.text).tier],
    [digestMemory(read(a)), "quarantined"],
  );
});

test("a long id makes room for its suffix, also where it has just that suffix already", () => {
  const [a, b] = [file({}, `${BODY}Not in May.\n`), file({}, `${BODY}Not in June.\n`)];
  const long = `project_${"x".repeat(89)}`;
  const once = mergeMemory(long, { base: BASE, a, b });
  assert.ok(once.kind === "two");
  const twice = mergeMemory(once.second.id, { base: BASE, a, b });
  assert.ok(twice.kind === "two");
  assert.equal(new Set([long, once.second.id, twice.second.id]).size, 3);
  for (const id of [once.second.id, twice.second.id]) assert.equal(parseMemoryId(id), id);
});

test("a version that is no memory is named, and so is one that is too large", () => {
  const good = file({}, `${BODY}More.\n`);
  const bad = ["", "no frontmatter", BASE.replace("type: project", "type: x"), file({}, "x".repeat(70_000))];
  for (const text of bad) {
    assert.deepEqual(mergeMemory(ID, { base: BASE, a: good, b: text }), { kind: "unreadable", which: "b" });
    assert.deepEqual(mergeMemory(ID, { base: null, a: text, b: good }), { kind: "unreadable", which: "a" });
    assert.deepEqual(mergeMemory(ID, { base: BASE, a: text, b: `${text}y` }), {
      kind: "unreadable",
      which: "both",
    });
    assert.equal(
      mergeMemory(ID, { base: text, a: good, b: BASE }).kind,
      "two",
      "a base that is no memory is none",
    );
  }
});

test("what does not fit into one file is kept in two, and what fits into none is named", () => {
  const files = (letter: string): string[] =>
    Array.from({ length: 50 }, (_, index) => `${letter}${index}${"\u6F22".repeat(280)}`);
  const big = (letter: string, name: string): string =>
    file({ name, "related-files": files(letter) }, `${BODY}${"z".repeat(20_000)}\n`);
  const cases = [
    [big("a", "One"), big("b", "One"), "one"],
    [big("a", "One"), big("b", "Two"), "two"],
  ] as const;
  for (const [a, b, kind] of cases) assert.equal(mergeMemory(ID, { base: null, a, b }).kind, kind);
  const full = (text: string): string => `${text}${"z".repeat(64 * 1024 - Buffer.byteLength(text) - 1)}\n`;
  const [most, rest] = [full(file({ "trust-level": "inferred" }, `A${BODY}`)), file({}, `B${BODY}`)];
  const lowered = file({ "trust-level": "quarantined", "quarantine-reason": "x" }, `B${BODY}`);
  assert.equal(mergeMemory(ID, { base: null, a: most, b: rest }).kind, "two");
  assert.deepEqual(mergeMemory(ID, { base: null, a: most, b: lowered }), { kind: "unreadable", which: "a" });
});

// The laws, over any memories.

type Sides = { readonly base: string | null; readonly a: string; readonly b: string };

/** Three versions that differ in some keys only; few bodies, so that sides often agree. */
const arbitrarySides: fc.Arbitrary<Sides> = fc
  .record({
    pool: fc.array(fc.tuple(arbitraryFields, arbitraryBody), { minLength: 3, maxLength: 3 }),
    picks: fc.array(fc.array(fc.nat(2), { minLength: 25, maxLength: 25 }), { minLength: 3, maxLength: 3 }),
    calm: fc.boolean(),
    hasBase: fc.boolean(),
    dos: fc.boolean(),
  })
  .map(({ pool, picks, calm, hasBase, dos }) => {
    const version = (pick: readonly number[]): string => {
      const keys = Object.keys(pool[0]?.[0] ?? {});
      const pickOf = (index: number): number => (calm && index < 4 ? 0 : (pick[index] ?? 0));
      const values = keys.map((key, index) => [key, pool[pickOf(index)]?.[0][key] ?? null]);
      return renderFile(Object.fromEntries(values), pool[pickOf(calm ? 0 : 24)]?.[1] ?? "");
    };
    const [base, a, b] = picks.map(version);
    return {
      base: hasBase ? (base ?? "") : null,
      a: dos ? (a ?? "").replaceAll(/(?<!\r)\n/g, "\r\n") : (a ?? ""),
      b: b ?? "",
    };
  });

function textsOf(merged: MergedMemory): string[] {
  if (merged.kind === "unreadable") return [];
  return merged.kind === "one" ? [merged.text] : [merged.text, merged.second.text];
}

const TIER_RANK = { quarantined: 0, inferred: 1, verified: 2 } as const;
const STATUS_RANK = { retired: 0, archived: 1, active: 2 } as const;
const rankOf = ({ tier }: Memory): number => TIER_RANK[tier ?? "inferred"];

test("both machines make the same bytes of the same two versions", () => {
  const law = fc.property(arbitrarySides, ({ base, a, b }) => {
    assert.deepEqual(mergeMemory(ID, { base, a, b }), mergeMemory(ID, { base, a: b, b: a }));
    assert.deepEqual(mergeMemory(ID, { base, a, b: a }), { kind: "one", text: a });
  });
  fc.assert(law, LAW_RUNS);
});

test("a result is a memory that every check of structure passes, under an id that is one", () => {
  const law = fc.property(arbitrarySides, ({ base, a, b }) => {
    const merged = mergeMemory(ID, { base, a, b });
    const texts = textsOf(merged);
    assert.notEqual(texts.length, 0);
    for (const text of texts) {
      read(text);
      if (isHardFail(checkStructure(`${ID}.md`, Buffer.from(a)))) continue;
      if (isHardFail(checkStructure(`${ID}.md`, Buffer.from(b)))) continue;
      assert.ok(!isHardFail(checkStructure(`${ID}.md`, Buffer.from(text))), text);
    }
    if (merged.kind === "two") assert.equal(parseMemoryId(merged.second.id), merged.second.id);
  });
  fc.assert(law, LAW_RUNS);
});

test("nothing comes out above the lower tier and status, and no new text as verified", () => {
  const law = fc.property(arbitrarySides, ({ base, a, b }) => {
    const [one, two] = [read(a), read(b)];
    const known = new Set([one, two].map(digestMemory));
    const merged = mergeMemory(ID, { base, a, b });
    const isUntouched = merged.kind === "one" && base !== null && [a, b].includes(merged.text);
    for (const text of textsOf(merged)) {
      const result = read(text);
      if (!known.has(digestMemory(result))) assert.notEqual(result.tier, "verified");
      if (merged.kind === "two") assert.notEqual(result.tier, "verified");
      if (isUntouched) continue;
      assert.ok(rankOf(result) <= Math.min(rankOf(one), rankOf(two)));
      assert.ok(STATUS_RANK[result.status] <= Math.min(STATUS_RANK[one.status], STATUS_RANK[two.status]));
    }
  });
  fc.assert(law, LAW_RUNS);
});

test("no words are lost: whatever either side changed is in a result", () => {
  const law = fc.property(arbitrarySides, ({ base, a, b }) => {
    const results = textsOf(mergeMemory(ID, { base, a, b })).map(read);
    const before = base === null ? null : read(base);
    for (const side of [read(a), read(b)]) {
      for (const property of ["body", "name", "description", "type", "category"] as const) {
        const value = side[property];
        if (value === (before?.[property] ?? null)) continue;
        assert.ok(
          results.some((each) => each[property] === value),
          property,
        );
      }
    }
  });
  fc.assert(law, LAW_RUNS);
});

test("merging a result with one of its versions again changes nothing more", () => {
  const law = fc.property(arbitrarySides, ({ a, b }) => {
    const merged = mergeMemory(ID, { base: null, a, b });
    if (merged.kind !== "one") return;
    for (const side of [a, b]) assert.deepEqual(mergeOne(null, merged.text, side), read(merged.text));
  });
  fc.assert(law, LAW_RUNS);
});

test("three versions of one text have the same fields, whichever two are merged first", () => {
  const three = fc.tuple(arbitrarySides, arbitraryFields).map(([{ a, b }, extra]) => {
    const same = { name: "Same", description: "The same", type: "project", category: null };
    const calm = [a, b].map((text) => {
      const parsed = parseMemory(text);
      assert.ok(parsed.kind === "memory");
      return Object.fromEntries(parsed.frontmatter.entries.map(({ key, value }) => [key, value]));
    });
    // A text that neither side had loses `verified` on the way, so that alone depends on the order.
    const cap = (tier: unknown) => ({ "trust-level": tier === "quarantined" ? tier : "inferred" });
    return [...calm, extra].map((fields) =>
      renderFile({ ...fields, ...same, ...cap(fields["trust-level"]) }, BODY),
    );
  });
  const join = (a: string, b: string): string => textsOf(mergeMemory(ID, { base: null, a, b }))[0] ?? "";
  const law = fc.property(three, ([a = "", b = "", c = ""]) => {
    const expected = read(join(join(a, b), c));
    assert.deepEqual(read(join(a, join(b, c))), expected);
    assert.deepEqual(read(join(join(a, c), b)), expected);
  });
  fc.assert(law, LAW_RUNS);
});

test("any bytes at all are merged or named", () => {
  const arbitraryFile = fc.oneof(
    arbitraryText,
    fc.tuple(arbitraryText, arbitraryText).map(([head, body]) => `---\n${head}\n---\n${body}`),
    fc.tuple(arbitraryFields, arbitraryText).map(([fields, body]) => renderFile(fields, body).slice(0, -1)),
  );
  const law = fc.property(fc.option(arbitraryFile), arbitraryFile, arbitraryFile, (base, a, b) => {
    const merged = mergeMemory(ID, { base, a, b });
    if (a !== b) for (const text of textsOf(merged)) read(text);
    const swapped = mergeMemory(ID, { base, a: b, b: a });
    assert.equal(swapped.kind, merged.kind);
  });
  fc.assert(law, LAW_RUNS);
});
