// Clients whose entries differ in their event and their time alone: each is a row of what is its own.

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

/** Seconds. Each is more than the hook gives itself; Codex allows no more than 3 at the end of a session. */
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
  /** Those to ask for, where the codec knows more. */
  readonly events?: EventKinds;
  /** The client counts milliseconds. */
  readonly inMilliseconds?: true;
  /** A handler stands in the list of its event itself, and not in a group; what a new file has besides. */
  readonly plain?: Readonly<Record<string, unknown>>;
  /** Of prompts nothing but the capture: what is recalled has nowhere to go. */
  readonly onlyCaptures?: true;
  /** What a handler of this client has besides. */
  readonly more?: Readonly<Record<string, string>>;
  /** Events whose handlers may give more context than the client takes by itself: how much, and how it is told so. */
  readonly roomy?: {
    readonly events: readonly string[];
    readonly chars: number;
    readonly told: Readonly<Record<string, number>>;
  };
};

type Derived = "name" | "file" | "directory" | "merge" | "remove" | "inspect";

type TimedSettings = Omit<ClientSettings, Derived> & {
  readonly codec: ClientCodec;
  readonly entries: TimedEntries;
  /** Its servers are in the same file; what to do about one of our name that is not ours. */
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
