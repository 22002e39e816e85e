// An organisation with keys, a policy, and roots whose memories are signed, written as a put writes them.

import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { hashSource } from "../../src/memory/file/source.ts";
import type { StatementKind } from "../../src/memory/law/kinds.ts";
import { factsOf } from "../../src/memory/law/sets/applying.ts";
import type { PolicyContent, PolicyKey } from "../../src/memory/law/sets/policy.ts";
import { signPolicy, signStatement } from "../../src/trust/sign.ts";
import type { Bearer } from "../src/access/tokens.ts";
import { put } from "../src/carrier/put.ts";
import { connect, type Sql, type Transaction } from "../src/database/connect.ts";
import { inOrganisation } from "../src/database/organisation.ts";
import { addPolicy } from "../src/policy/policies.ts";
import { forgetTexts, indexTexts } from "../src/search/index-texts.ts";
import { makeTestOrganisation, openTestDatabase, type TestDatabase } from "./postgres.ts";

export type Key = ReturnType<typeof newKey>;

const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

export function newKey(kind: "person" | "machine") {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "jwk" }).x ?? "";
  const name = [...randomBytes(32)].map((byte) => LETTERS[byte & 31]).join("");
  return { kind, signer: `${kind}:${name}`, key, privateKey };
}

export type Team = {
  readonly database: TestDatabase;
  readonly sql: Sql;
  readonly org: string;
  readonly person: Key;
  readonly machine: Key;
  /** A person's token that may write everywhere. */
  readonly bearer: Bearer;
  readonly within: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
};

export const policyKey = (key: Key, more: Partial<PolicyKey> = {}): PolicyKey => ({
  ...{ signer: key.signer, key: key.key, name: key.kind === "person" ? "Ana" : "Ana's laptop", may: "all" },
  introduces: key.kind === "person",
  ...more,
});

export function makePolicy(by: Key, keys: readonly PolicyKey[], more: Partial<PolicyContent> = {}) {
  const sorted = keys.toSorted((a, b) => (a.signer < b.signer ? -1 : 1));
  const about = { v: 1, organisation: "Acme", number: 1, previous: null, roots: null } as const;
  return signPolicy({ ...about, keys: sorted, time: "2026-05-01T09:00:00Z", signer: by.signer, ...more }, by);
}

/** With a policy by which Ana approves and her machine writes. */
export async function openTeam(shared?: TestDatabase): Promise<Team> {
  const database = shared ?? (await openTestDatabase());
  const sql = connect(database.url, { connectionsMax: 4 });
  const org = await makeTestOrganisation(database);
  const [person, machine] = [newKey("person"), newKey("machine")];
  const within = <Result>(work: (tx: Transaction) => Promise<Result>) => inOrganisation(sql, org, work);
  const policy = makePolicy(person, [policyKey(person), policyKey(machine)]);
  await within((tx) => addPolicy(tx, org, policy.text));
  const subject = randomUUID();
  const bearer = {
    org,
    id: "0".repeat(16),
    subject,
    kind: "person",
    name: "Ana",
    scopes: ["read", "write"],
  } as const;
  await database.owner`INSERT INTO credence.granted (org, subject, root, may) VALUES (${org}, ${subject}, '*', 'write')`;
  const close = async (): Promise<void> => {
    await sql.end();
    if (shared === undefined) await database.close();
  };
  return { database, sql, org, person, machine, bearer, within, close };
}

export type Saved = {
  readonly hash: string;
  readonly born: string;
  readonly source: string;
  readonly text: string;
};

export type Saying = {
  readonly root: string;
  readonly id: string;
  readonly body: string;
  readonly by: Key;
  readonly act?: Exclude<StatementKind, "forget" | "disown">;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly supersedes?: string;
  readonly born?: string;
  readonly follows?: readonly string[];
  readonly lifts?: readonly string[];
};

export function sayAbout(saying: Saying): Saved {
  const { root, id, body, by, act = by.kind === "person" ? "approve" : "wrote" } = saying;
  const { name = id.replaceAll("_", " "), tags = [], supersedes } = saying;
  const front = [
    `name: ${name}`,
    `description: ${name}`,
    "type: project",
    ...(tags.length > 0 ? [`tags: [${tags.join(", ")}]`] : []),
  ];
  const source = `---\n${[...front, ...(supersedes ? [`supersedes: ${supersedes}`] : [])].join("\n")}\n---\n${body}\n`;
  const born = saying.born ?? randomBytes(16).toString("hex");
  const lists = {
    follows: saying.follows ?? [],
    lifts: saying.lifts ?? [],
    acknowledged: [],
    reason: null,
    source: null,
  };
  const chain = { device: `machine:${"q".repeat(32)}`, seq: 0, prev: null };
  const about = { born, id, digest: factsOf(source)?.digest ?? "", text: hashSource(source) };
  const time = "2026-05-01T09:30:00Z";
  const { hash, text } = signStatement(
    { v: 1, root, scope: "project", time, act, ...about, ...lists, ...chain },
    by,
  );
  return { hash, born, source, text };
}

/** As a put stores them. */
export async function store(team: Team, root: string, saved: readonly Saved[]): Promise<void> {
  const indexer = { index: indexTexts, forget: forgetTexts };
  const objects = saved.flatMap(({ hash, text, source }) => [
    [`s/${hash}`, text] as const,
    ...(source === "" ? [] : [[`t/${hashSource(source)}`, source] as const]),
  ]);
  const taken = await team.within((tx) => put(tx, { bearer: team.bearer, root, indexer }, objects));
  if (taken.refused.length > 0) throw new TypeError(JSON.stringify(taken.refused));
}

type Ending = Pick<Saved, "born" | "hash"> & { readonly digests?: readonly string[] };

/** A person's tombstone. */
export function forget(root: string, { born, digests = [] }: Ending, by: Key): Saved {
  const chain = { device: `machine:${"q".repeat(32)}`, seq: 0, prev: null, reason: null };
  const about = { v: 1, root, scope: "project", time: "2026-05-01T10:00:00Z", act: "forget", born } as const;
  const said = signStatement({ ...about, source: null, digests, ...chain }, by);
  return { ...said, born, source: "" };
}
