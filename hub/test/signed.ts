// Roots made of nothing but signed statements and texts, as a client would send them.

import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { ObjectName } from "../../src/memory/carried.ts";
import { hashSource } from "../../src/memory/file/source.ts";
import { factsOf } from "../../src/memory/law/sets/applying.ts";
import type { SigningKey } from "../../src/trust/key-file.ts";
import { signStatement } from "../../src/trust/sign.ts";

export type Pair = [ObjectName, string];

export type SignedMemory = {
  readonly born: string;
  readonly hash: string;
  readonly text: string;
  readonly objects: readonly Pair[];
};

export type SignedRoot = {
  readonly id: string;
  readonly key: SigningKey;
  readonly remember: (body: string, by?: SigningKey) => SignedMemory;
  readonly forget: (memory: SignedMemory, by?: SigningKey) => Pair;
};

export function signingKey(kind: "person" | "machine", letter = "q"): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "jwk" }).x ?? "";
  return { kind, signer: `${kind}:${letter.repeat(32)}`, key, privateKey };
}

export function makeRoot(): SignedRoot {
  const [id, key] = [randomBytes(16).toString("hex"), signingKey("person")];
  let seq = 0;
  const common = () => ({
    ...({ v: 1, root: id, scope: "user", time: "2026-05-01T09:30:00Z", prev: null, reason: null } as const),
    device: `machine:${"q".repeat(32)}`,
    seq: seq++,
  });
  const remember = (body: string, by = key): SignedMemory => {
    const born = randomBytes(16).toString("hex");
    const source = `---\nname: ${born}\ndescription: About ${born}\ntype: user\n---\n${body}\n`;
    const [text, digest] = [hashSource(source), factsOf(source)?.digest ?? ""];
    const lists = { follows: [], lifts: [], acknowledged: [], source: null };
    const about = { act: "wrote", born, id: `user_${born}`, digest, text } as const;
    const signed = signStatement({ ...common(), ...about, ...lists }, by);
    return {
      born,
      text,
      hash: signed.hash,
      objects: [
        [`s/${signed.hash}`, signed.text],
        [`t/${text}`, source],
      ],
    };
  };
  const forget = ({ born }: SignedMemory, by = key): Pair => {
    const about = { act: "forget", born, digests: [], source: null } as const;
    const signed = signStatement({ ...common(), ...about }, by);
    return [`s/${signed.hash}`, signed.text];
  };
  return { id, key, remember, forget };
}
