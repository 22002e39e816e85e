// Adds and removes trusted signers. Attack: a text or an agent tells a person what to type. So the beginning of the
// fingerprint is asked for at the terminal and never taken from the command line, and it is not shown here before.

import { CredenceError } from "../../memory/errors.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Answer } from "../frames/id-command.ts";
import { type Asking, askYes, isPlayed } from "../terminal/confirm.ts";
import { groupFingerprint, listIds } from "./render-trust.ts";

export type Wanted = {
  /** The operand of the verb. */
  readonly given: string | null;
  readonly name: string | null;
};

export async function addTrusted(asking: Asking, { given, name }: Wanted): Promise<Answer> {
  const { workspace } = asking;
  const { addSigner, cleanPetname, findTyped } = await import("../../app/people/signers.ts");
  const petname = cleanPetname(workspace, name ?? "");
  const stranger = findTyped(workspace, await typedBeginning(asking, given));
  const { kind, signer, root, ids } = stranger;
  const fingerprint = signer.slice(signer.indexOf(":") + 1);
  const screen = [
    `${groupFingerprint(fingerprint)}, the key of a ${kind}`,
    `made statements about these memories of ${root.shown}:`,
    ...listIds(ids),
    MEANING[kind],
    `trust it in this root, as ${petname}?`,
  ];
  await askYes(asking, screen.join("\n"));
  addSigner(workspace, stranger, petname);
  return {
    json: { kind: "added", petname, signer, root: root.shown },
    text: `${petname} is trusted in ${root.shown}\n`,
  };
}

const MEANING = {
  person: "This person's approvals there apply as fact here, immediately and from now on.",
  machine: "Texts written on that machine are used here as advice, marked as inferred.",
} as const;

export async function removeTrusted(asking: Asking, { given, name }: Wanted): Promise<Answer> {
  const { workspace } = asking;
  const { findNamed, removeSigner } = await import("../../app/people/signers.ts");
  const signer = findNamed(workspace, given ?? name ?? "");
  const petname = renderTerminalLine(signer.petname);
  const screen = [
    `${groupFingerprint(signer.signer.slice(signer.signer.indexOf(":") + 1))}, called ${petname}`,
    "No statement by this key counts here any more, neither for a memory nor against one.",
    `stop trusting ${petname}?`,
  ];
  await askYes(asking, screen.join("\n"));
  removeSigner(workspace, signer);
  return {
    json: { kind: "removed", petname, signer: signer.signer },
    text: `${petname} is no longer trusted\n`,
  };
}

/** In a test state a test plays the person, and gives it on the command line. */
async function typedBeginning(asking: Asking, given: string | null): Promise<string> {
  if (isPlayed(asking)) return given ?? "";
  if (given !== null) {
    throw new CredenceError("USAGE", "type the fingerprint at the prompt, not on the command line");
  }
  const { askPerson } = await import("../terminal/pager.ts");
  return askPerson(
    asking.io,
    "The other machine shows its fingerprints with: credence trust show\nthe first 8 characters of the one to trust: ",
  );
}
