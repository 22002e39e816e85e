// What checkSecrets finds of the written forms, and how often it takes an honest twin for one. The test holds it to a bar, the
// benchmark prints it.

import { join } from "node:path";
import { deriveId } from "../../../src/memory/file/draft.ts";
import { checkSecrets } from "../../../src/validate/check-secrets.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";
import { readRows } from "../../fixture/rows.ts";
import { type Form, formsOf, writeProbes } from "./secret-forms.ts";
import { writeTwins } from "./secret-twins.ts";

export const FORM_SETS: Readonly<Record<"early" | "late" | "last", readonly Form[]>> = {
  early: formsOf("early"),
  late: formsOf("late"),
  last: formsOf("last"),
};

/** Held to no bar: nothing was ever mended for them. */
export const UNSEEN_FORMS: Readonly<Record<string, readonly Form[]>> = {
  "by another author": formsOf("by another author"),
  "by a third author": formsOf("by a third author"),
};

export type Found = {
  readonly name: string;
  readonly family: string;
  readonly isFound: boolean;
  readonly text: string;
};

export async function isSecret(text: string): Promise<boolean> {
  return (await checkSecrets("sample.md", text, NO_CONTEXT)).label === "SECRET-DETECTED";
}

export async function runProbes(forms: readonly Form[], perForm: number, seed: number): Promise<Found[]> {
  const found: Found[] = [];
  for (const { form, text } of writeProbes(forms, perForm, seed)) {
    found.push({ name: form.name, family: form.family, isFound: await isSecret(text), text });
  }
  return found;
}

export async function runTwins(perTwin: number, seed: number): Promise<Found[]> {
  const found: Found[] = [];
  for (const { name, text } of writeTwins(perTwin, seed)) {
    found.push({ name, family: "twin", isFound: await isSecret(text), text });
  }
  return found;
}

/** A memory of an invented project, by a style of its own, written before the rules were frozen or after. */
export type HonestMemory = {
  readonly project: string;
  readonly written: "before" | "after";
  readonly title: string;
  readonly text: string;
};

export function readHonestMemories(): HonestMemory[] {
  return readRows(join(import.meta.dirname, "honest-memories.ndjson"));
}

/** As saving checks it: the whole file, under the name that is made of its title. */
export async function isRefused({ title, text }: HonestMemory): Promise<boolean> {
  const name = JSON.stringify(title);
  const file = `---\nname: ${name}\ndescription: ${name}\ntype: project\n---\n${text}\n`;
  const verdict = await checkSecrets(`${deriveId("project", title)}.md`, file, NO_CONTEXT);
  return verdict.label === "SECRET-DETECTED";
}
