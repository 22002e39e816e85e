// Machine state of a newer version: it is read, and not written. Asked whenever roots are opened, so it looks at no more than it
// has to.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { STATE_FORMAT } from "../../memory/formats.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { ifPossible } from "../../store/fs-failure.ts";

export type NewerState = { readonly format: number; readonly message: string; readonly hint: string };

export function readVersionFile(state: string): Readonly<Record<string, unknown>> | null {
  // What cannot be read is said by whoever opens machine state.
  return ifPossible(() => {
    const path = join(state, "version.json");
    const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
    return isRecord(value) ? value : null;
  }, null);
}

/** @returns null where this version knows all that is there. */
export function findNewerState(state: string): NewerState | null {
  const file = readVersionFile(state);
  const format = file?.["state"];
  if (file === null || typeof format !== "number" || !(format > STATE_FORMAT)) return null;
  const version = String(file["version"]).slice(0, 40);
  const program = isRecord(file["program"]) ? file["program"]["script"] : null;
  const place = typeof program === "string" ? dirname(dirname(program)) : null;
  return {
    format,
    message: `machine state was last used by Credence ${version}, and this version is older: it shows memories and changes nothing`,
    hint:
      place !== null && existsSync(place)
        ? `credence upgrade ${place}`
        : `install Credence ${version} or newer, then credence upgrade`,
  };
}

/** Before anything is written that a newer version may keep in another form. */
export function refuseNewerState(state: string): void {
  const newer = findNewerState(state);
  if (newer !== null) throw toNewerFailure(newer);
}

export function toNewerFailure({ message, hint }: NewerState): CredenceError {
  return new CredenceError("NEWER_FORMAT", message, hint);
}
