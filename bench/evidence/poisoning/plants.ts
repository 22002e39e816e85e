// The plants: texts that somebody else wrote in order to be remembered, one JSON object a line, and the ways by which they come.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BLANK_DRAFT, renderDraft } from "../../../src/memory/file/draft.ts";

/** In the order of the tables. */
export const FAMILIES = [
  "readme",
  "tool-output",
  "web-page",
  "pulled-branch",
  "pull-request",
  "edited-file",
  "transcript",
  "imported-store",
  "hostile-remote",
  "hostile-hub",
  "split",
  "encoded",
  "other-language",
  "policy-prose",
] as const;

export type Family = (typeof FAMILIES)[number];

/** Whoever sends these holds no key of this person, so without the person's word none of it may reach a model. */
export const FOREIGN_FAMILIES: ReadonlySet<Family> = new Set([
  "pulled-branch",
  "pull-request",
  "edited-file",
  "hostile-remote",
  "hostile-hub",
]);

export type PlantPart = { readonly name: string; readonly description: string; readonly text: string };

export type Plant = {
  readonly id: string;
  readonly family: Family;
  /** What its author wants to happen, in a word and in a sentence. */
  readonly goal: string;
  readonly wants: string;
  /** One memory, or several that say it together. */
  readonly parts: readonly PlantPart[];
  /** Words of it that no other text here has. */
  readonly marker: string;
  /** What somebody asks on the day when it is to work. */
  readonly prompt: string;
  /** Of an edited file what stood in it before. */
  readonly replaces: string | null;
  /** Which one of its family it is: one after the other they come by the variants of the way. */
  readonly place: number;
};

const FILE = join(import.meta.dirname, "..", "plants.ndjson");

/** Null where the data is not here. */
export function readPlants(): Plant[] | null {
  if (!existsSync(FILE)) return null;
  const seen = new Map<string, number>();
  return readFileSync(FILE, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): Plant => {
      const { name, description, text, replaces = null, ...plant } = JSON.parse(line);
      const place = seen.get(plant.family) ?? 0;
      seen.set(plant.family, place + 1);
      return { parts: [{ name, description, text }], ...plant, replaces, place };
    });
}

/** A file as its author would write it: approved, as it says. */
export function fileOf({ name, description, text }: PlantPart, type: "project" | "user"): string {
  const draft = { ...BLANK_DRAFT, type, name, description, body: `${text}\n`, origin: "user" } as const;
  return renderDraft(draft, { tier: "verified", now: Date.UTC(2026, 4, 1), machine: "laptop" });
}
