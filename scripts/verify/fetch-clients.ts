// Real programs of others that our tests run, fetched from the registry when they are missing: pinned versions, each in a
// folder of its own, because they are large and not ours to depend on. All at once: each of them mostly waits.

import { spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { TESTED_VERSIONS } from "../../src/agents/client-settings.ts";

const ROOT = join(import.meta.dirname, "../..");
const FLAGS =
  "--omit=optional --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error".split(
    " ",
  );

type Fetched = {
  readonly name: string;
  readonly version: string;
  /** The test files that need it. */
  readonly tests: readonly string[];
};

export type MissingClient = { readonly tests: readonly string[]; readonly why: string };

const CLAUDE: Fetched = {
  name: `@anthropic-ai/claude-code-${process.platform}-${process.arch}`,
  version: TESTED_VERSIONS["claude-code"] ?? "",
  tests: ["test/clients/*.test.ts", "test/upgrade/walk.test.ts"],
};
/** Its JavaScript and types alone: the client above stands in for the program that it would bring. */
const SDK: Fetched = {
  name: "@anthropic-ai/claude-agent-sdk",
  version: "0.3.325",
  tests: ["test/clients/*.test.ts", "test/observer/client/sdk-options.test.ts"],
};
const INSPECTOR: Fetched = {
  name: "@modelcontextprotocol/inspector",
  version: "2.12.0",
  tests: ["test/mcp/inspector.test.ts"],
};

const QWEN: Fetched = {
  name: "@qwen-code/qwen-code",
  version: TESTED_VERSIONS["qwen"] ?? "",
  tests: ["test/clients/qwen*.test.ts"],
};

/** Of these two the package of this platform alone: it holds the program, and the one of the plain name only looks for it. */
const CODEX: Fetched = {
  name: "@openai/codex",
  version: `${TESTED_VERSIONS["codex"]}-${process.platform}-${process.arch}`,
  tests: ["test/clients/codex*.test.ts"],
};
const OPENCODE: Fetched = {
  // The usual one for x64 wants a processor that not every machine has.
  name: `opencode-${process.platform}-${process.arch}${process.arch === "x64" ? "-baseline" : ""}`,
  version: TESTED_VERSIONS["opencode"] ?? "",
  tests: ["test/clients/opencode*.test.ts"],
};
const GEMINI: Fetched = {
  name: "@google/gemini-cli",
  version: TESTED_VERSIONS["gemini"] ?? "",
  tests: ["test/clients/gemini*.test.ts"],
};

/** As people know them. */
export const VERSIONS = {
  claude: CLAUDE.version,
  codex: TESTED_VERSIONS["codex"] ?? "",
  gemini: GEMINI.version,
  opencode: OPENCODE.version,
  qwen: QWEN.version,
} as const;

export const CLAUDE_PROGRAM = join(placeOf(CLAUDE), "claude");
/** Null until it is fetched: the folder is named after the platform, in words of its own. */
export const CODEX_PROGRAM = globSync(join(placeOf(CODEX), "vendor/*/bin/codex"))[0] ?? null;
export const GEMINI_PROGRAM = join(placeOf(GEMINI), "bundle/gemini.js");
export const OPENCODE_PROGRAM = join(placeOf(OPENCODE), "bin/opencode");
export const QWEN_PROGRAM = join(placeOf(QWEN), "cli.js");
export const SDK_DIRECTORY = placeOf(SDK);
export const INSPECTOR_DIRECTORY = placeOf(INSPECTOR);

/** Says what is not here and could not be fetched. */
export async function fetchClients(env: NodeJS.ProcessEnv): Promise<MissingClient[]> {
  return (
    await Promise.all(
      [CLAUDE, SDK, INSPECTOR, CODEX, OPENCODE, GEMINI, QWEN].map((each) => fetchOne(each, env)),
    )
  ).flat();
}

function prefixOf({ name, version }: Fetched): string {
  return join(ROOT, ".clients", `${name.replace(/^@[^/]+\//, "")}-${version}`);
}

function placeOf(fetched: Fetched): string {
  return join(prefixOf(fetched), "node_modules", fetched.name);
}

function fetchOne(fetched: Fetched, env: NodeJS.ProcessEnv): Promise<MissingClient[]> {
  // npm writes it last, so that one that was interrupted is fetched anew.
  const isThere = (): boolean => existsSync(join(prefixOf(fetched), "node_modules", ".package-lock.json"));
  if (isThere()) return Promise.resolve([]);
  const spec = `${fetched.name}@${fetched.version}`;
  const missing = (why: string): MissingClient[] => [
    { tests: fetched.tests, why: `npm could not fetch ${spec}: ${why}` },
  ];
  return new Promise((resolve) => {
    const child = spawn("npm", ["install", "--prefix", prefixOf(fetched), ...FLAGS, spec], {
      cwd: ROOT,
      env,
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(String(chunk)));
    child.on("error", (error) => resolve(missing(error.message)));
    child.on("close", (code) => {
      resolve(code === 0 && isThere() ? [] : missing(said.join("").trim()));
    });
  });
}
