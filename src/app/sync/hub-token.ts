// What this machine shows a hub. A person types it once; it lies in machine state, where only this user reads it, by the address that it
// is for, and goes nowhere else.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import type { RemoteUrl } from "../../memory/remote-url.ts";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { actorOf, type Workspace } from "../workspace/workspace.ts";

const TOKEN = /^crd_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/;

/** @returns null when none was typed here for this hub. */
export function findHubToken(workspace: Workspace, { url }: RemoteUrl): string | null {
  const { origin } = new URL(url);
  const path = pathOf(workspace, origin);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  const token = isRecord(value) && value["origin"] === origin ? value["token"] : null;
  return typeof token === "string" && TOKEN.test(token) ? token : null;
}

export function requireHubToken(workspace: Workspace, url: RemoteUrl): string {
  const token = findHubToken(workspace, url);
  if (token !== null) return token;
  throw new CredenceError(
    "REMOTE_FAILED",
    "this machine has no token for that hub",
    `at a terminal: credence sync --remote ${url.url}`,
  );
}

/** A person's act. */
export function keepHubToken(workspace: Workspace, { url }: RemoteUrl, typed: string): void {
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", "only a person gives this machine a token");
  const token = typed.trim();
  if (!TOKEN.test(token))
    throw new CredenceError(
      "USAGE",
      "that is no token of a hub",
      "it begins with crd_; whoever runs the hub gives it out",
    );
  const { origin } = new URL(url);
  ensurePrivate(join(workspace.state.path, "hubs"));
  writing("machine state", () =>
    replaceFile(pathOf(workspace, origin), `${JSON.stringify({ v: 1, origin, token })}\n`, 0o600),
  );
}

function pathOf({ state }: Workspace, origin: string): string {
  return join(state.path, "hubs", `${sha256Hex(origin).slice(0, 32)}.json`);
}
