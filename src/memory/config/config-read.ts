// Finds the known keys in what a configuration file holds. The file may hold anything: only data properties of the
// object itself are looked at, only along known names, so neither depth nor `__proto__` nor a getter matters.

import { CONFIG_KEYS } from "./config-keys.ts";
import type { ConfigWarnings } from "./warnings.ts";

const LEAVES: ReadonlySet<string> = new Set(CONFIG_KEYS.map((row) => row.key));
const SECTIONS: ReadonlySet<string> = new Set(CONFIG_KEYS.flatMap((row) => sectionsOf(row.key)));

/** Values by key, absent ones left out. Wrong sections and unknown keys are warned about, each once. */
export function readConfigValues(raw: unknown, warnings: ConfigWarnings): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  visitSection("", raw, { values, warnings });
  return values;
}

type Visit = { readonly values: Map<string, unknown>; readonly warnings: ConfigWarnings };

function visitSection(section: string, node: unknown, visit: Visit): void {
  if (typeof node !== "object" || node === null || Array.isArray(node)) {
    visit.warnings.addWrongSection(section, node);
    return;
  }
  for (const name of Object.keys(node)) {
    const path = section === "" ? name : `${section}.${name}`;
    const value: unknown = Object.getOwnPropertyDescriptor(node, name)?.value;
    // A dotted name at this level only looks like a path into the sections below.
    if (name.includes(".") || !(LEAVES.has(path) || SECTIONS.has(path))) visit.warnings.addUnknown(path);
    else if (value === undefined) continue;
    else if (LEAVES.has(path)) visit.values.set(path, value);
    else visitSection(path, value, visit);
  }
}

function sectionsOf(key: string): string[] {
  const names = key.split(".");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("."));
}
