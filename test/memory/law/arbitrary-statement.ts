// Statements and their files. Keys and signatures are shaped like real ones and sign nothing: whether a signature holds
// is another module's question.

import fc from "fast-check";
import {
  isEnforcingKind,
  isErasingKind,
  isStatementKind,
  STATEMENT_KINDS,
} from "../../../src/memory/law/kinds.ts";
import { ENFORCE_LEVELS, renderStatement, type StatementContent } from "../../../src/memory/law/statement.ts";
import { anyCharacter } from "../../fixture/any-character.ts";
import type { TextKind } from "./signers.ts";

const HEX = [..."0123456789abcdef"];
const BASE_64 = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];

const of = (alphabet: readonly string[], length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
const sortedSet = (item: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.uniqueArray(item, { maxLength: 5 }).map((items) => items.sort());
const fingerprint = of([..."abcdefghijklmnopqrstuvwxyz234567"], 32);
const line = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: anyCharacter, maxLength }).map((text) => text.toWellFormed());

const TEXT_KINDS = Object.keys(STATEMENT_KINDS)
  .filter(isStatementKind)
  .filter((kind): kind is TextKind => !isErasingKind(kind));

const source = fc.record(
  {
    origin: fc.constantFrom(
      "user" as const,
      "dictated" as const,
      "inference" as const,
      "import" as const,
      null,
    ),
    session: fc.option(line(120)),
    taint: fc.array(line(120), { maxLength: 3 }),
  },
  { noNullPrototype: true },
);

const signed = {
  v: fc.constant(1 as const),
  root: of(HEX, 32),
  scope: fc.constantFrom("project" as const, "user" as const),
  born: of(HEX, 32),
  source: fc.option(source),
  time: fc.constantFrom("2026-05-01T09:30:00Z", "2024-02-29T23:59:59Z", "0001-01-01T00:00:00Z"),
  signer: fc.tuple(fc.constantFrom("machine", "person"), fingerprint).map((parts) => parts.join(":")),
  device: fingerprint.map((name) => `machine:${name}`),
  seq: fc.maxSafeNat(),
  prev: fc.option(of(HEX, 64)),
  reason: fc.option(line(300)),
};

const content: fc.Arbitrary<StatementContent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        ...signed,
        act: fc.constantFrom(...TEXT_KINDS),
        id: fc.constantFrom("project_x", "user_a_1", "reference_long_name", "feedback_0"),
        digest: of(HEX, 64),
        text: of(HEX, 64),
        follows: sortedSet(of(HEX, 64)),
        lifts: sortedSet(of(HEX, 64)),
        acknowledged: sortedSet(fc.constantFrom("override", "role-marker", "a", "b-1", "z9")),
      })
      .chain((each) =>
        isEnforcingKind(each.act)
          ? fc.constantFrom(...ENFORCE_LEVELS).map((level) => ({ ...each, level }))
          : fc.constant(each),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...signed,
      act: fc.constant("forget" as const),
      digests: sortedSet(of(HEX, 64)),
    }),
  },
);

const statement = fc
  .tuple(content, fc.boolean())
  .map(([each, isTest]) => (isTest ? { ...each, test: true as const } : each));

/** The last characters hold spare bits, which are zero. */
const proof = fc.record({
  key: fc.tuple(of(BASE_64, 42), fc.constantFrom(..."AEIMQUYcgkosw048")).map((parts) => parts.join("")),
  signature: fc.tuple(of(BASE_64, 85), fc.constantFrom(..."AQgw")).map((parts) => parts.join("")),
});

export const arbitraryStatementFile = fc
  .tuple(statement, proof)
  .map(([each, by]) => ({ statement: each, proof: by, ...renderStatement(each, by) }));
