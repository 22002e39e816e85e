// Whom this machine trusts beside itself: added and removed by a person, for one root, in machine state alone.

import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { type KnownSigner, readSignersFile, renderSignersFile } from "../../trust/signers-file.ts";
import { actorOf, type Workspace } from "../workspace/workspace.ts";
import { bearsItsName, findStrangers, type Stranger } from "./find-strangers.ts";

/** As many characters of a fingerprint as a person reads on the other machine and types here. */
const TYPED_CHARS = 8;
const PETNAME_CHARS_MAX = 40;

/** The one stranger whose fingerprint begins with what was typed. */
export function findTyped(workspace: Workspace, typed: string): Stranger {
  const prefix = typed.replaceAll(/\s/g, "").toLowerCase();
  if (!new RegExp(`^[a-z2-7]{${TYPED_CHARS},32}$`).test(prefix)) {
    throw new CredenceError(
      "USAGE",
      `a fingerprint begins with ${TYPED_CHARS} of the characters a-z and 2-7`,
    );
  }
  const found = findStrangers(workspace).filter(({ signer }) => signer.split(":")[1]?.startsWith(prefix));
  const [first, second] = found.filter(bearsItsName);
  if (first === undefined) {
    throw new CredenceError(
      "NOT_FOUND",
      "nobody who signed here has a fingerprint that begins so",
      "read it again on the other machine: credence trust show",
    );
  }
  if (second !== undefined) {
    throw new CredenceError("NOT_FOUND", "it signed in both scopes", "add --scope project or --scope user");
  }
  return first;
}

/** What this machine calls a signer from now on; two of the same name could be taken for each other. */
export function cleanPetname({ signers }: Workspace, given: string): string {
  const petname = sanitizeLine(given, PETNAME_CHARS_MAX);
  if (petname === "") throw new CredenceError("USAGE", "say with --name what to call them");
  if (signers.some((each) => each.petname.toLowerCase() === petname.toLowerCase())) {
    throw new CredenceError("EXISTS", `somebody is called ${petname} already`, "choose another --name");
  }
  return petname;
}

export function addSigner(workspace: Workspace, { signer, key, root }: Stranger, petname: string): void {
  writeSigners(workspace, (signers) => [...signers, { signer, key, root: root.id, petname, own: false }]);
}

/** By the name it was given here. */
export function findNamed({ signers, roots }: Workspace, petname: string): KnownSigner {
  const isOpen = (id: string | null): boolean => roots.some((root) => root.id === id);
  const found = signers.find((each) => !each.own && each.petname === petname && isOpen(each.root));
  if (found !== undefined) return found;
  throw new CredenceError(
    "NOT_FOUND",
    `nobody is called ${petname} here`,
    "credence trust list shows the names",
  );
}

export function removeSigner(workspace: Workspace, { signer, root }: KnownSigner): void {
  writeSigners(workspace, (signers) =>
    signers.filter((each) => each.signer !== signer || each.root !== root),
  );
}

function writeSigners(
  workspace: Workspace,
  change: (signers: readonly KnownSigner[]) => readonly KnownSigner[],
): void {
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", "only a person decides whom to trust");
  const path = join(workspace.state.path, "signers.json");
  writing("machine state", () => replaceFile(path, renderSignersFile(change(readSignersFile(path))), 0o600));
}
