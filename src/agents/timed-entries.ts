// Settings in which every event has a group of handlers, and ours differ in their event and their time alone.

import type { ClientSettings, SettingsRequest } from "./client-settings.ts";
import { findGroupedHooks } from "./find-hooks.ts";
import { hookWords, quoteWords } from "./hook-words.ts";
import {
  type EntrySettings,
  inspectEntries,
  mergeEntries,
  removeEntries,
  type WantedEntry,
} from "./merge-entries.ts";

export type TimedEntries = Pick<EntrySettings, "comments" | "findOff"> & {
  readonly client: ClientSettings["name"];
  /** By event, in the client's own unit. */
  readonly timeouts: Readonly<Record<string, number>>;
  /** What a handler of this client has besides. */
  readonly more?: Readonly<Record<string, string>>;
};

export function editTimedEntries({
  client,
  timeouts,
  more = {},
  ...own
}: TimedEntries): Pick<ClientSettings, "merge" | "remove" | "inspect"> {
  const entries: EntrySettings = {
    ...own,
    fresh: {},
    find: (settings) => findGroupedHooks(settings, client),
  };
  const listWanted = ({ launch }: SettingsRequest): WantedEntry[] =>
    Object.entries(timeouts).map(([event, timeout]) => {
      const command = quoteWords(hookWords(launch, client, { event }));
      const handler = { type: "command", ...more, command, timeout };
      return { slot: event, list: ["hooks", event], value: { hooks: [handler] }, handler };
    });
  return {
    merge: (text, request) => mergeEntries(text, listWanted(request), entries),
    remove: (text, request) => removeEntries(text, request, entries),
    inspect: (text, request) => inspectEntries(text, listWanted(request), entries),
  };
}
