// The hooks that the user trusts, by their file, their event and their position in it: Codex writes that into its
// `config.toml`, which we only read.
//
// Attack: trust that we wrote ourselves would be worth nothing. Nothing here writes.

import type { HookText, HookTrust } from "../client-settings.ts";
import { type JsonPath, readAt } from "../edit-json.ts";
import { isRecord } from "../hook-event.ts";
import { findGroupedHooks } from "../merge-entries.ts";
import { configFile } from "./servers.ts";
import { readStatements } from "./toml.ts";

const CLIENT = "codex";

/** An empty hash means that the hook was never trusted. */
type HookState = { readonly hash: string; readonly isOff: boolean };

/** Codex identifies a hook by the path of its file and this place. */
type HookPlace = {
  readonly event: string;
  readonly place: string;
  /** The text whose hash Codex records when the user trusts the hook. */
  readonly definition: string;
};
export type PlacedState = HookPlace & HookState;

/** An event must be a single word, because a project's settings may come from anyone and the name of an event is shown. */
function listHookPlaces(hooks: string | null): HookPlace[] {
  const settings = hooks === null ? null : readAt({ text: hooks, comments: false })?.value;
  const places = findGroupedHooks(settings, CLIENT).map(({ path }) => {
    const [, event = "", group = 0, , handler = 0] = path.map(String);
    const word = event.replaceAll(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
    const definition = renderDefinition(word, valueAt(settings, path.slice(0, 3)), Number(handler));
    return { event, place: `${word}:${group}:${handler}`, definition };
  });
  return places.filter(({ event }) => /^[A-Za-z]{1,20}$/.test(event));
}

/** As in Codex 0.166. If another version differs, the user is only asked once more than necessary. */
function renderDefinition(event_name: string, group: unknown, place: number): string {
  const handler = valueAt(group, ["hooks", place]);
  const matcher = valueAt(group, ["matcher"]);
  const sorted = Object.entries({ async: false, ...(isRecord(handler) ? handler : {}) }).toSorted(
    ([a], [b]) => (a < b ? -1 : 1),
  );
  const more = matcher === undefined ? {} : { matcher };
  return JSON.stringify({ event_name, hooks: [Object.fromEntries(sorted)], ...more });
}

function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined,
    value,
  );
}

/** By `FILE:PLACE`. */
function readHookStates(config: string | null): ReadonlyMap<string, HookState> {
  const states = new Map<string, HookState>();
  for (const { table, key, value } of (config === null ? null : readStatements(config)) ?? []) {
    const [hooks, state, name, field] = [...table, ...(key ?? [])];
    if (hooks !== "hooks" || state !== "state" || name === undefined) continue;
    const before = states.get(name) ?? { hash: "", isOff: false };
    const said = field === undefined ? value : `${field} = ${value}`;
    const hash = /\btrusted_hash\s*=\s*["']([\w:-]+)["']/.exec(said)?.[1] ?? before.hash;
    states.set(name, { hash, isOff: before.isOff || /\benabled\s*=\s*false\b/.test(said) });
  }
  return states;
}

export const codexTrust: HookTrust = {
  file: (at) => configFile(at),
  judge: (settings, config) => {
    const hooks = listHookStates(settings, config);
    return {
      hooks: hooks.map(({ event }) => event),
      untrusted: hooks.filter(({ hash }) => hash === "").map(({ event }) => event),
      off: hooks.filter(({ isOff }) => isOff).map(({ event }) => event),
    };
  },
  listNoted: (settings, config) => listHookStates(settings, config),
  fix: 'start codex and choose "Trust all and continue"',
};

export function listHookStates({ paths, text }: HookText, config: string | null): PlacedState[] {
  const states = readHookStates(config);
  return listHookPlaces(text).map((placed) => {
    const noted = paths
      .map((path) => states.get(`${path}:${placed.place}`))
      .find((state) => state !== undefined);
    return { ...placed, ...(noted ?? { hash: "", isOff: false }) };
  });
}
