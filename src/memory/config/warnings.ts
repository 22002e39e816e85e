// What is said about a wrong configuration: one sentence per mistake, with the key, the value and what is used instead.
// Values are cleaned and short, and free text is never repeated: people paste keys into the wrong line.

import { CONFIG_VALUE_CHARS_MAX, CONFIG_WARNINGS_MAX } from "../limits.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import type { ConfigRow } from "./config-keys.ts";

export type ConfigWarning = {
  readonly key: string;
  readonly message: string;
  /** The message without what is used instead, for a value that is not in a file yet. */
  readonly fault: string;
};

const PATH_CHARS_SHOWN = 80;

export class ConfigWarnings {
  readonly #list: ConfigWarning[] = [];
  readonly #otherwise: string;

  /** `otherwise` is what holds where a whole section is not usable. */
  constructor(otherwise: string) {
    this.#otherwise = otherwise;
  }

  get list(): readonly ConfigWarning[] {
    return this.#list;
  }

  /** `outcome` says what is used: "using 5". */
  addWrongValue(
    row: ConfigRow,
    value: unknown,
    { problem, outcome }: { problem: string; outcome: string },
  ): void {
    const shown = row.kind === "text" || row.kind === "url" ? describeType(value) : describeValue(value);
    this.#add(row.key, `${shown} ${problem}`, outcome);
  }

  addWrongSection(section: string, value: unknown): void {
    this.#add(
      section === "" ? "the configuration" : section,
      `${describeType(value)} is not an object`,
      `using ${this.#otherwise}`,
    );
  }

  addUnknown(path: string): void {
    this.#add(sanitizeLine(path, PATH_CHARS_SHOWN), "is not a key of the configuration", "ignored");
  }

  addForbidden(row: ConfigRow, may: string): void {
    this.#add(row.key, may, "ignored");
  }

  addUnvouched(key: string, text: string): void {
    const problem = "was not set by a person with credence config set";
    this.#add(key, `${describeType(text)} ${problem}`, "not used");
  }

  #add(key: string, text: string, outcome: string): void {
    // Values beyond the bound are still read; only talk is cut.
    if (this.#list.length >= CONFIG_WARNINGS_MAX) return;
    const fault = `${key}: ${text}`;
    this.#list.push({ key, message: `${fault}; ${outcome}`, fault });
  }
}

/** A value as people wrote it, if it is short. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return `"${sanitizeLine(value, CONFIG_VALUE_CHARS_MAX)}"`;
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  return describeType(value);
}

function describeType(value: unknown): string {
  if (typeof value === "string") return `text of ${value.length} characters`;
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
