// GitHub Copilot CLI: asked by the names of Claude Code's events it sends nearly the same fields, and reads answers of its
// own form.

import { join } from "node:path";
import { CLAUDE_EVENTS, claudeSample, readClaudeEvent, renderClaudeAnswer } from "./claude-code.ts";
import type { ClientSettings } from "./client-settings.ts";
import { type ClientCodec, type HookAnswer, type HookEvent, isRecord } from "./hook-event.ts";
import { ALL_OFF } from "./merge-entries.ts";
import { memoryInJson } from "./own-memory.ts";
import { editServers } from "./server-entry.ts";
import { withTimedEntries } from "./timed-entries.ts";

export const copilot = {
  name: "copilot",
  events: CLAUDE_EVENTS,
  settingsPaths: {
    user: [".copilot/settings.json", ".copilot/mcp-config.json"],
    moved: { variable: "COPILOT_HOME", paths: ["settings.json", "mcp-config.json"] },
    project: [".github/copilot/settings.local.json", ".github/copilot/settings.json"],
  },
  // The client documents no limit; this is the strictest documented limit in characters among the other clients.
  contextChars: 10_000,
  startsApart: true,
  showsNotices: false,
  readEvent: readCopilotEvent,
  renderAnswer: renderCopilotAnswer,
} as const satisfies ClientCodec;

/** One of its events keeps the client's own spelling, results have a different name, and a patch arrives as the bare text
 * of a tool called "Edit". */
function readCopilotEvent(name: string, input: unknown): HookEvent | null {
  if (!isRecord(input)) return null;
  const { sessionId, tool_name, tool_input, tool_result } = input;
  return readClaudeEvent(name, {
    ...{ session_id: sessionId, tool_response: tool_result, ...input },
    tool_name: typeof tool_input === "string" ? "apply_patch" : tool_name,
  });
}

function renderCopilotAnswer(event: HookEvent, { context = "", denial = "" }: HookAnswer): string {
  if (event.kind === "before-tool") return renderClaudeAnswer(event, { denial });
  const isSaid = (event.kind === "session-start" || event.kind === "prompt") && context !== "";
  return isSaid ? JSON.stringify({ additionalContext: context }) : "";
}

// GitHub Copilot CLI: `~/.copilot/settings.json`, in which comments are allowed. A project's entries go into the settings
// that stay on this machine, and run once the user has trusted the folder.

export const copilotSettings: ClientSettings = /* @__PURE__ */ withTimedEntries({
  codec: copilot,
  label: "GitHub Copilot CLI",
  program: "copilot",
  // The client unpacks itself into the user's cache.
  writesWhenAsked: true,
  // In older versions a hook that took too long had every tool call denied.
  since: [1, 0, 67],
  server: /* @__PURE__ */ editServers({
    file: (at) => join(copilotSettings.directory(at), "mcp-config.json"),
    comments: true,
    fix: "copilot mcp remove credence, then run the command again",
  }),
  // The client's own memory, kept at GitHub for accounts that have it.
  ownMemory: /* @__PURE__ */ memoryInJson({ path: ["memory"], comments: true, since: [1, 0, 49] }),
  entries: { comments: true, off: ALL_OFF },
  sample: claudeSample,
  does: "memories at session start and at each prompt, write guard, capture, MCP server",
  notes: ["`/env` in a session shows how many hooks are active, and from which file"],
});
