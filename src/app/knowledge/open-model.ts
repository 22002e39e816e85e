// Threat: a question costs the person tokens. An agent that runs commands could ask at will, or be talked into it by what it
// read. So a model is asked only where a person sits at the terminal; everybody else gets extracts, which cost nothing.
// Fails closed: whoever cannot be told from an agent counts as one.

import { CredenceError } from "../../memory/errors.ts";
import type { Instant } from "../../memory/instant.ts";
import type { DrainSetting } from "../observe/observe-root.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type Model =
  | { readonly kind: "model"; readonly setting: DrainSetting }
  | { readonly kind: "none"; readonly why: "no-provider" | "no-person" };

export type ModelHints = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Instant;
};

const DEADLINE_MS = 2 * 60_000;

/** Without a provider nothing of it is loaded. */
export async function openModel(workspace: Workspace, hints: ModelHints): Promise<Model> {
  const [root] = workspace.roots;
  if (root === undefined) throw new CredenceError("NO_ROOT", "there is no memory root here");
  const { config } = readRootConfig(workspace.config.config, root.path);
  if (config["observer.provider"] === "none") return { kind: "none", why: "no-provider" };
  if (workspace.presence.kind !== "person") return { kind: "none", why: "no-person" };
  const { openDrain } = await import("../observe/open-drain.ts");
  const setting = await openDrain(workspace, root, { ...hints, deadlineMs: DEADLINE_MS });
  return setting === null ? { kind: "none", why: "no-provider" } : { kind: "model", setting };
}
