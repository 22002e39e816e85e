// The card of somebody whom a person here removed waits for nobody: `credence team add` alone takes them back.

import type { KnownCard } from "../../../trust/team-file.ts";
import { isTrustedIn } from "../../memories/known-signers.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";

/** Did a person remove its owner from this root, and trust none of their keys there since? */
export function isRemoved(
  { signers }: Pick<Workspace, "signers">,
  root: OpenRoot,
  { owner, founder, removedIn = [] }: KnownCard,
): boolean {
  if (!removedIn.some((each) => isTrustedIn({ root: each }, root))) return false;
  return !signers.some(
    ({ card, key, former, ...each }) =>
      (card === owner || key === founder) && former !== true && isTrustedIn(each, root),
  );
}
