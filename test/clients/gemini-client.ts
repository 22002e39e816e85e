// Gemini CLI, asked by `gemini -p`.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSIONS } from "../../scripts/verify/fetch-clients.ts";
import { geminiProgram } from "./client-program.ts";
import type { RealClient } from "./client-project.ts";
import { keeping } from "./promises.ts";

export const GEMINI: RealClient = {
  name: "gemini",
  label: "Gemini CLI",
  version: VERSIONS.gemini,
  tests: "test/clients/gemini.test.ts",
  keeps: keeping({
    compacted:
      "elsewhere: test/clients/gemini-sessions.test.ts, asked as an editor asks it; it comes with the next prompt",
    untitled: "no: `gemini -p` asks for no title",
    briefed: "no: a subagent's start fires no hook",
  }),
  besides: [
    {
      title: "the start block comes once, and again with the first prompt after a compaction",
      tests: "test/clients/gemini-sessions.test.ts",
    },
  ],
  limits: [
    "The start block comes with the first prompt, and after a compaction with the next one: the session's start has no place for it that a resumed session keeps.",
    "The model sees `<` and `>` of a block escaped.",
  ],
  files: [".gemini/settings.json"],
  edit: (file_path, old_string, new_string) => ({
    ...{ call: "replace", input: { file_path, old_string, new_string, instruction: "x" } },
  }),
  directory: ".gemini",
  program: () => [process.execPath, geminiProgram()],
  tools: {
    write: (file_path, content) => ({ name: "write_file", input: { file_path, content } }),
    shell: (command) => ({ name: "run_shell_command", input: { command } }),
    mcp: (tool, input) => ({ name: `mcp_credence_${tool}`, input }),
    subagent: (prompt) => ({ name: "invoke_agent", input: { agent_name: "generalist", prompt } }),
  },
  prepare: ({ home }) =>
    writeFileSync(join(home, ".gemini/settings.json"), `${JSON.stringify(SETTINGS, null, 2)}\n`),
  env: ({ standIn }) => ({
    GEMINI_API_KEY: "k".repeat(20),
    GOOGLE_GEMINI_BASE_URL: standIn.url,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    // Else it starts itself a second time, with more memory.
    GEMINI_CLI_NO_RELAUNCH: "true",
  }),
  asking: (prompt) => [...CALL, "--prompt", prompt],
  resuming: (prompt) => [...CALL, "--resume", "latest", "--prompt", prompt],
};

const CALL = ["--model", "gemini-2.5-flash", "--approval-mode", "yolo"];

const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};
