// Claude Code, asked by `claude -p`, and a project with it.

import { join } from "node:path";
import type { Owner } from "../temp-dir.ts";
import { claudeProgram } from "./client-program.ts";
import { type ClientProject, clientProject, type RealClient } from "./client-project.ts";
import { type Conversation, startConversation } from "./conversation.ts";
import { acting, playPrompts, type Script, type Tools } from "./model/script.ts";

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
  directory: ".claude",
  program: () => [claudeProgram()],
  tools: TOOLS,
  env: ({ standIn }) => claudeEnv(standIn.url),
  asking: (prompt) => ["-p", prompt],
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
