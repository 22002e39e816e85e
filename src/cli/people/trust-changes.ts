// Adds trusted signers. Attack: a text or an agent tells a person what to type. So the beginning of the
// fingerprint is asked for at the terminal and never taken from the command line, and it is not shown here before.

import { findTyped, fingerprintOfSigner } from "../../app/people/describe-trust.ts";
import { decideNow, listStatements } from "../../app/people/follow-people.ts";
import {
  acceptKeys,
  cleanPetname,
  findPetname,
  isPersonKey,
  refuseAllRoots,
  widenPerson,
} from "../../app/people/signers.ts";
import { CredenceError } from "../../memory/errors.ts";
import { ALL_PROJECTS } from "../../memory/law/standing-input.ts";
import { nameKey } from "../../memory/people/person-statement.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Answer } from "../frames/answer.ts";
import { type Asking, askUnder, isPlayed } from "../terminal/confirm.ts";
import { askPerson } from "../terminal/pager.ts";
import { groupFingerprint, listIds } from "./render-trust.ts";

export type TrustRequest = {
  /** The operand of the verb. */
  readonly given: string | null;
  readonly name: string | null;
  /** In every project root, now and later, and never in the user root. */
  readonly allRoots: boolean;
};

export async function addTrusted(asking: Asking, request: TrustRequest): Promise<Answer> {
  const { workspace } = asking;
  // Where --name has the name, the operand can only be the characters, which a test gives there.
  const typed = request.name === null ? null : request.given;
  const name = request.name ?? request.given ?? "";
  const known = findPetname(workspace, name);
  if (known !== null && isPersonKey(known) && request.allRoots) return widenTrusted(asking, name);
  const petname = cleanPetname(workspace, name);
  const stranger = findTyped(workspace, await typedBeginning(asking, typed));
  const { kind, signer, key, root, ids } = stranger;
  const { revoked } = decideNow(workspace, listStatements(workspace, workspace.roots));
  if (revoked.has(nameKey({ kind, key })))
    throw new CredenceError(
      "REMOVED",
      "this key is revoked for ever",
      "its owner makes a new one: credence key rotate",
    );
  if (request.allRoots) refuseAllRoots(root);
  const screen = [
    `${groupFingerprint(fingerprintOfSigner(signer))}, the key of a ${kind}`,
    `made statements about these memories of ${root.shown}:`,
    ...listIds(ids),
    MEANING[kind],
    ...(request.allRoots ? [EVERYWHERE] : []),
  ];
  const span = request.allRoots ? "in every project" : "in this root";
  await askUnder(asking, screen, `trust it ${span}, as ${petname}?`);
  const entry = { signer, key, root: request.allRoots ? ALL_PROJECTS : root.id, petname };
  // A machine that is typed is told of as advice, so it says nothing else.
  const entries = [kind === "machine" ? { ...entry, proposes: true as const } : entry];
  acceptKeys(workspace, { entries, machines: [] });
  const where = request.allRoots ? "every project" : root.shown;
  return {
    json: { kind: "added", petname, signer, root: request.allRoots ? "all projects" : root.shown },
    says: [`${petname} is trusted in ${where}`],
  };
}

const EVERYWHERE = "The same holds in every project on this machine, now and later; not in your user root.";

const MEANING = {
  person: "This person's approvals there apply as fact here, immediately and from now on.",
  machine: "Texts written on that machine are used here as advice, marked as inferred.",
} as const;

/** Of somebody whom this machine trusts already: the key was compared then. */
async function widenTrusted(asking: Asking, petname: string): Promise<Answer> {
  const { workspace } = asking;
  const known = findPetname(workspace, petname);
  const root = workspace.roots.find(({ id }) => id === known?.root);
  if (root !== undefined) refuseAllRoots(root);
  const fingerprint = groupFingerprint(fingerprintOfSigner(known?.signer ?? ""));
  await askUnder(
    asking,
    [`${fingerprint}, called ${petname}`, EVERYWHERE],
    `trust ${petname} as far as that?`,
  );
  widenPerson(workspace, petname);
  return {
    json: { kind: "widened", petname, signer: known?.signer ?? null },
    says: [`${petname} is trusted in every project`],
  };
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
