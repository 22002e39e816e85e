// A policy: whom the agents of an organisation believe, and in which roots. Persons sign it, each version names the one before, and a
// client pins the first by its hash: from there on nobody's word counts but that of those whom the policy before let introduce others.
//
// Attack: whoever runs the hub sends another policy, an older one, or two to two clients. So a chain that does not begin at the pinned
// hash, that a stranger continued, or that is behind what this client has seen is refused; `number` is what a client remembers.

import { renderCanonical } from "../../file/digest.ts";
import { sha256Hex } from "../../file/sha256.ts";
import { isRecord, parseJson } from "../../json.ts";
import { NAME_CHARS_MAX } from "../../limits.ts";
import { kindOfSigner } from "../statement.ts";
import { COMMON_CHECKS, findProblem, HEX_32, HEX_64, isSortedList, matches } from "../statement-form.ts";
import type { Trust, TrustedFor } from "./sets.ts";

export type PolicyKey = {
  /** `person:` or `machine:` and the fingerprint. */
  readonly signer: string;
  readonly key: string;
  /** What the key is called in answers. */
  readonly name: string;
  readonly may: TrustedFor;
  /** A person who may sign the next policy. */
  readonly introduces: boolean;
};

export type PolicyContent = {
  readonly v: 1;
  readonly organisation: string;
  readonly number: number;
  /** The hash of the policy before; null in the first. */
  readonly previous: string | null;
  /** Ids of roots, in order; null for every root of the organisation. */
  readonly roots: readonly string[] | null;
  /** In the order of their signers. */
  readonly keys: readonly PolicyKey[];
  readonly time: string;
  readonly signer: string;
};

export type Policy = PolicyContent & {
  readonly hash: string;
  readonly key: string;
  readonly signature: string;
};

/** The bytes that a person's key signs. */
export function renderPolicySigned(policy: PolicyContent): string {
  return `credence-policy-v1\n${renderCanonical(policy)}`;
}

export function renderPolicy(
  policy: PolicyContent,
  proof: { readonly key: string; readonly signature: string },
): { readonly hash: string; readonly text: string } {
  const text = `${renderCanonical({ ...policy, ...proof })}\n`;
  return { hash: sha256Hex(text), text };
}

const KEYS_MAX = 4_096;
const ROOTS_MAX = 16_384;
const MAY: readonly TrustedFor[] = ["all", "wrote", "ended"];
const { time, signer, key, signature } = COMMON_CHECKS;

const CHECKS = {
  v: (value: unknown) => value === 1,
  organisation: isName,
  number: (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1,
  previous: (value: unknown) => value === null || matches(value, HEX_64),
  roots: (value: unknown) => value === null || isSortedList(value, HEX_32, ROOTS_MAX),
  keys: (value: unknown) => Array.isArray(value) && value.length <= KEYS_MAX && areKeys(value),
  ...{ time, signer, key, signature },
};

function isName(value: unknown): boolean {
  return typeof value === "string" && value.isWellFormed() && value !== "" && value.length <= NAME_CHARS_MAX;
}

/** In the order of the canonical form. */
const KEY_FIELDS = "introduces key may name signer";

function areKeys(keys: readonly unknown[]): boolean {
  let before = "";
  return keys.every((each) => {
    if (!isRecord(each) || Object.keys(each).join(" ") !== KEY_FIELDS) return false;
    const { signer: named, introduces, may } = each;
    const isShaped = signer(named) && key(each["key"]) && isName(each["name"]);
    if (!isShaped || !MAY.some((word) => word === may) || typeof introduces !== "boolean") return false;
    const isPerson = kindOfSigner(String(named)) === "person";
    const isAllowed = isPerson ? may !== "wrote" : !introduces;
    const isInOrder = before < String(named);
    before = String(named);
    return isAllowed && isInOrder && !(introduces && may !== "all");
  });
}

/** @returns null for what is no policy, to the last byte. Whether its signature holds is asked by `readChain`. */
export function parsePolicy(text: string): Policy | null {
  const read = parseJson(text);
  if (!isRecord(read) || findProblem(read, CHECKS) !== null) return null;
  if (`${renderCanonical(read)}\n` !== text) return null;
  // Every key was checked above.
  return { ...(read as Omit<Policy, "hash">), hash: sha256Hex(text) };
}

export type Chain =
  | { readonly kind: "policy"; readonly policy: Policy }
  | { readonly kind: "refused"; readonly why: string };

export type Seen = { readonly number: number; readonly hash: string };

export type ChainReader = {
  /** The hash of the first policy. */
  readonly pinned: string;
  /** The newest one that this client has seen; null at the first time. */
  readonly seen: Seen | null;
  readonly isSigned: (policy: Policy) => boolean;
};

/** Of all policies of an organisation, in order, the one that is in force. */
export function readChain(texts: readonly string[], reader: ChainReader): Chain {
  const { seen } = reader;
  let last: Policy | null = null;
  let isSeen = seen === null;
  for (const text of texts) {
    const policy = parsePolicy(text);
    const breach = policy === null ? "a policy is malformed" : findBreach(policy, last, reader);
    if (policy === null || breach !== null) return { kind: "refused", why: breach ?? "" };
    isSeen ||= policy.number === seen?.number && policy.hash === seen.hash;
    last = policy;
  }
  if (last === null) return refuse("there is no policy");
  if (isSeen) return { kind: "policy", policy: last };
  return refuse(
    last.number < (seen?.number ?? 0)
      ? `policy ${last.number} is older than policy ${seen?.number}, which was seen before`
      : `policy ${seen?.number} is not the one that was seen before`,
  );
}

/** Why a policy does not continue the chain. @returns null for one that does. */
function findBreach(
  policy: Policy,
  last: Policy | null,
  { pinned, isSigned }: Pick<ChainReader, "pinned" | "isSigned">,
): string | null {
  if (last === null && policy.hash !== pinned) return "the first policy is not the pinned one";
  if (policy.previous !== (last?.hash ?? null) || policy.number !== (last?.number ?? 0) + 1)
    return `policy ${policy.number} does not follow the one before it`;
  const before = last ?? policy;
  const by = before.keys.find((each) => each.signer === policy.signer);
  if (by?.introduces !== true || by.key !== policy.key || !isSigned(policy))
    return `policy ${policy.number} is not signed by a person who may introduce others`;
  const isRaised = policy.keys.some((each) => each.may === "ended" && mayOnlyWrite(before, each));
  return isRaised
    ? `policy ${policy.number} ends a key that may only write, which would make its negative words count`
    : null;
}

function mayOnlyWrite({ keys }: PolicyContent, { signer: named }: PolicyKey): boolean {
  return keys.some((each) => each.signer === named && each.may === "wrote");
}

function refuse(why: string): Chain {
  return { kind: "refused", why };
}

export function trustOf({ keys }: PolicyContent): Trust {
  return narrowest(keys);
}

/** One source of trust in a key: what the key may say by it. @returns null for nothing, because ending trust adds no right. */
export function mayOf({
  lost,
  proposes,
}: {
  readonly lost?: true;
  readonly proposes?: true;
}): TrustedFor | null {
  if (proposes !== true) return lost === true ? "ended" : "all";
  return lost === true ? null : "wrote";
}

/** `owner`: the person whose key it is. */
export type TrustSource = {
  readonly signer: string;
  readonly may: TrustedFor | null;
  readonly owner?: string;
};

/** Of several sources for one signer the narrower holds; a key that two persons claim is owned by none. */
export function narrowest(sources: Iterable<TrustSource>): Trust {
  const found = new Map<string, TrustSource>();
  for (const source of sources) {
    const known = found.get(source.signer) ?? source;
    const { signer: named, owner } = source;
    const isSame = known.owner === owner && owner !== undefined;
    found.set(named, { signer: named, may: narrower(known.may, source.may), ...(isSame && { owner }) });
  }
  return new Map(
    [...found].flatMap(([named, { may, owner }]) =>
      may === null ? [] : [[named, owner === undefined ? may : { may, owner }]],
    ),
  );
}

function narrower(one: TrustedFor | null, other: TrustedFor | null): TrustedFor | null {
  if (one === other || other === "all") return one;
  return one === "all" ? other : null;
}

export function coversRoot({ roots }: PolicyContent, root: string): boolean {
  return roots === null || roots.includes(root);
}
