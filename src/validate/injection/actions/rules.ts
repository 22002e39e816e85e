// The rules that judge by acts, one per family: what a finding calls them. A test runs every one of them on its
// own samples, as it does for rules that are patterns.

import type { DeedFamily } from "./acts.ts";

export type ActionRule = {
  readonly id: string;
  /** What an audit groups findings by. */
  readonly family: string;
  /** The strongest that a finding of it can have: a deed that nobody is told to do, or to hide, is a notice. */
  readonly severity: "flag" | "notice";
  /** Completes the sentence "this looks like …". */
  readonly message: string;
};

function define(id: string, message: string): ActionRule {
  return { id, family: "acts", severity: "flag", message };
}

function steer(id: string, message: string): ActionRule {
  return { ...define(id, message), severity: "notice" };
}

export const ACTION_RULE_OF: Readonly<Record<DeedFamily, ActionRule>> = {
  exfiltration: define("acts-exfiltrate", "steps that carry private data away"),
  harvesting: define("acts-harvest", "steps that gather credentials"),
  weakening: define("acts-weaken", "steps that switch protections off"),
  installing: define("acts-install", "steps that install what nobody vetted"),
  persisting: define("acts-persist", "steps that make themselves last"),
  indirect: define("acts-obey-remote", "orders that are fetched from elsewhere"),
  secrecy: define("acts-hide", "steps that the user is not to see"),
  consent: steer("acts-consent", "a consent that nobody gave here"),
  authority: steer("acts-outrank", "a text that sets itself above its reader"),
  extraction: steer("acts-extract", "an attempt to read out what was kept back"),
  override: steer("acts-override", "an attempt to replace earlier instructions"),
  address: steer("acts-address", "an order that a document gives to a model"),
  output: steer("acts-dictate", "an order to give a fixed answer"),
};

export const MISSPELLED_RULE: ActionRule = {
  ...define("misspelled-override", "an attempt to override earlier instructions, misspelled"),
  family: "override",
};

export const ACTION_RULES: readonly ActionRule[] = [...Object.values(ACTION_RULE_OF), MISSPELLED_RULE];
