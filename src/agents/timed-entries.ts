// Clients whose entries differ only in their events and times: each is a row with its own values.

import { dirname } from "node:path";
import { type ClientSettings, placeSettings, type SettingsRequest } from "./client-settings.ts";
import type { ClientCodec, EventKinds, HookEvent } from "./hook-event.ts";
import { type HookPart, hookWords, quoteWords, slotOf } from "./hook-words.ts";
import {
  type EntrySettings,
  findGroupedHooks,
  findPlainHooks,
  inspectEntries,
  mergeEntries,
  removeEntries,
  type WantedEntry,
} from "./merge-entries.ts";
import { withOwnMemory } from "./own-memory.ts";
import { editServers, withServer } from "./server-entry.ts";

/** Seconds. Each is longer than the hook's own limit; Codex allows at most 3 at the end of a session. */
const TIMES: Readonly<Record<HookEvent["kind"], number>> = {
  "session-start": 5,
  prompt: 4,
  "before-tool": 3,
  "after-tool": 5,
  "turn-end": 3,
  "before-compact": 3,
  "session-end": 3,
};

type TimedEntries = Pick<EntrySettings, "comments" | "off"> & {
  /** The events to subscribe to, if the codec knows more. */
  readonly events?: EventKinds;
  /** The client counts milliseconds. */
  readonly inMilliseconds?: true;
  /** Set when a handler is directly in the list of its event instead of in a group; holds the other contents of a new file. */
  readonly plain?: Readonly<Record<string, unknown>>;
  /** Prompts are only captured, because the client ignores recalled context. */
  readonly onlyCaptures?: true;
  /** Additional fields of a handler in this client. */
  readonly more?: Readonly<Record<string, string>>;
  /** Events whose handlers may give more context than the client's default: how much, and the fields that say so. */
  readonly roomy?: {
    readonly events: readonly string[];
    readonly chars: number;
    readonly told: Readonly<Record<string, number>>;
  };
};

type DerivedKey = "name" | "file" | "directory" | "merge" | "remove" | "inspect";

type TimedSettings = Omit<ClientSettings, DerivedKey> & {
  readonly codec: ClientCodec;
  readonly entries: TimedEntries;
  /** Set when its servers are in the same file; `fix` is the remedy for a foreign server of our name. */
  readonly serverHere?: { readonly fix: string };
};

export function withTimedEntries({ codec, entries, serverHere, ...client }: TimedSettings): ClientSettings {
  const { name, settingsPaths } = codec;
  const { comments, plain, off } = entries;
  const find = plain === undefined ? findGroupedHooks : findPlainHooks;
  const settings: EntrySettings = {
    ...{ comments, fresh: plain ?? {}, ...(off === undefined ? {} : { off }) },
    find: (found) => find(found, name),
  };
  const listWanted = (request: SettingsRequest): WantedEntry[] =>
    Object.entries(entries.events ?? codec.events).map(([event, kind]) =>
      timedEntry({ name, event, kind, ...entries }, request),
    );
  const own: ClientSettings = {
    ...client,
    name,
    file: (at) => placeSettings(settingsPaths, at),
    directory: (at) => dirname(placeSettings(settingsPaths, at)),
    merge: (text, request) => mergeEntries(text, listWanted(request), settings),
    remove: (text, request) => removeEntries(text, request, settings),
    inspect: (text, request) => inspectEntries(text, listWanted(request), settings),
  };
  const { ownMemory } = client;
  const hooks = ownMemory === undefined || ownMemory.file !== undefined ? own : withOwnMemory(own, ownMemory);
  if (serverHere === undefined) return hooks;
  return withServer(hooks, editServers({ file: own.file, comments, fix: serverHere.fix }));
}

type TimedEvent = TimedEntries & {
  readonly name: string;
  readonly event: string;
  readonly kind: HookEvent["kind"];
};

function timedEntry(timed: TimedEvent, { launch }: SettingsRequest): WantedEntry {
  const { name, event, kind, inMilliseconds, onlyCaptures, plain, more, roomy } = timed;
  const room = roomy?.events.includes(event) === true ? roomy : null;
  const part = kind === "prompt" && onlyCaptures === true ? { part: "capture" as const } : {};
  const hook: HookPart = { event, ...part, ...(room === null ? {} : { room: room.chars }) };
  const timeout = TIMES[kind] * (inMilliseconds === true ? 1_000 : 1);
  const handler = { command: quoteWords(hookWords(launch, name, hook)), timeout, ...room?.told };
  const place = { slot: slotOf(hook), list: ["hooks", event] };
  if (plain !== undefined) return { ...place, value: handler };
  const typed = { type: "command", ...more, ...handler };
  return { ...place, value: { hooks: [typed] }, handler: typed };
}
