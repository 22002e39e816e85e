// OpenCode runs no commands of ours: a plugin file (opencode-plugin.ts renders it) does, with this input, and acts on the
// answer. Both sides are ours, so the plugin uses the names of OpenCode's own hooks and our answer unchanged.

import { dirname, join } from "node:path";
import {
  type ClientSettings,
  type EditResult,
  placeSettings,
  SAMPLE_SESSION,
  type SettingsRequest,
} from "./client-settings.ts";
import {
  type ClientCodec,
  type EventWords,
  type HookAnswer,
  type HookEvent,
  isRecord,
  readNamedEvent,
} from "./hook-event.ts";
import { ANY_EVENT, hookWords, readHookWords, serverWords } from "./hook-words.ts";
import { hasPluginServer, PLUGIN_MARK, readPluginWords, renderPlugin } from "./opencode-plugin.ts";

const CLIENT = "opencode";

const WORDS: EventWords = {
  kinds: {
    "session.created": "session-start",
    "chat.message": "prompt",
    "tool.execute.before": "before-tool",
    "tool.execute.after": "after-tool",
    "session.idle": "turn-end",
    "experimental.session.compacting": "before-compact",
    "session.deleted": "session-end",
  },
  prompt: "messageID",
  agent: "parentID",
  message: "message",
};

export const opencode = {
  name: CLIENT,
  events: WORDS.kinds,
  settingsPaths: {
    user: [".config/opencode/plugins/credence.js"],
    moved: { variable: "XDG_CONFIG_HOME", paths: ["opencode/plugins/credence.js"] },
    project: [".opencode/plugins/credence.js"],
  },
  // The client documents no limit; this is the strictest documented limit in characters among the other clients.
  contextChars: 10_000,
  // The plugin reports them.
  tellsRewinds: true,
  showsNotices: false,
  readEvent: readOpencodeEvent,
  renderAnswer: renderOpencodeAnswer,
} as const satisfies ClientCodec;

function readOpencodeEvent(name: string, input: unknown): HookEvent | null {
  if (!isRecord(input)) return null;
  const { sessionID, directory, tool, args, output, tokens } = input;
  const words = { session_id: sessionID, cwd: directory, tool_name: tool, tool_input: args };
  const event = readNamedEvent(WORDS, name, { ...input, ...words, tool_response: output });
  const isTold = typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens >= 0;
  return event?.kind === "prompt" && isTold ? { ...event, length: { tokens } } : event;
}

/** Notices are dropped, because OpenCode shows a plugin's words only in its log. */
function renderOpencodeAnswer({ kind }: HookEvent, { context = "", denial = "" }: HookAnswer): string {
  if (kind === "before-tool") return denial === "" ? "" : JSON.stringify({ denial });
  const isSaid = (kind === "session-start" || kind === "prompt") && context !== "";
  return isSaid ? JSON.stringify({ context }) : "";
}

// OpenCode: one file of ours in its plugin folder. No settings file is changed.

export const opencodeSettings: ClientSettings = {
  name: CLIENT,
  label: "OpenCode",
  program: "opencode",
  // In older versions a plugin could not add to a request without storing the addition.
  since: [1, 0, 152],
  directory: (at) => dirname(dirname(opencodeSettings.file(at))),
  file: (at) => placeSettings(opencode.settingsPaths, at),
  commands: { path: (name) => join("commands", `credence-${name}.md`), form: "markdown" },
  merge: (text, request) =>
    text === null || text.startsWith(PLUGIN_MARK) ? { kind: "edited", text: render(request) } : NOT_OURS,
  remove: (text) => ({ kind: "edited", text: text?.startsWith(PLUGIN_MARK) === true ? null : text }),
  inspect: (text, { isPersons }) => {
    if (text?.startsWith(PLUGIN_MARK) !== true)
      return { entries: [], missing: ["the plugin file"], off: null };
    const words = readPluginWords(text);
    const entry = words === null ? null : readHookWords(words, CLIENT);
    const missing = isPersons === true && !hasPluginServer(text) ? ["the MCP server"] : [];
    return entry === null ? null : { entries: [entry], missing, off: null };
  },
  sample: (command, directory) => ({
    event: "tool.execute.before",
    input: { sessionID: SAMPLE_SESSION, directory, tool: "bash", args: { command } },
  }),
  does: "memories with the first and with each message, write guard, capture, MCP server",
  notes: ["OpenCode reads plugins when it starts: restart it"],
};

const NOT_OURS: EditResult = {
  kind: "refused",
  why: "a file that is not ours is there, so nothing was changed",
  fix: "move it away, then run the command again",
};

function render({ launch, isPersons }: SettingsRequest): string {
  const server = isPersons === true ? serverWords(launch) : null;
  return renderPlugin(hookWords(launch, CLIENT, { event: ANY_EVENT }), server);
}
