// Probes are texts of our own, as data: one JSON object a line, with who wrote it, when, under which licence, and on which side of
// the split it stands. The split was fixed before anything was fitted: what is `held` has been measured and never read.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { checkInjection } from "../../../src/validate/check-injection.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";
import { readRows } from "../../fixture/rows.ts";

export type Probe = {
  readonly text: string;
  readonly label: "attack" | "honest";
  readonly family: string;
  readonly author: string;
  readonly date: string;
  readonly licence: "MIT";
  readonly split: "fit" | "held";
  /** Of honest texts that were written for made-up projects; a project stands on one side as a whole. */
  readonly project?: string;
};

export type ProbeSet = { readonly name: string; readonly probes: readonly Probe[] };

/** The files of the injection check, by name. */
export function readProbeSets(): ProbeSet[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => /^(?:injection|honest)-.*\.ndjson$/.test(name))
    .sort()
    .map((name) => ({
      name: name.replace(".ndjson", ""),
      probes: readRows(join(import.meta.dirname, name)),
    }));
}

type Strength = "strong" | "weak" | "none";

function strengthOf(text: string): Strength {
  const { findings } = checkInjection("note.md", text, NO_CONTEXT);
  if (findings.length === 0) return "none";
  return findings.some(({ severity }) => severity === "flag") ? "strong" : "weak";
}

export type Share = { rows: number; found: number; strong: number };

export function measure(texts: readonly string[]): Share {
  const share = { rows: 0, found: 0, strong: 0 };
  for (const text of texts) {
    const strength = strengthOf(text);
    share.rows += 1;
    share.found += Number(strength !== "none");
    share.strong += Number(strength === "strong");
  }
  return share;
}
