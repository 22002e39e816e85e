// What this machine remembers of its meetings with a remote, beside what the carrier remembers. All of it can be lost: then more is
// compared and sent, settings are offered again, and nothing else happens.

import { join } from "node:path";
import { isRecord, parseJson } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { readQuietly } from "../../store/log-file.ts";

export const SYNC_STATE = "met.json";

export type SyncState = {
  /** Up to where what is remembered here was sent. */
  readonly position: number;
  /** Tombstones that the published set obeys, as one word; and whom this machine trusted. */
  readonly buried: string;
  readonly signers: string;
  /** Texts that were looked for in all that the remote has. */
  readonly lost: string;
  /** By machine, what its settings were when they were last looked at. */
  readonly settings: Readonly<Record<string, string>>;
  /** Settings that wait for a person. */
  readonly offered: string | null;
  /** How much of what the last sync brought, which nobody saw, waits in review, and for another sync. */
  readonly waits: number;
  readonly asks: number;
  /** By signer that nobody trusts here, how many statements were taken. */
  readonly strangers: Readonly<Record<string, number>>;
};

const NOTHING: SyncState = {
  position: 0,
  buried: "",
  signers: "",
  lost: "",
  settings: {},
  offered: null,
  waits: 0,
  asks: 0,
  strangers: {},
};

/** Only we write it. @returns null where the two have not met. */
export function readSyncState(directory: string): SyncState | null {
  const value = parseJson(readQuietly(join(directory, SYNC_STATE)));
  if (!isRecord(value) || value["v"] !== 1) return null;
  const pick = (key: keyof SyncState, kind: string): object =>
    typeof value[key] === kind ? { [key]: value[key] } : {};
  return {
    ...NOTHING,
    ...pick("position", "number"),
    ...pick("buried", "string"),
    ...pick("signers", "string"),
    ...pick("lost", "string"),
    ...(isRecord(value["settings"]) && pick("settings", "object")),
    ...pick("offered", "string"),
    ...pick("waits", "number"),
    ...pick("asks", "number"),
    ...(isRecord(value["strangers"]) && pick("strangers", "object")),
  };
}

export function stateOrNothing(directory: string): SyncState {
  return readSyncState(directory) ?? NOTHING;
}

export function writeSyncState(directory: string, state: SyncState): void {
  writing("machine state", () =>
    replaceFile(join(directory, SYNC_STATE), `${JSON.stringify({ v: 1, ...state })}\n`, 0o600),
  );
}
