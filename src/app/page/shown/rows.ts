// One memory as a line of a list, for the user.

import { renderInstant } from "../../../memory/instant.ts";
import { findSigner } from "../../memories/known-signers.ts";
import { lastApproved, lastVouching } from "../../memories/law.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import { flaggedOf } from "../../memories/wordings.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import type { MemoryRow } from "../views.ts";
import { areClean, showLine, showPlain } from "./text.ts";

const NAME_CHARS = 200;
const DESCRIPTION_CHARS = 400;
const TAG_CHARS = 60;

export function rowOf(workspace: Workspace, loaded: LoadedMemory): MemoryRow {
  const { root, file, memory, standing } = loaded;
  const approved = lastApproved(loaded, workspace.now);
  const { name = file.id, description = "", tags = [] } = memory ?? {};
  const show = areClean([name, description, ...tags]) ? showPlain : showLine;
  return {
    scope: root.scope,
    id: file.id,
    name: show(name, NAME_CHARS),
    description: show(description, DESCRIPTION_CHARS),
    digest: loaded.digest,
    standing: standing.standing,
    flagged: flaggedOf(loaded),
    tier: memory?.tier ?? null,
    type: memory?.type ?? null,
    category: memory?.category ?? null,
    tags: tags.map((tag) => show(tag, TAG_CHARS)),
    status: memory?.status ?? null,
    author: authorOf(workspace, loaded),
    createdAt: memory?.createdAt ?? null,
    verifiedAt: approved === null ? null : renderInstant(approved),
  };
}

/** The petname of the last signer who vouched for exactly this text. */
function authorOf(workspace: Workspace, loaded: LoadedMemory): string | null {
  const last = lastVouching(loaded);
  return last === null ? null : nameSigner(workspace, loaded.root, last.signer);
}

/** @returns null when this machine does not trust the signer. */
export function nameSigner(workspace: Workspace, root: OpenRoot, signer: string): string | null {
  return findSigner(workspace, root, signer)?.petname ?? null;
}
