// GitHub Copilot CLI, asked by `copilot -p`.

import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { VERSIONS } from "../../scripts/verify/fetch-clients.ts";
import { copilotProgram } from "./client-program.ts";
import type { RealClient } from "./client-project.ts";
import { keeping } from "./promises.ts";

export const COPILOT: RealClient = {
  name: "copilot",
  label: "GitHub Copilot CLI",
  version: VERSIONS.copilot,
  tests: "test/clients/copilot.test.ts",
  keeps: keeping({
    compacted:
      "elsewhere: test/clients/copilot-sessions.test.ts, asked as an editor asks it; it comes with the next prompt",
    untitled: "no: `copilot -p` asks for no title",
    ended: "no: at the end of a turn it does not tell the model's words, so those are not captured",
  }),
  besides: [
    {
      title: "the start block comes once, and again with the first prompt after a compaction",
      tests: "test/clients/copilot-sessions.test.ts",
    },
  ],
  limits: [
    "Nothing is shown to you beside the conversation: what you should know waits for another client, or for `credence status`.",
    "The model does not get the instructions of an MCP server, only its tools and their descriptions.",
    "A repository whose folder you trust can turn all hooks off (`disableAllHooks` in `.github/copilot/settings.json` or `.claude/settings.json`), and runs the hooks in its `.claude/settings.json`, too.",
  ],
  files: [".copilot/settings.json", ".copilot/mcp-config.json"],
  edit: (path, old_str, new_str) => ({ call: "edit", input: { path, old_str, new_str } }),
  directory: ".copilot",
  program: () => [copilotProgram()],
  tools: {
    write: (path, file_text) => ({ name: "create", input: { path, file_text } }),
    shell: (command) => ({ name: "bash", input: { command, description: "x" } }),
    mcp: (tool, input) => ({ name: `credence-${tool}`, input }),
    subagent: (prompt) => ({
      name: "task",
      input: { name: "x", description: "x", prompt, agent_type: "general-purpose" },
    }),
  },
  prepare: ({ home }) => {
    const text = `// mine\n${JSON.stringify({ banner: "never", mouse: false }, null, 2)}\n`;
    writeFileSync(join(home, ".copilot/settings.json"), text);
  },
  env: ({ standIn }) => ({
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `${standIn.url}/v1`,
    COPILOT_MODEL: "stand-in",
    // It unpacks itself once, and not into every home.
    COPILOT_PKG_CACHE_HOME: join(dirname(copilotProgram()), "unpacked"),
  }),
  asking: (prompt) => ["--allow-all", "--prompt", prompt],
  resuming: (prompt) => ["--allow-all", "--continue", "--prompt", prompt],
};
