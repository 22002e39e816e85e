// Adds and removes trusted signers. Attack: a text or an agent tells a person what to type. So the beginning of the
// fingerprint is asked for at the terminal and never taken from the command line, and it is not shown here before.

import { findTyped, fingerprintOfSigner } from "../../app/people/describe-trust.ts";
import {
  addSigner,
  cleanPetname,
  findNamed,
  findPetname,
  type Grant,
  type KnownSigner,
  refuseGrant,
  refuseWithdrawn,
  widenSigner,
} from "../../app/people/signers.ts";
import { listKeysOf } from "../../app/people/team/accept-cards.ts";
import { readKeptCard } from "../../app/people/team/kept-card.ts";
import { findCardFile } from "../../app/people/team/survey-team.ts";
import { listKeysOfMachine } from "../../app/people/team/withdraw.ts";
import { CredenceError } from "../../memory/errors.ts";
import { kindOfSigner } from "../../memory/law/attestation.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Answer } from "../frames/answer.ts";
import { type Asking, askUnder, isPlayed } from "../terminal/confirm.ts";
import { askPerson } from "../terminal/pager.ts";
import { groupFingerprint, listIds } from "./render-trust.ts";
import { endTrust, sayIntroduced } from "./team-end.ts";

export type TrustRequest = Grant & {
  /** The operand of the verb. */
  readonly given: string | null;
  readonly name: string | null;
};

export async function addTrusted(asking: Asking, request: TrustRequest): Promise<Answer> {
  const { workspace } = asking;
  // Where --name has the name, the operand can only be the characters, which a test gives there.
  const typed = request.name === null ? null : request.given;
  const name = request.name ?? request.given ?? "";
  const known = findPetname(workspace, name);
  if (known !== null && (request.allRoots || request.introduces)) return widenTrusted(asking, known, request);
  const petname = cleanPetname(workspace, name);
  const stranger = findTyped(workspace, await typedBeginning(asking, typed));
  const { kind, signer, root, ids } = stranger;
  refuseWithdrawn(workspace, stranger);
  refuseGrant(stranger, request);
  const screen = [
    `${groupFingerprint(fingerprintOfSigner(signer))}, the key of a ${kind}`,
    `made statements about these memories of ${root.shown}:`,
    ...listIds(ids),
    MEANING[kind],
    ...sayGrant(petname, request),
  ];
  const span = request.allRoots ? "in every project" : "in this root";
  await askUnder(asking, screen, `trust it ${span}, as ${petname}?`);
  addSigner(workspace, stranger, { ...request, petname });
  const where = request.allRoots ? "every project" : root.shown;
  return {
    json: { kind: "added", petname, signer, root: request.allRoots ? "all projects" : root.shown },
    says: [`${petname} is trusted in ${where}`],
  };
}

const MEANING = {
  person: "This person's approvals there apply as fact here, immediately and from now on.",
  machine: "Texts written on that machine are used here as advice, marked as inferred.",
} as const;

function sayGrant(petname: string, { allRoots, introduces }: Grant): string[] {
  return [
    ...(allRoots
      ? ["The same holds in every project on this machine, now and later; not in your user root."]
      : []),
    ...(introduces
      ? [`Whom ${petname} introduces waits for your yes; you need not read their fingerprint.`]
      : []),
  ];
}

/** Of somebody whom this machine trusts already: the key was compared then. */
async function widenTrusted(asking: Asking, known: KnownSigner, grant: Grant): Promise<Answer> {
  const { workspace } = asking;
  const scope = workspace.roots.find(({ id }) => id === known.root)?.scope ?? "project";
  refuseGrant({ signer: known.signer, root: { scope } }, grant);
  const { petname } = known;
  const screen = [
    `${groupFingerprint(fingerprintOfSigner(known.signer))}, called ${petname}`,
    ...sayGrant(petname, grant),
  ];
  await askUnder(asking, screen, `trust ${petname} as far as that?`);
  widenSigner(workspace, known, grant);
  const gains = [
    ...(grant.allRoots ? ["is trusted in every project"] : []),
    ...(grant.introduces ? ["may introduce others"] : []),
  ];
  return {
    json: { kind: "widened", petname, signer: known.signer, ...pickGrant(grant) },
    says: [`${petname} ${gains.join(" and ")}`],
  };
}

function pickGrant({ allRoots, introduces }: Grant): Grant {
  return { allRoots, introduces };
}

/** Everywhere: by every entry, in every root, with the machines that stand behind a person. */
export async function removeTrusted(asking: Asking, { given, name }: TrustRequest): Promise<Answer> {
  const { workspace } = asking;
  const signer = findNamed(workspace, given ?? name ?? "");
  const { petname } = signer;
  const isPerson = kindOfSigner(signer.signer) === "person";
  const isMine = signer.mine === true;
  const same = workspace.signers.filter((each) => !each.own && each.key === signer.key);
  const keys = isMine
    ? listKeysOfMachine(workspace, signer)
    : isPerson
      ? listKeysOf(workspace, null, signer)
      : same;
  const others = keys.filter((each) => each.key !== signer.key).map((each) => each.petname);
  const screen = [
    `${groupFingerprint(fingerprintOfSigner(signer.signer))}, called ${petname}`,
    ...(others.length === 0 ? [] : [`with ${[...new Set(others)].join(", ")}`]),
    `No statement by ${others.length === 0 ? "this key" : "these keys"} counts on this machine any more, in any root, neither for a memory nor against one.`,
  ];
  await askUnder(asking, screen, `stop trusting ${petname}?`);
  const asked = await endTrust(asking, { person: signer, over: keys, fate: "fall", root: null });
  return {
    json: { kind: "removed", petname, signer: signer.signer, dropped: asked.dropped },
    says: [`${petname} is no longer trusted`, ...sayIntroduced(asked), ...sayStillListed(asking, signer)],
  };
}

/** Others go by the card, which only its owner changes. */
function sayStillListed({ workspace }: Asking, { key, mine }: KnownSigner): string[] {
  const card = mine === true ? readKeptCard(workspace) : null;
  const listed = [...(card?.persons ?? []), ...(card?.machines ?? [])].find((each) => each.key === key);
  if (listed === undefined || listed.until !== undefined) return [];
  const user = workspace.roots.find(({ kind }) => kind === "user");
  const isThere = user !== undefined && findCardFile(user, card?.owner ?? "") !== null;
  const leave = `credence team leave --machine ${listed.label ?? "NAME"}${isThere ? " --scope user" : ""}`;
  return [`your card still lists it for the others: ${leave}`];
}

/** In a test state a test plays the person, and gives it on the command line. */
async function typedBeginning(asking: Asking, given: string | null): Promise<string> {
  if (isPlayed(asking)) return given ?? refuseUnasked();
  if (given !== null) {
    throw new CredenceError("USAGE", "type the fingerprint at the prompt, not on the command line");
  }
  return askPerson(
    asking.io,
    says`The other machine shows its fingerprints with: credence trust show\nthe first 8 characters of the one to trust: `,
  );
}

function refuseUnasked(): never {
  throw new CredenceError(
    "USAGE",
    "--as-test-person asks nobody for the fingerprint",
    "credence trust add CHARACTERS --name NAME --as-test-person takes its first 8 characters",
  );
}
