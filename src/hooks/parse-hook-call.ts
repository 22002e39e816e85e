// `hook CLIENT EVENT [--only recall|capture] --state DIR --cache DIR [--claude DIR]`: the words that a settings file of ours
// holds. Anything else is not a call of ours, and a hook says nothing to it.

import { isAbsolute } from "node:path";
import { findClient } from "../agents/clients.ts";
import type { ClientCodec } from "../agents/hook-event.ts";

export type HookCall = {
  readonly client: ClientCodec;
  readonly event: string;
  /** Where a client can run a part of the work while nobody waits, each part is a call of its own. */
  readonly only: "recall" | "capture" | null;
  readonly state: string;
  readonly cache: string;
  /** Where Claude Code keeps its own files, if that is not the usual place. */
  readonly claude: string | null;
};

export function parseHookCall(args: readonly string[]): HookCall | null {
  const [word, name = "", event = "", ...rest] = args;
  const client = findClient(name);
  const state = placeOf(rest, "--state");
  const cache = placeOf(rest, "--cache");
  const only = PARTS.find((part) => part === rest[rest.indexOf("--only") + 1]) ?? null;
  const claude = placeOf(rest, "--claude");
  const words = 4 + (only === null ? 0 : 2) + (claude === null ? 0 : 2);
  if (word !== "hook" || client === null || event === "" || rest.length !== words) return null;
  return state === null || cache === null ? null : { client, event, only, state, cache, claude };
}

const PARTS = ["recall", "capture"] as const;

/** A relative place would depend on where the agent works, which is the repository's choice. */
function placeOf(words: readonly string[], name: string): string | null {
  const at = words.indexOf(name);
  const value = at === -1 ? undefined : words[at + 1];
  return value !== undefined && isAbsolute(value) ? value : null;
}
