// Statements and their files. Keys and signatures are shaped like real ones and sign nothing: whether a signature holds
// is another module's question.

import fc from "fast-check";
import type { Act } from "../../../src/memory/law/acts.ts";
import { renderAttestation, type Statement } from "../../../src/memory/law/attestation.ts";
import { anyCharacter } from "../../fixture/any-character.ts";

const HEX = [..."0123456789abcdef"];
const BASE_64 = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];

const of = (alphabet: readonly string[], length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
const sortedSet = (item: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.uniqueArray(item, { maxLength: 5 }).map((items) => items.sort());

const ACTS: readonly Act[] = ["wrote", "keep", "approve", "lower", "retire", "unretire", "forget", "revoke"];

const arbitraryStatement: fc.Arbitrary<Statement> = fc
  .record({
    v: fc.constant(1 as const),
    root: of(HEX, 32),
    scope: fc.constantFrom("project" as const, "user" as const),
    id: fc.constantFrom("project_x", "user_a_1", "reference_long_name", "feedback_0"),
    digest: of(HEX, 64),
    act: fc.constantFrom(...ACTS),
    acknowledged: sortedSet(fc.constantFrom("override", "role-marker", "a", "b-1", "z9")),
    time: fc.constantFrom("2026-05-01T09:30:00Z", "2024-02-29T23:59:59Z", "0001-01-01T00:00:00Z"),
    signer: fc
      .tuple(fc.constantFrom("machine", "person"), of([..."abcdefghijklmnopqrstuvwxyz234567"], 32))
      .map((parts) => parts.join(":")),
    parents: sortedSet(of(HEX, 64)),
    reason: fc.option(fc.string({ unit: anyCharacter, maxLength: 300 }).map((text) => text.toWellFormed())),
    isTest: fc.boolean(),
  })
  .map(({ isTest, ...statement }) => (isTest ? { ...statement, test: true as const } : statement));

/** The last characters hold spare bits, which are zero. */
const proof = fc.record({
  key: fc.tuple(of(BASE_64, 42), fc.constantFrom(..."AEIMQUYcgkosw048")).map((parts) => parts.join("")),
  signature: fc.tuple(of(BASE_64, 85), fc.constantFrom(..."AQgw")).map((parts) => parts.join("")),
});

export const arbitraryAttestationFile = fc
  .tuple(arbitraryStatement, proof)
  .map(([statement, signed]) => ({ statement, proof: signed, ...renderAttestation(statement, signed) }));
