// The next policy of a file of policies, one a line: whom the agents of an organisation believe. It says what this machine says in this
// root, and keeps from the policy before whom nobody here knows: machines that were enrolled to write for a hub or for CI.

import { existsSync, readFileSync } from "node:fs";
import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import { kindOfSigner } from "../../memory/law/attestation.ts";
import { type PolicyContent, type PolicyKey, parsePolicy, readChain } from "../../memory/law/sets/policy.ts";
import { NAME_CHARS_MAX } from "../../memory/limits.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { appendLine } from "../../store/durable.ts";
import { isPolicySigned, signPolicy } from "../../trust/sign.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type PolicyWish = {
  readonly file: string;
  /** Of the first policy. */
  readonly organisation: string | null;
  /** A machine's key that may write and nothing else: its signer, its public key, its name. */
  readonly enrol: readonly (readonly [signer: string, key: string, name: string])[];
  /** Signers whose enrolment is over. */
  readonly end: readonly string[];
};

export function planPolicy(
  workspace: Workspace,
  { file, organisation, enrol, end }: PolicyWish,
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
  const known = workspace.signers.map(
    ({ signer, key, petname, lost, former, introduces, own }): PolicyKey => {
      const may = lost === true || former === true ? "ended" : "all";
      const mayIntroduce = kindOfSigner(signer) === "person" && may === "all" && (own || introduces === true);
      return { signer, key, name: cleanName(petname), may, introduces: mayIntroduce };
    },
  );
  const keys = new Map([...kept, ...enrolled, ...known].map((each) => [each.signer, each]));
  return {
    v: 1,
    organisation: before?.organisation ?? cleanName(organisation ?? "organisation"),
    number: (before?.number ?? 0) + 1,
    previous: before?.hash ?? null,
    roots: null,
    keys: [...keys.values()].sort((a, b) => (a.signer < b.signer ? -1 : 1)),
    time: renderInstant(workspace.now),
    signer: person.signer,
  };
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
