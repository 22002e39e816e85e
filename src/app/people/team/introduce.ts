// A person vouches for somebody's card, for whoever trusts them to introduce. It is a signed statement in the root, about one
// person key; it shortens the check of others, and decides nothing.

import { CredenceError } from "../../../memory/errors.ts";
import { renderInstant } from "../../../memory/instant.ts";
import { introductionPath, readTeamFiles } from "../../../trust/card-files.ts";
import { type Card, currentPersons, signIntroduction } from "../../../trust/cards.ts";
import type { KnownSigner } from "../../../trust/signers-file.ts";
import { commitChanges, withLock } from "../../change/change-root.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";

/** The card of somebody whom this person checked themselves, signed by the key that was checked. */
export function findIntroducible(
  { card: owner, key, via, former, petname }: KnownSigner,
  root: OpenRoot,
): Card {
  if (former === true) throw new CredenceError("NOT_FOUND", `the key of ${petname} is over`);
  if (via?.startsWith("introduced by ") === true) {
    throw new CredenceError(
      "DECLINED",
      `you know ${petname} by introduction only, and introductions go one step`,
      "compare their fingerprint first: credence trust show on their machine",
    );
  }
  const card = readTeamFiles(root.path).cards.find((each) => each.owner === owner);
  const isTheirs = card !== undefined && card.key === key && currentPersons(card).includes(key);
  if (isTheirs) return card;
  throw new CredenceError(
    "NOT_FOUND",
    `there is no card here that the key you know of ${petname} signed`,
    "they put one into the root with credence team join, and you take it with credence team accept",
  );
}

/** Says whether it was said before. */
export function introduce(
  workspace: Workspace,
  root: OpenRoot,
  { owner, key }: Card,
): "introduced" | "unchanged" {
  const { person } = workspace.keys;
  if (person === null) throw new CredenceError("NEEDS_PERSON", "only a person can introduce somebody");
  const isSaid = readTeamFiles(root.path).introductions.some(
    (each) =>
      each.by === person.signer && each.owner === owner && each.person === key && each.root === root.id,
  );
  if (isSaid) return "unchanged";
  const time = renderInstant(workspace.now);
  const { hash, text } = signIntroduction({ root: root.id, owner, person: key, time }, person);
  withLock(root, () => {
    commitChanges(workspace, root, {
      record: { command: "team introduce", id: owner, actor: "person", digest: null },
      changes: [{ kind: "write", path: introductionPath(hash), text }],
    });
  });
  return "introduced";
}
