// OpenCode: one file of ours in its folder of plugins, beside whatever else is there. No settings file is touched.

import { join, resolve } from "node:path";
import type { ClientSettings, Edited, SettingsRequest } from "./client-settings.ts";
import { hookWords, readHookWords } from "./hook-words.ts";
import { EVENT, PLUGIN_MARK, readPluginWords, renderPlugin } from "./opencode-plugin.ts";

const CLIENT = "opencode";

export const opencodeSettings: ClientSettings = {
  name: CLIENT,
  label: "OpenCode",
  program: "opencode",
  since: [1, 0, 0],
  directory: ({ home, env, project }) =>
    project === null
      ? join(resolve(env["XDG_CONFIG_HOME"] || join(home, ".config")), "opencode")
      : join(project, ".opencode"),
  file: (at) => join(opencodeSettings.directory(at), "plugins", "credence.js"),
  merge: (text, request) =>
    text === null || text.startsWith(PLUGIN_MARK) ? { kind: "edited", text: render(request) } : NOT_OURS,
  remove: (text) => ({ kind: "edited", text: text?.startsWith(PLUGIN_MARK) === true ? null : text }),
  inspect: (text) => {
    if (text?.startsWith(PLUGIN_MARK) !== true)
      return { entries: [], missing: ["the plugin file"], off: null };
    const words = readPluginWords(text);
    const entry = words === null ? null : readHookWords(words, CLIENT);
    return entry === null ? null : { entries: [entry], missing: [], off: null };
  },
  does: "memories with the first and with each message, write guard, capture",
  notes: ["OpenCode reads plugins when it starts: start it anew"],
};

const NOT_OURS: Edited = {
  kind: "refused",
  why: "a file of another origin is there, so nothing was changed",
  fix: "move it away, then run the command again",
};

function render({ launch }: SettingsRequest): string {
  return renderPlugin(hookWords(launch, CLIENT, { event: EVENT }));
}
