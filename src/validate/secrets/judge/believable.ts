// A last look at what a maintained rule set takes for a secret. Used where those rules run, and where ours stand in for them.

import { isElided, isTemplate } from "./placeholder.ts";
import { isPublishedSample } from "./published-samples.ts";

/** False for what is blotted out, a variable, or no more than a prefix. */
export function isBelievable(id: string, value: string): boolean {
  if (isElided(value) || isTemplate(value)) return false;
  if (id === "secretlint-slack") return /\d{6}|hooks\.slack/.test(value);
  const password = /:\/\/[^:/@\s]{0,256}:([^@\s]{0,256})@/.exec(value)?.[1];
  if (password === undefined) return !isPublishedSample(value);
  return !/^(?:\w{1,40}[-_])?(?:password|passwd|secret)$/i.test(password);
}
