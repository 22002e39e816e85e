// Qwen Code, asked by `qwen -p`.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSIONS } from "../../scripts/verify/fetch-clients.ts";
import { qwenProgram } from "./client-program.ts";
import type { RealClient } from "./client-project.ts";
import { keeping } from "./promises.ts";

export const QWEN: RealClient = {
  name: "qwen",
  label: "Qwen Code",
  version: VERSIONS.qwen,
  tests: "test/clients/qwen.test.ts",
  keeps: keeping({
    untitled: "no: `qwen -p` asks for no title",
    briefed: "no: it puts the block into a variable that no prompt of its own subagents names",
  }),
  besides: [
    {
      title: "the start block comes once, and is there after a compaction",
      tests: "test/clients/qwen-sessions.test.ts",
    },
  ],
  limits: [
    "A prompt that it does not mark as submitted by you, as in its Vim mode, is answered and not captured.",
    "The model sees `<` and `>` of a block escaped.",
  ],
  directory: ".qwen",
  files: [".qwen/settings.json"],
  program: () => [process.execPath, qwenProgram()],
  tools: {
    write: (file_path, content) => ({ name: "write_file", input: { file_path, content } }),
    shell: (command) => ({ name: "run_shell_command", input: { command, is_background: false } }),
    mcp: (tool, input) => ({
      name: "tool_call",
      input: { name: `mcp__credence__${tool}`, arguments: input },
    }),
    subagent: (prompt) => ({
      name: "agent",
      input: { description: "x", prompt, subagent_type: "general-purpose" },
    }),
  },
  edit: (file_path, old_string, new_string) => ({
    ...{ call: "edit", input: { file_path, old_string, new_string } },
  }),
  prepare: ({ home }) =>
    writeFileSync(join(home, ".qwen/settings.json"), `${JSON.stringify(SETTINGS, null, 2)}\n`),
  env: ({ standIn }) => ({
    OPENAI_API_KEY: "k".repeat(20),
    OPENAI_BASE_URL: `${standIn.url}/v1`,
    OPENAI_MODEL: "stand-in",
    QWEN_CODE_NO_RELAUNCH: "true",
  }),
  asking: (prompt) => [...CALL, "--prompt", prompt],
  beforeServer: (tool) => ({ call: "tool_search", input: { query: `select:mcp__credence__${tool}` } }),
  resuming: (prompt) => [...CALL, "--continue", "--prompt", prompt],
};

const CALL = ["--auth-type", "openai", "--approval-mode", "yolo"];

const SETTINGS = {
  $version: 4,
  security: { auth: { selectedType: "openai" } },
  general: { enableAutoUpdate: false },
  // What it asks of the model behind the session's back is its own matter.
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
  ui: { enableFollowupSuggestions: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};
