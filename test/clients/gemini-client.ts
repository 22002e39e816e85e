// Gemini CLI, asked by `gemini -p`.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { geminiProgram } from "./client-program.ts";
import type { RealClient } from "./client-project.ts";

export const GEMINI: RealClient = {
  name: "gemini",
  directory: ".gemini",
  program: () => [process.execPath, geminiProgram()],
  tools: {
    write: (file_path, content) => ({ name: "write_file", input: { file_path, content } }),
    shell: (command) => ({ name: "run_shell_command", input: { command } }),
    mcp: (tool, input) => ({ name: `mcp_credence_${tool}`, input }),
    subagent: (request) => ({ name: "generalist", input: { request } }),
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
