// Where a root is synced to. A person names it once, and machine state remembers it: nothing in a root can, so no clone and no
// remote sends memories elsewhere.

import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { FORMAT } from "../../memory/formats.ts";
import { parseRemoteUrl, type RemoteUrl } from "../../memory/remote-url.ts";
import { removeTree, replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { scanSecrets } from "../../validate/secrets/scan-secrets.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { findRemote, remotePath, syncDirectory } from "./known-remote.ts";
import { SYNC_STATE } from "./sync-state.ts";

export function requireRemote(workspace: Workspace, root: OpenRoot): RemoteUrl {
  const remote = findRemote(workspace, root);
  if (remote !== null) return remote;
  if (root.kind === "shared") {
    throw new CredenceError(
      "NO_REMOTE",
      `${root.shown} travels with its repository, and there is no other root to sync`,
      "credence sync --scope project checks what its pulls brought; credence init --scope user makes a root of your own",
    );
  }
  throw new CredenceError("NO_REMOTE", `no remote is named for ${root.shown}`);
}

export const NO_REMOTE = "none";

/** A person's act. @returns null when the word is none: the remote keeps what it has. */
export function nameRemote(workspace: Workspace, root: OpenRoot, given: string): RemoteUrl | null {
  refuseOthers(workspace);
  if (root.kind === "shared") {
    throw new CredenceError(
      "USAGE",
      `${root.shown} travels with its repository`,
      "its own pulls bring what is new; credence sync --scope project checks it",
    );
  }
  if (given !== NO_REMOTE) return checkRemote(given);
  writing("machine state", () => removeTree(syncDirectory(workspace, root)));
  return null;
}

export type Reached = {
  readonly url: RemoteUrl;
  /** Where the root met it: the directory of its sync, or one in it. */
  readonly place: string;
};

/** From now on, once it was reached and fits. Another remote than before begins a history of its own. */
export function rememberRemote(workspace: Workspace, root: OpenRoot, { url, place }: Reached): void {
  const directory = syncDirectory(workspace, root);
  if (findRemote(workspace, root)?.url === url.url) return;
  refuseOthers(workspace);
  const names = place === directory ? [] : [SYNC_STATE, "carrier"];
  writing("machine state", () => {
    // Killed in between it only compares more.
    for (const name of names) removeTree(join(directory, name));
    replaceFile(remotePath(workspace, root), `${JSON.stringify({ v: 1, url: url.url })}\n`, 0o600);
    for (const name of names) {
      if (existsSync(join(place, name))) renameSync(join(place, name), join(directory, name));
    }
  });
}

export function refuseOthers(workspace: Workspace): void {
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", "only a person can name a remote");
}

/** A hub holds many roots, and its address says which. @returns null for what is no hub, undefined where none is named. */
export function rootOnHub({ kind, url }: RemoteUrl): string | null | undefined {
  return kind === "hub" ? /[0-9a-f]{32}$/.exec(url)?.[0] : null;
}

/** Whoever begins with a root that is there has to say which. */
export function refuseRootless(url: RemoteUrl): void {
  if (rootOnHub(url) !== undefined) return;
  throw new CredenceError(
    "USAGE",
    "a hub holds many roots, and this address names none",
    `${url.url}/ROOT, as credence sync --json says it on the machine that has sent your memories there`,
  );
}

/** Where this root is, or would be. */
export function addressOf<Url extends RemoteUrl>(url: Url, { id }: Pick<OpenRoot, "id">): Url {
  return rootOnHub(url) === undefined ? { ...url, url: `${url.url}/${id}` } : url;
}

/** Refuses an address that is not used, before anything is done with it. */
export function checkRemote(given: string): RemoteUrl {
  const parsed = parseRemoteUrl(given);
  if (parsed.kind === "refused") {
    throw new CredenceError("USAGE", `this remote is not used: ${parsed.why}`, parsed.hint);
  }
  if (scanSecrets(parsed.url).length > 0) {
    throw new CredenceError(
      "SECRET_DETECTED",
      "the address of the remote contains a secret",
      "leave it out of the address",
    );
  }
  return parsed;
}

// The branch `main` of a remote: a page for whoever opens the repository, and the root's id.

const README = `# Memories, as they travel

This repository carries memories between machines. Each machine has a branch of its own, \`m/…\`, with the statements and texts that
it has; nothing here is meant to be read or edited by hand. \`credence sync --remote URL\` connects a machine, and
\`credence export\` writes memories as files to read.
`;

export function frontOf({ id }: Pick<OpenRoot, "id">): ReadonlyMap<string, Uint8Array> {
  return new Map([
    ["README.md", Buffer.from(README)],
    ["root.json", Buffer.from(`${JSON.stringify({ format: FORMAT, root: id })}\n`)],
  ]);
}
