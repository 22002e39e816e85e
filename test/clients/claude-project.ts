// Claude Code, asked by `claude -p`, and a project with it.

import { join } from "node:path";
import { VERSIONS } from "../../scripts/verify/fetch-clients.ts";
import type { Owner } from "../temp-dir.ts";
import { claudeProgram } from "./client-program.ts";
import { type ClientProject, clientProject, type RealClient } from "./client-project.ts";
import { type Conversation, startConversation } from "./conversation.ts";
import { acting, playPrompts, type Script, type Tools } from "./model/script.ts";
import { keeping } from "./promises.ts";

const TOOLS: Tools = {
  write: (file_path, content) => ({ name: "Write", input: { file_path, content } }),
  shell: (command) => ({ name: "Bash", input: { command, description: "x" } }),
  mcp: (tool, input) => ({ name: `mcp__credence__${tool}`, input }),
  subagent: (prompt) => ({
    name: "Agent",
    input: { description: "x", prompt, subagent_type: "general-purpose" },
  }),
};

export const CLAUDE: RealClient = {
  name: "claude-code",
  label: "Claude Code",
  version: VERSIONS.claude,
  tests: "test/clients/claude-code.test.ts",
  keeps: keeping({
    compacted: "elsewhere: test/clients/sessions.test.ts, by /compact",
    untitled: "no: without a terminal it asks for no title",
  }),
  besides: [
    {
      title:
        "a session that is started without the server (--strict-mcp-config) is noticed by its end, and doctor says what to do",
      tests: "test/clients/mcp.test.ts",
    },
    {
      title: "hooks whose launcher is gone let the prompt through",
      tests: "test/clients/failing-hooks.test.ts",
    },
  ],
  limits: [
    "A file tool is refused by the client's own rule before a hook is asked, so the reason is the client's; the MCP server's instructions name the tool to use. Of the other hooks only `PostToolBatch` fires then, and every round of tools would wait for that.",
    "A repository that turns hooks off leaves the deny rules alone.",
  ],
  files: [".claude/settings.json"],
  fileDenial: /denied by your permission settings|memories are changed only by commands/,
  edit: (file_path, old_string, new_string) => ({
    ...{ call: "Edit", input: { file_path, old_string, new_string } },
  }),
  directory: ".claude",
  program: () => [claudeProgram()],
  tools: TOOLS,
  env: ({ standIn }) => claudeEnv(standIn.url),
  asking: (prompt) => ["-p", prompt],
  beforeServer: (tool) => ({ call: "ToolSearch", input: { query: `select:mcp__credence__${tool}` } }),
  resuming: (prompt) => ["-p", prompt, "--continue"],
};

/** The model does as the prompt says. */
export const claudeScript: Script = playPrompts(TOOLS);

/** Besides HOME and PATH. */
export function claudeEnv(url: string): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: ["sk", "ant", "stand", "in"].join("-"),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
}

export type ClaudeProject = ClientProject & {
  readonly settings: string;
  /** One session that is asked several times: `claude -p ARGS`. */
  readonly converse: (...args: string[]) => Conversation;
};

export async function claudeProject(owner: Owner): Promise<ClaudeProject> {
  const project = await clientProject(owner, CLAUDE);
  const { top: cwd, home, clientEnv: env, standIn } = project;
  return {
    ...project,
    settings: join(home, ".claude/settings.json"),
    converse: (...args) => startConversation(owner, { cwd, env, standIn }, args),
  };
}

/** A prompt that makes the stand-in call a tool. Several of them, joined, are calls of one answer. */
export function calling(tool: string, input: object): string {
  return acting({ call: tool, input });
}
