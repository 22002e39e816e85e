// What becomes of a root's own settings when it meets its remote. Ours go there. Theirs are nobody's word: no setting is signed.
//
// Attack: whoever can write to the remote switches off recall for all that a person approved. A root's settings may only tighten, and
// that is enough to keep every memory from every model. So theirs wait for a person, key by key, whatever they are; what was deleted
// here stays deleted. Fails closed, for ours too: a secret in them stays here, and so does everything else until it is gone.

import { isDeepStrictEqual } from "node:util";
import { readConfigValues } from "../../../memory/config/parse-config.ts";
import { ConfigWarnings, describeValue } from "../../../memory/config/warnings.ts";
import { sha256Hex } from "../../../memory/file/sha256.ts";
import { parseJson } from "../../../memory/json.ts";
import type { Change } from "../../../store/transaction.ts";
import type { Apart } from "../agreement.ts";
import { findConfigFault } from "../incoming.ts";
import { findSecretIn } from "../judge-texts.ts";
import { lookUp, type Meeting, readTexts } from "../meeting.ts";
import { CONFIG_PATH } from "../synced-paths.ts";

export type SettingChange = { readonly key: string; readonly from: string; readonly to: string };

export type Settings =
  /** Nothing is there that is not here; ours may be new. */
  | { readonly kind: "nothing" }
  /** Theirs, and a person said so. */
  | { readonly kind: "taken"; readonly change: Change; readonly changes: readonly SettingChange[] }
  | { readonly kind: "waits"; readonly apart: Apart; readonly changes: readonly SettingChange[] }
  /** It was refused as a whole, or nothing of it matters. */
  | { readonly kind: "left"; readonly apart: Apart; readonly why?: string }
  /** Ours must not go there. */
  | { readonly kind: "blocked"; readonly why: string };

export type Differing = { readonly apart: Apart; readonly isAccepted: boolean };

export function decideSettings(meeting: Meeting, { apart, isAccepted }: Differing): Settings {
  const theirs = meeting.incoming.changes.get(CONFIG_PATH);
  const isRefused = theirs !== undefined && theirs.entry !== null && theirs.is === null;
  if (isRefused) return { kind: "left", apart };
  if (theirs === undefined && !isAccepted) return { kind: "nothing" };
  const mine = oursOf(meeting, apart);
  const other = theirs === undefined ? textAt(meeting, apart.theirs) : (theirs.is?.text ?? null);
  const changes = compare(mine, other);
  if (!isAccepted) return { kind: "waits", apart, changes };
  // It may have been refused when it came.
  const why = other === null ? null : findConfigFault(meeting.workspace, other);
  if (why !== null) return { kind: "left", apart, why };
  if (other !== null)
    return { kind: "taken", changes, change: { kind: "write", path: CONFIG_PATH, text: other } };
  if (mine === null) return { kind: "nothing" };
  return { kind: "taken", changes, change: { kind: "remove", path: CONFIG_PATH, sha256: sha256Hex(mine) } };
}

/** What a person may still take: it was left there, and is there. */
export function hasLeftSettings({ apart }: Meeting): boolean {
  return apart.has(CONFIG_PATH);
}

/** What of ours, which is new, must not leave this machine: somebody may have written it by hand. */
export async function findSecretInOurs({ local }: Meeting): Promise<string | null> {
  const bytes = local.changed.get(CONFIG_PATH)?.is?.bytes;
  return bytes === undefined ? null : findSecretIn(CONFIG_PATH, Buffer.from(bytes).toString("utf8"));
}

function oursOf(meeting: Meeting, { ours }: Apart): string | null {
  const bytes = meeting.local.changed.get(CONFIG_PATH)?.is?.bytes;
  return bytes === undefined ? textAt(meeting, ours) : Buffer.from(bytes).toString("utf8");
}

function textAt(meeting: Meeting, oid: string | null): string | null {
  const found = oid === null ? null : lookUp(meeting, [CONFIG_PATH]).get(CONFIG_PATH);
  const wanted = found?.oid === oid ? oid : null;
  return wanted === null ? null : (readTexts(meeting, [wanted]).get(wanted) ?? null);
}

function compare(mine: string | null, other: string | null): SettingChange[] {
  const [before, after] = [readValues(mine), readValues(other)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key) => {
    const [from, to] = [before.get(key), after.get(key)];
    return isDeepStrictEqual(from, to) ? [] : [{ key, from: show(from), to: show(to) }];
  });
}

function readValues(text: string | null): ReadonlyMap<string, unknown> {
  return readConfigValues(text === null ? {} : (parseJson(text) ?? {}), new ConfigWarnings("nothing"));
}

function show(value: unknown): string {
  return value === undefined ? "not set" : describeValue(value);
}
