// The list, and nothing else. It has eight parts because not every text needs every rule.

import type { BareRule } from "../rule.ts";
import { COMMAND_RULES } from "./rules/commands.ts";
import { ENCODED_RULES } from "./rules/encoded.ts";
import { EXTRACTION_RULES } from "./rules/extraction.ts";
import { HIDDEN_RULES } from "./rules/hidden.ts";
import { LANGUAGE_RULES } from "./rules/languages.ts";
import { ORDER_RULES } from "./rules/orders.ts";
import { OVERRIDE_RULES } from "./rules/overrides.ts";
import { PERSONA_RULES } from "./rules/personas.ts";
import { ROLE_RULES } from "./rules/role-markers.ts";
import { BLANK_RULES, FLOOD_RULES, WRITTEN_RULES } from "./rules/shapes.ts";
import { STEERING_RULES } from "./rules/steering.ts";

export {
  /** Read the text as it was written, because only its blanks matter. */
  BLANK_RULES,
  /** Read the long runs of the text as it was written, because their case matters. */
  ENCODED_RULES,
  /** Read the joined copy if one word of it is repeated over and over. */
  FLOOD_RULES,
  /** Read the text as it was written if it holds invisible characters. */
  HIDDEN_RULES,
  /** Read the text as it was written, because where they match matters. */
  WRITTEN_RULES,
};

/** Read the normalised copy line by line. */
export const LINE_RULES: readonly BareRule[] = [...ROLE_RULES, ...COMMAND_RULES];

/** Read the normalised copy with wrapped lines joined. */
export const WORDING_RULES: readonly BareRule[] = [
  ...STEERING_RULES,
  ...ORDER_RULES,
  ...OVERRIDE_RULES,
  ...PERSONA_RULES,
  ...EXTRACTION_RULES,
  ...LANGUAGE_RULES.filter(({ anchored }) => anchored === true),
];

/** Read the same copy if it contains letters of their scripts. */
export const SCRIPT_RULES: readonly BareRule[] = LANGUAGE_RULES.filter(({ anchored }) => anchored !== true);

export const INJECTION_RULES: readonly BareRule[] = [
  ...LINE_RULES,
  ...WORDING_RULES,
  ...SCRIPT_RULES,
  ...HIDDEN_RULES,
  ...WRITTEN_RULES,
  ...ENCODED_RULES,
  ...BLANK_RULES,
  ...FLOOD_RULES,
];
