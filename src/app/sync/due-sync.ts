// A sync that nobody asked for: a session start begins it in the background, where a person allowed that for a remote of this kind
// (`sync.auto`) and the last one is over an hour old. Fails open: what could not be synced is due again.

import { DAY_MS } from "../../memory/instant.ts";
import { kindOfSigner } from "../../memory/law/statement.ts";
import { SYSTEM_PATH } from "../../memory/limits.ts";
import { pluralize } from "../../memory/pluralize.ts";
import type { RemoteUrl } from "../../memory/remote-url.ts";
import { isOwnKey, isTrustedIn } from "../memories/known-signers.ts";
import { claimAfterwards, claimOnce } from "../recall/claim-once.ts";
import { type Launch, startAside } from "../recall/start-aside.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { findLastSync, findRemote, syncDirectory } from "./known-remote.ts";
import { readSyncState } from "./sync-state.ts";

/** A hub has other readers, and so has a root in which this machine trusts another person. */
export function hasOtherReaders(workspace: Workspace, root: OpenRoot, { kind }: RemoteUrl): boolean {
  const isOthers = (each: Workspace["signers"][number]): boolean =>
    kindOfSigner(each.signer) === "person" &&
    isTrustedIn(each, root) &&
    !isOwnKey(workspace, root, each.signer);
  return kind === "hub" || workspace.signers.some(isOthers);
}

export function isAutomatic(workspace: Workspace, root: OpenRoot, url: RemoteUrl): boolean {
  const setting = workspace.config.config["sync.auto"];
  return setting === "all" || (setting === "own" && !hasOtherReaders(workspace, root, url));
}

export type DueRoot = { readonly root: OpenRoot; readonly url: RemoteUrl };

const PAUSE_MS = 3_600_000;

export function listDue(workspace: Workspace): DueRoot[] {
  return listAutomatic(workspace).filter(({ root }) => {
    const last = findLastSync(workspace, root);
    // A time from ahead is a clock that was set back.
    return last === null || Math.abs(workspace.now - last) > PAUSE_MS;
  });
}

function listAutomatic(workspace: Workspace): DueRoot[] {
  if (workspace.config.config["sync.auto"] === "off") return [];
  return workspace.roots.flatMap((root) => {
    if (root.kind === "shared" || root.waits) return [];
    const url = findRemote(workspace, root);
    return url !== null && isAutomatic(workspace, root, url) ? [{ root, url }] : [];
  });
}

/** As long as a remote fails, so long lies between two tries. */
const CLAIM_MS = 600_000;

/** Attack: a repository chooses PATH for the hooks of its visitors, and git finds ssh there; so it is not passed on. */
export async function startDueSync(
  workspace: Workspace,
  { env, ...launch }: Omit<Launch, "state" | "cache">,
): Promise<void> {
  const due = listDue(workspace);
  const { state, cache, now } = workspace;
  const words = ["sync", ...due.map(({ root }) => root.id)];
  if (due.length === 0 || !claimOnce(state.path, { words, holdsMs: CLAIM_MS, now })) return;
  const place = { state: state.path, cache, passed: ["SSH_AUTH_SOCK"] };
  await startAside({ ...launch, ...place, env: { ...env, PATH: SYSTEM_PATH } }, ["sync", "--due"]);
}

/** One line for each root, once for each sync, and every day while the remote cannot be reached. */
export function listSyncNews(workspace: Workspace): string[] {
  return listAutomatic(workspace).flatMap(({ root }) => {
    const last = findLastSync(workspace, root);
    const { waits = 0, asks = 0 } = readSyncState(syncDirectory(workspace, root)) ?? {};
    if (last === null) return [];
    const days = Math.floor((workspace.now - last) / DAY_MS);
    const told = (what: string): boolean => claimAfterwards(workspace, what, root.id, String(last));
    if (days > 0 && told(`late ${days}`))
      return [`${root.shown} was not synced for ${pluralize(days, "day", "days")}: credence sync says why`];
    if (asks > 0 && told("asks")) return [`the last sync asks you something: credence sync`];
    const came = pluralize(waits, "memory that came by sync waits", "memories that came by sync wait");
    return waits > 0 && told("came") ? [`${came} for you: credence review`] : [];
  });
}
