// Where our hooks are in the settings of the clients that group handlers by event and matcher: Claude Code, Codex, Gemini.

import type { JsonPath } from "./edit-json.ts";
import type { ClientName } from "./hook-event.ts";
import { type HookEntry, readHookWords, slotOf, splitWords } from "./hook-words.ts";
import type { FoundEntry } from "./merge-entries.ts";
import { isPromptTool, PROMPT_SLOT } from "./prompt-tool.ts";
import { isRecord } from "./read-input.ts";

/** A group with nothing but our handler is ours; from a group that a person shares only our handler is. */
export function findGroupedHooks(settings: unknown, client: ClientName): FoundEntry[] {
  return listEvents(settings).flatMap(({ event, list }) =>
    list.flatMap((group, index) => findInGroup(group, { client, event, path: ["hooks", event, index] })),
  );
}

/** Handlers that stand in the list of their event themselves: Cursor. */
export function findPlainHooks(settings: unknown, client: ClientName): FoundEntry[] {
  return listEvents(settings).flatMap(({ event, list }) =>
    list.flatMap((handler, index): FoundEntry[] => {
      const entry = readHandler(handler, client);
      if (entry?.event !== event) return [];
      return [{ slot: slotOf(entry), path: ["hooks", event, index], value: handler, isPart: false, entry }];
    }),
  );
}

type Place = { readonly client: ClientName; readonly event: string; readonly path: JsonPath };

function findInGroup(group: unknown, { client, event, path }: Place): FoundEntry[] {
  const handlers = isRecord(group) && Array.isArray(group["hooks"]) ? group["hooks"] : [];
  const found = handlers.flatMap((handler: unknown, index): FoundEntry[] => {
    const entry = readHandler(handler, client);
    const place = { path: [...path, "hooks", index], value: handler, isPart: true };
    if (isPromptTool(handler, event)) return [{ slot: PROMPT_SLOT, ...place, entry: null }];
    return entry?.event === event ? [{ slot: slotOf(entry), ...place, entry }] : [];
  });
  const [first] = found;
  if (first === undefined || handlers.length > 1) return found;
  return [{ ...first, path, value: group, isPart: false }];
}

function listEvents(settings: unknown): { readonly event: string; readonly list: readonly unknown[] }[] {
  const hooks = isRecord(settings) ? settings["hooks"] : null;
  if (!isRecord(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, list]) => (Array.isArray(list) ? [{ event, list }] : []));
}

function readHandler(handler: unknown, client: ClientName): HookEntry | null {
  if (!isRecord(handler) || typeof handler["command"] !== "string") return null;
  const { command, args } = handler;
  if (args === undefined) return readHookWords(splitWords(command) ?? [], client);
  const words: readonly unknown[] = Array.isArray(args) ? args : [];
  const texts = words.filter((word) => typeof word === "string");
  return texts.length < words.length ? null : readHookWords([command, ...texts], client);
}
