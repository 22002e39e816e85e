// Somebody whose remote is in other hands, and what the tests of it share.

import assert from "node:assert/strict";
import { createPrivateKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { pathOf } from "../../src/git/carrier/layout.ts";
import { hashSource } from "../../src/memory/file/source.ts";
import { factsOf } from "../../src/memory/law/sets/applying.ts";
import type { TextContent } from "../../src/memory/law/statement.ts";
import type { SigningKey } from "../../src/trust/key-file.ts";
import { type SignedFile, signStatement } from "../../src/trust/sign.ts";
import { fingerprint, named, plantBranch, treeOf } from "../git/carriers.ts";
import type { Owner } from "../temp-dir.ts";
import type { Planted } from "./hostile-tree.ts";
import { type Machine, machinesTogether, placesOf } from "./machines.ts";
import { takePrepared } from "./prepared.ts";

export type Victim = { readonly ana: Machine; readonly remote: string };

export async function victim(t: Owner): Promise<Victim> {
  return takePrepared(t, "victim", {
    make: prepareVictim,
    places: ({ ana, remote }) => placesOf({ machines: [ana], remote }),
  });
}

async function prepareVictim(owner: Owner): Promise<Victim> {
  const { ana, remote } = await machinesTogether(owner, ["ana"]);
  await ana.save("user_good");
  assert.equal((await ana.sync()).exit, 0);
  return { ana, remote };
}

export const file = (content: string | Uint8Array): Planted => ({ mode: "100644", content });
/** The branch of somebody who can write to the remote. */
export const MALLORY = fingerprint("mallory");
export const BODY = "A text that is long enough to be a memory of somebody.";
/** Without marks, as it travels. */
export const SOURCE = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: About ${name}\ntype: user\n---\n${body}\n`;

export function newKey(kind: "person" | "machine", letter = "q"): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "jwk" }).x ?? "";
  return { kind, signer: `${kind}:${letter.repeat(32)}`, key, privateKey };
}

/** A machine's own, out of its state. */
export function keyOf({ state }: Machine, kind: "person" | "machine"): SigningKey {
  const { signer, key, secret } = JSON.parse(readFileSync(join(state, "keys", `${kind}.json`), "utf8"));
  const jwk = { kty: "OKP", crv: "Ed25519", x: key, d: secret.d };
  return { kind, signer, key, privateKey: createPrivateKey({ key: jwk, format: "jwk" }) };
}

type Saying = {
  readonly key: SigningKey;
  readonly root: string;
  readonly id: string;
  readonly source: string;
};

/** A word about a text, of a memory of its own. */
export function say({ key, root, id, source }: Saying, more: Partial<TextContent> = {}): SignedFile {
  const chain = { device: `machine:${"q".repeat(32)}`, seq: 0, prev: null };
  const about = {
    born: randomBytes(16).toString("hex"),
    digest: factsOf(source)?.digest ?? "",
    text: hashSource(source),
  };
  const lists = { follows: [], lifts: [], acknowledged: [], reason: null, source: null };
  const signed = { v: 1, root, scope: "user", time: "2026-05-01T09:30:00Z", test: true, ...chain } as const;
  return signStatement({ ...signed, act: "wrote", id, ...about, ...lists, ...more }, key);
}

/** A branch with these contents under their hashes, beside whatever else is planted. */
export function publishAs(
  { remote, machine }: { readonly remote: string; readonly machine: string },
  { said = [], texts = [], more = [] }: Published,
): void {
  const objects = [...said.map((each) => named("s", each)), ...texts.map((each) => named("t", each))];
  const files = objects.map(([name, content]) => [pathOf(name), file(content)] as const);
  plantBranch(remote, machine, treeOf([...files, ...more]));
}

type Published = {
  readonly said?: readonly string[];
  readonly texts?: readonly string[];
  readonly more?: readonly (readonly [path: string, planted: Planted])[];
};

/** A server on loopback. @returns its port. */
export async function listen(t: Owner, answer: (socket: Socket) => unknown): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    // Git may have gone by the time it is answered.
    socket.on("error", () => socket.destroy());
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
