import assert from "node:assert/strict";
import { createCipheriv, scryptSync } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { createKeyFile, type KeyFile, parseKeyFile, resealKey, unlockKey } from "../../src/trust/key-file.ts";
import { LAW_RUNS } from "../memory/text/hostile-text.ts";
import { PUBLIC_KEY, sampleKeyFile } from "./sample-key.ts";

const CREATED = "2026-05-01T12:00:00Z";

function writtenAndRead(file: KeyFile): KeyFile {
  const read = parseKeyFile(JSON.stringify(file, null, 2), file.kind);
  assert.ok(read !== null);
  return read;
}

for (const kind of ["machine", "person"] as const) {
  test(`an open ${kind} key is read back as it was made and signs`, () => {
    const file = createKeyFile(kind, CREATED, { seal: null, purpose: "real" });
    assert.deepEqual(writtenAndRead(file), file);
    const key = unlockKey(writtenAndRead(file), null);
    assert.equal(key?.signer, file.signer);
    assert.match(file.signer, kind === "machine" ? /^machine:[a-z2-7]{32}$/ : /^person:[a-z2-7]{32}$/);
    assert.equal(key?.privateKey.asymmetricKeyType, "ed25519");
  });
}

test("a key file of one kind is none of the other", () => {
  assert.equal(parseKeyFile(JSON.stringify(sampleKeyFile("machine")), "person"), null);
  const posing = { ...sampleKeyFile("machine"), kind: "person" };
  assert.equal(parseKeyFile(JSON.stringify(posing), "person"), null);
});

const PASSPHRASE = "Schlüssel zum Glück";

/** Sealed by hand, as the format says, and cheaply, as in a test state: a real one costs a third of a second a guess. */
const BY_HAND: KeyFile = {
  ...sampleKeyFile("person"),
  test: true,
  secret: { sealed: true, n: 1_024, ...sealByHand(Buffer.alloc(32, 7).toString("base64url")) },
};

function sealByHand(d: string): { salt: string; nonce: string; box: string; tag: string } {
  const [salt, nonce] = [Buffer.alloc(16, 1), Buffer.alloc(12, 2)];
  const key = scryptSync(PASSPHRASE.normalize("NFC"), salt, 32, { N: 1_024, r: 8, p: 1 });
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const box = Buffer.concat([cipher.update(d, "utf8"), cipher.final()]);
  const [a, b, c, e] = [salt, nonce, box, cipher.getAuthTag()].map((part) => part.toString("base64url"));
  return { salt: a ?? "", nonce: b ?? "", box: c ?? "", tag: e ?? "" };
}

test("a sealed key opens with its passphrase, however its accents are typed", () => {
  assert.equal(unlockKey(writtenAndRead(BY_HAND), PASSPHRASE.normalize("NFC"))?.key, PUBLIC_KEY);
  assert.equal(unlockKey(writtenAndRead(BY_HAND), PASSPHRASE.normalize("NFD"))?.key, PUBLIC_KEY);
});

for (const [what, passphrase] of [
  ["another passphrase", "Schlussel zum Gluck"],
  ["its passphrase in other case", "schlüssel zum glück"],
  ["its passphrase and a space", `${PASSPHRASE} `],
  ["an empty passphrase", ""],
  ["no passphrase", null],
] as const) {
  test(`a sealed key does not open with ${what}`, () => {
    assert.equal(unlockKey(BY_HAND, passphrase), null);
  });
}

test("a key made with a passphrase is sealed at full strength, opens with it and holds the secret nowhere", () => {
  const file = createKeyFile("person", CREATED, {
    seal: { passphrase: PASSPHRASE, recoveryCode: null },
    purpose: "real",
  });
  assert.equal(file.secret.sealed && file.secret.n, 131_072);
  assert.equal("test" in file, false);
  const key = unlockKey(writtenAndRead(file), PASSPHRASE.normalize("NFD"));
  const d = key?.privateKey.export({ format: "jwk" }).d ?? "";
  assert.equal(d.length, 43);
  assert.equal(JSON.stringify(file).includes(d), false);
  assert.equal(JSON.stringify(file).includes(Buffer.from(d).toString("base64url")), false);
});

test("a key made for a test state is marked, and sealed at the cost that the mark allows", () => {
  const file = createKeyFile("person", CREATED, {
    seal: { passphrase: PASSPHRASE, recoveryCode: null },
    purpose: "test",
  });
  assert.deepEqual([file.test, file.secret.sealed && file.secret.n], [true, 1_024]);
  assert.equal(unlockKey(writtenAndRead(file), PASSPHRASE)?.key, file.key);
});

test("a key that is sealed too cheaply and not marked is none, and does not open", () => {
  const { test: _, ...unmarked } = BY_HAND;
  assert.equal(parseKeyFile(JSON.stringify(unmarked), "person"), null);
  assert.equal(unlockKey(unmarked, PASSPHRASE), null);
  const almost = { ...unmarked, secret: { ...BY_HAND.secret, n: 131_071 } };
  assert.equal(parseKeyFile(JSON.stringify(almost), "person"), null);
  for (const mark of [false, "true", 1, null])
    assert.equal(parseKeyFile(JSON.stringify({ ...BY_HAND, test: mark }), "person"), null);
});

test("another passphrase neither weakens a key nor takes its mark", () => {
  for (const [file, n] of [
    [sampleKeyFile("person"), 131_072],
    [{ ...sampleKeyFile("person"), test: true as const }, 1_024],
  ] as const) {
    const key = unlockKey(file, null);
    assert.ok(key !== null);
    const sealed = resealKey(file, key, { passphrase: PASSPHRASE, recoveryCode: null });
    assert.deepEqual([sealed.test, sealed.secret.sealed && sealed.secret.n], [file.test, n]);
  }
});

test("an open key whose public half is another's does not open: its signatures would hold nowhere", () => {
  const { key } = createKeyFile("machine", CREATED, { seal: null, purpose: "real" });
  assert.equal(unlockKey({ ...sampleKeyFile(), key }, null), null);
});

test("a file that is damaged in any way is no key, or a key that does not open, and never a crash", () => {
  const whole = JSON.stringify(sampleKeyFile(), null, 2);
  const cut = fc.nat(whole.length).map((at) => whole.slice(0, at));
  const swapped = fc
    .tuple(fc.nat(whole.length - 1), fc.string({ minLength: 1, maxLength: 3 }))
    .map(([at, text]) => `${whole.slice(0, at)}${text}${whole.slice(at + 1)}`);
  const retyped = fc
    .tuple(fc.constantFrom("v", "kind", "signer", "key", "created", "secret"), fc.jsonValue())
    .map(([name, value]) => JSON.stringify({ ...sampleKeyFile(), [name]: value }));
  fc.assert(
    fc.property(fc.oneof(cut, swapped, retyped, fc.json()), (text) => {
      const file: KeyFile | null = parseKeyFile(text, "machine");
      if (file === null) return;
      const key = unlockKey(file, null);
      if (key !== null) assert.equal(key.key, sampleKeyFile().key);
    }),
    LAW_RUNS,
  );
});

test("a sealed key with a damaged part does not open", () => {
  const { secret } = BY_HAND;
  assert.ok(secret.sealed);
  const damages: Partial<typeof secret>[] = [
    { n: 0 },
    { n: 1_500 },
    { n: 2 ** 30 },
    { salt: "AAAA" },
    { nonce: "AAAA" },
    { box: "AAAA" },
    { tag: secret.tag.slice(0, 6) },
    { tag: "A".repeat(22) },
  ];
  for (const damage of damages) {
    const file: KeyFile = { ...BY_HAND, secret: { ...secret, ...damage } };
    assert.equal(unlockKey(file, PASSPHRASE), null, JSON.stringify(damage));
  }
  const { salt, ...without } = secret;
  assert.equal(salt.length, 22);
  assert.equal(parseKeyFile(JSON.stringify({ ...BY_HAND, secret: without }), "person"), null);
});
