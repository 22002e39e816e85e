// The next policy of a file of policies, one a line: whom the agents of an organisation believe. It says what this machine says in this
// root, and keeps from the policy before whom nobody here knows: machines that were enrolled to write for a hub or for CI.

import { existsSync, readFileSync } from "node:fs";
import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import {
  mayOf,
  narrowest,
  type PolicyContent,
  type PolicyKey,
  parsePolicy,
  readChain,
} from "../../memory/law/sets/policy.ts";
import { mayIn } from "../../memory/law/sets/sets.ts";
import { kindOfSigner } from "../../memory/law/statement.ts";
import { NAME_CHARS_MAX } from "../../memory/limits.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { appendLine } from "../../store/durable.ts";
import { isPolicySigned, signPolicy } from "../../trust/sign.ts";
import type { KnownSigner } from "../../trust/signers-file.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { findNamed } from "./signers.ts";

export type PolicyWish = {
  readonly file: string;
  /** Of the first policy. */
  readonly organisation: string | null;
  /** A machine's key that may write and nothing else: its signer, its public key, its name. */
  readonly enrol: readonly (readonly [signer: string, key: string, name: string])[];
  /** Signers whose enrolment is over. */
  readonly end: readonly string[];
  /** Petnames of people who may sign the next policy, besides those who already may. */
  readonly introduces: readonly string[];
};

export function planPolicy(
  workspace: Workspace,
  { file, organisation, enrol, end, introduces }: PolicyWish,
): PolicyContent {
  const { person } = workspace.keys;
  if (person === null) throw new CredenceError("NEEDS_PERSON", "a policy is signed by a person's key");
  const before = readLast(file);
  const enrolled: PolicyKey[] = enrol.map(([signer, key, name]) => ({
    ...{ signer, key, name: cleanName(name), may: "wrote", introduces: false },
  }));
  const proposing = (before?.keys ?? []).filter(({ may }) => may === "wrote");
  const stranger = end.find((signer) => !proposing.some((each) => each.signer === signer));
  if (stranger !== undefined) throw new CredenceError("USAGE", `no policy of that file enrols ${stranger}`);
  const kept = proposing.filter(({ signer }) => !end.includes(signer));
  const all = [...kept, ...enrolled];
  const signs = new Set([
    ...(before?.keys ?? []).flatMap(({ signer, introduces: may }) => (may ? [signer] : [])),
    ...introduces.map((name) => findNamed(workspace, name).signer),
  ]);
  const keys = listKeys(workspace, all, signs);
  return {
    v: 1,
    organisation: before?.organisation ?? cleanName(organisation ?? "organisation"),
    number: (before?.number ?? 0) + 1,
    previous: before?.hash ?? null,
    roots: null,
    keys,
    time: renderInstant(workspace.now),
    signer: person.signer,
  };
}

/** Of each key the narrower of what this machine lets it say and what an enrolment does. */
function listKeys(
  workspace: Workspace,
  enrolled: readonly PolicyKey[],
  signs: ReadonlySet<string>,
): PolicyKey[] {
  const trust = narrowest([
    ...enrolled,
    ...workspace.signers.map((each) => ({ signer: each.signer, may: mayOf(asEnded(each)) })),
  ]);
  const known = workspace.signers.flatMap(({ signer, key, petname, own, mine }): PolicyKey[] => {
    const may = mayIn(trust, signer);
    const isPerson = kindOfSigner(signer) === "person";
    const mayIntroduce = isPerson && may === "all" && (own || mine === true || signs.has(signer));
    return may === undefined
      ? []
      : [{ signer, key, name: cleanName(petname), may, introduces: mayIntroduce }];
  });
  const listed = [...enrolled.filter(({ signer }) => trust.has(signer)), ...known];
  const keys = new Map(listed.map((each) => [each.signer, each]));
  return [...keys.values()].sort((a, b) => (a.signer < b.signer ? -1 : 1));
}

/** A revoked key says nothing new to agents either. */
function asEnded({ lost, former, proposes }: KnownSigner): Pick<KnownSigner, "lost" | "proposes"> {
  const isOver = lost === true || former === true;
  return { ...(isOver ? { lost: true } : {}), ...(proposes === true ? { proposes } : {}) };
}

function cleanName(name: string): string {
  return sanitizeLine(name, NAME_CHARS_MAX) || "nobody";
}

function readLast(file: string) {
  if (!existsSync(file)) return null;
  const texts = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => `${line}\n`);
  const pinned = parsePolicy(texts[0] ?? "")?.hash ?? "";
  const chain = readChain(texts, { pinned, seen: null, isSigned: isPolicySigned });
  if (chain.kind === "policy") return chain.policy;
  throw new CredenceError(
    "NOT_READABLE",
    `the file is no chain of policies: ${chain.why}`,
    "name another file",
  );
}

/** @returns the hash of the first policy of the file, which clients pin. */
export function addPolicy(workspace: Workspace, file: string, content: PolicyContent): string {
  const { person } = workspace.keys;
  if (person === null) throw new CredenceError("NEEDS_PERSON", "a policy is signed by a person's key");
  const { text } = signPolicy(content, person);
  if (parsePolicy(text) === null)
    throw new CredenceError("USAGE", "that is no policy: look at the signers and keys that you enrol");
  appendLine(file, text.trimEnd(), 0o644);
  const [first = ""] = readFileSync(file, "utf8").split("\n");
  return parsePolicy(`${first}\n`)?.hash ?? "";
}
