// OpenCode, asked by `opencode run`.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSIONS } from "../../scripts/verify/fetch-clients.ts";
import { opencodeProgram } from "./client-program.ts";
import type { RealClient } from "./client-project.ts";
import { keeping } from "./promises.ts";

export const OPENCODE: RealClient = {
  name: "opencode",
  label: "OpenCode",
  version: VERSIONS.opencode,
  tests: "test/clients/opencode.test.ts",
  keeps: keeping(),
  besides: [
    {
      title:
        "the start block comes once, a memory in full and then as one line, and all again after an undo, in a subagent, after a compaction and a restart",
      tests: "test/clients/opencode-sessions.test.ts",
    },
    {
      title: "without our program its terminal says so",
      tests: "test/clients/opencode-sessions.test.ts",
    },
  ],
  limits: [
    "Calls inside its batch tool are not asked about, so the guard does not see them.",
    "Its terminal says when our program is gone. Nothing else is shown to you beside the conversation: what you should know waits for another client, or for `credence status`.",
  ],
  files: [".config/opencode/opencode.json", ".config/opencode/plugins/credence.js"],
  withoutOwn: (text) => text?.replace(/ {2}"\$schema": .*\n/, "") ?? null,
  edit: (filePath, oldString, newString) => ({
    ...{ call: "edit", input: { filePath, oldString, newString } },
  }),
  directory: ".config/opencode",
  program: () => [opencodeProgram()],
  tools: {
    write: (filePath, content) => ({ name: "write", input: { filePath, content } }),
    shell: (command) => ({ name: "bash", input: { command, description: "x" } }),
    mcp: (tool, input) => ({ name: `credence_${tool}`, input }),
    subagent: (prompt) => ({ name: "task", input: { description: "x", prompt, subagent_type: "general" } }),
  },
  prepare: ({ home, standIn }) => {
    const directory = join(home, ".config/opencode");
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "opencode.json"), `${JSON.stringify(settingsFor(standIn.url), null, 2)}\n`);
    // As if it had installed the package that it gives to plugins: else it tries to at every start, and one that ends meanwhile
    // leaves a lock for which the next one waits a minute.
    mkdirSync(join(directory, "node_modules"));
    const lock = { packages: { "": { dependencies: { "@opencode-ai/plugin": VERSIONS.opencode } } } };
    writeFileSync(join(directory, "package-lock.json"), JSON.stringify(lock));
  },
  env: ({ standIn }) => ({
    // It installs packages at every start, and waits long for a registry that does not answer.
    npm_config_registry: standIn.registry,
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  }),
  asking: (prompt) => ["run", "--model", "stand-in/model", prompt],
  resuming: (prompt) => ["run", "--continue", "--model", "stand-in/model", prompt],
};

function settingsFor(url: string): object {
  return {
    autoupdate: false,
    share: "disabled",
    provider: {
      "stand-in": {
        npm: "@ai-sdk/openai-compatible",
        name: "stand-in",
        options: { baseURL: `${url}/v1`, apiKey: "k".repeat(20) },
        models: { model: { name: "model", tool_call: true, limit: { context: 200_000, output: 8_000 } } },
      },
    },
  };
}
