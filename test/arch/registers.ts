// The names that others rely on, as the code has them, by the word that heads their tables in the documentation.

import { CLIENT_WORDS } from "../../src/agents/client-words.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { TOOLS } from "../../src/mcp/tools.ts";
import { CONFIG_KEYS } from "../../src/memory/config/config-keys.ts";
import { FAILURES } from "../../src/memory/errors.ts";
import { FIELDS } from "../../src/memory/file/fields.ts";
import { READER_RULES } from "../../src/validate/check-structure.ts";
import { ACTION_RULES } from "../../src/validate/injection/actions/rules.ts";
import { INJECTION_RULES } from "../../src/validate/injection/index.ts";
import { SECRET_RULES } from "../../src/validate/secrets/index.ts";
import { SECRETLINT_RULE_IDS } from "../../src/validate/secrets/lint-with-secretlint.ts";
import { STRUCTURE_RULES } from "../../src/validate/structure/index.ts";
import { EXIT_OF_LABEL } from "../../src/validate/verdict.ts";

export type RegisterWord =
  | "error code"
  | "rule id"
  | "config key"
  | "frontmatter key"
  | "command"
  | "exit code"
  | "tool"
  | "client";

const EXITS = [...Object.values(FAILURES).map(({ exit }) => exit), ...Object.values(EXIT_OF_LABEL)];
const RULES = [...STRUCTURE_RULES, ...SECRET_RULES, ...INJECTION_RULES, ...ACTION_RULES].map(({ id }) => id);

/** Reported beside the rules: what was not read or not scanned, and the model. */
const BESIDE_RULES = ["unreadable", "unscanned", "text-too-large", "injection-model"];

export const REGISTERS: Readonly<Record<RegisterWord, readonly string[]>> = {
  "error code": Object.keys(FAILURES),
  "rule id": [...READER_RULES, ...RULES, ...SECRETLINT_RULE_IDS, ...BESIDE_RULES],
  "config key": CONFIG_KEYS.map(({ key }) => generalKey(key)),
  "frontmatter key": Object.keys(FIELDS),
  command: COMMANDS.map(({ name }) => name),
  "exit code": EXITS.map(String),
  tool: TOOLS.map(({ name }) => name),
  client: CLIENT_WORDS.names,
};

/** The keys of all categories are described once. */
export function generalKey(key: string): string {
  return key.replace(/^categories\.[a-z_]+\./, "categories.<category>.");
}
