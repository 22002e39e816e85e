// The real clients that our tests drive, and what else they run of others.

import { globSync } from "node:fs";
import { join } from "node:path";
import { TESTED_VERSIONS } from "../../src/agents/client-settings.ts";
import { type Fetched, fetchMissing, type MissingProgram, placeOf } from "./fetch-packages.ts";

type Client = Omit<Fetched, "folder">;

const CLAUDE: Client = {
  name: `@anthropic-ai/claude-code-${process.platform}-${process.arch}`,
  version: TESTED_VERSIONS["claude-code"] ?? "",
  tests: ["test/clients/*.test.ts"],
};
/** Its JavaScript and types alone: the client above stands in for the program that it would bring. */
const SDK: Client = {
  name: "@anthropic-ai/claude-agent-sdk",
  version: "0.3.325",
  tests: ["test/clients/*.test.ts", "test/observer/client/sdk-options.test.ts"],
};
const INSPECTOR: Client = {
  name: "@modelcontextprotocol/inspector",
  version: "2.12.0",
  tests: ["test/mcp/inspector.test.ts"],
};

const QWEN: Client = {
  name: "@qwen-code/qwen-code",
  version: TESTED_VERSIONS["qwen"] ?? "",
  tests: ["test/clients/qwen*.test.ts"],
};

/** Of these three the package of this platform alone: it holds the program, and the one of the plain name only looks for it. */
const CODEX: Client = {
  name: "@openai/codex",
  version: `${TESTED_VERSIONS["codex"]}-${process.platform}-${process.arch}`,
  tests: ["test/clients/codex*.test.ts"],
};
const COPILOT: Client = {
  name: `@github/copilot-${process.platform}-${process.arch}`,
  version: TESTED_VERSIONS["copilot"] ?? "",
  tests: ["test/clients/copilot*.test.ts"],
};
const OPENCODE: Client = {
  // The usual one for x64 wants a processor that not every machine has.
  name: `opencode-${process.platform}-${process.arch}${process.arch === "x64" ? "-baseline" : ""}`,
  version: TESTED_VERSIONS["opencode"] ?? "",
  tests: ["test/clients/opencode*.test.ts"],
};
const GEMINI: Client = {
  name: "@google/gemini-cli",
  version: TESTED_VERSIONS["gemini"] ?? "",
  tests: ["test/clients/gemini*.test.ts"],
};

/** As people know them. */
export const VERSIONS = {
  claude: CLAUDE.version,
  codex: TESTED_VERSIONS["codex"] ?? "",
  copilot: COPILOT.version,
  gemini: GEMINI.version,
  opencode: OPENCODE.version,
  qwen: QWEN.version,
} as const;

export const CLAUDE_PROGRAM = join(placeIn(CLAUDE), "claude");
/** Null until it is fetched: the folder is named after the platform, in words of its own. */
export const CODEX_PROGRAM = globSync(join(placeIn(CODEX), "vendor/*/bin/codex"))[0] ?? null;
export const COPILOT_PROGRAM = join(placeIn(COPILOT), "copilot");
export const GEMINI_PROGRAM = join(placeIn(GEMINI), "bundle/gemini.js");
export const OPENCODE_PROGRAM = join(placeIn(OPENCODE), "bin/opencode");
export const QWEN_PROGRAM = join(placeIn(QWEN), "cli.js");
export const SDK_DIRECTORY = placeIn(SDK);
export const INSPECTOR_DIRECTORY = placeIn(INSPECTOR);

/** Says what is not here and could not be fetched. */
export function fetchClients(env: NodeJS.ProcessEnv): Promise<MissingProgram[]> {
  return fetchMissing([CLAUDE, SDK, INSPECTOR, CODEX, COPILOT, OPENCODE, GEMINI, QWEN].map(inFolder), env);
}

function placeIn(client: Client): string {
  return placeOf(inFolder(client));
}

function inFolder(client: Client): Fetched {
  return { folder: ".clients", ...client };
}
