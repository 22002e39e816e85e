// What of a client's settings keeps us connected: our entries, and the settings that turn all hooks off. For the guard, which
// holds a text before a change against the text after it. It knows our entries by their words alone: the code that edits
// settings would make every tool call wait.

import { isRecord } from "../../../agents/hook-event.ts";
import { parseJson } from "../../../memory/json.ts";

export type ClientEntries = {
  /** Our entries, each to the letter; null where nobody can read the text, and so no hook in it runs. */
  readonly ours: ReadonlySet<string> | null;
  /** What turns hooks off in it. */
  readonly offs: ReadonlySet<string>;
  /** A setting for whose type the client leaves the whole file out; null where none is known. */
  readonly wrong: string | null;
};

const NONE: ClientEntries = { ours: new Set(), offs: new Set(), wrong: null };

/** No settings are longer. */
const CHARS_MAX = 4_000_000;

export function readEntries(path: string, text: string | null): ClientEntries {
  if (text === null) return NONE;
  if (path.endsWith(".js")) return { ...NONE, ours: new Set(PLUGIN.test(text) ? [text] : []) };
  if (path.endsWith(".toml")) return readToml(text);
  const settings =
    text.length > CHARS_MAX ? null : parseJson(COMMENTS.test(path) ? withoutComments(text) : text);
  if (!isRecord(settings)) return { ...NONE, ours: null };
  return {
    ours: new Set([...listHooks(settings), ...listRules(settings)]),
    offs: new Set(listOffs(settings)),
    wrong: /\/\.claude\//.test(path) ? findWrong(settings) : null,
  };
}

/** Of the clients that read over comments. To every other a comment makes the whole file unreadable. */
const COMMENTS = /\/\.(?:copilot|gemini|github|qwen)\//;

/** @returns why we would be disconnected after a change; null when everything of ours is still there. */
export function findSilence(before: ClientEntries, after: ClientEntries): string | null {
  const off = [...after.offs].find((each) => !before.offs.has(each));
  if (off !== undefined) return `${off} would turn its hooks off`;
  // What could not be read before kept nobody connected.
  const had = before.ours ?? new Set();
  if (after.ours === null) return had.size === 0 ? null : "the client could not read the file any more";
  if (had.size > 0 && after.wrong !== null && before.wrong === null)
    return `the client would leave out the whole file because ${after.wrong} has a wrong type`;
  const { ours } = after;
  const lost = [...had].filter((each) => !ours.has(each)).length;
  return lost === 0 ? null : `${lost} of the ${had.size} entries of Credence in it would be gone or changed`;
}

/** Is anything of ours in it? */
export function hasEntries({ ours }: ClientEntries): boolean {
  return ours !== null && ours.size > 0;
}

const PLUGIN = /^\/\/ credence: /;
const OUR_LINE = /(?:\/launch|credence\.cjs)'? hook [a-z-]{1,40} /;

type Fields = Readonly<Record<string, unknown>>;

/** With the event and the matcher: a hook that is asked about less is not the same. */
function listHooks({ hooks }: Fields): string[] {
  if (!isRecord(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) => {
      const handlers = isRecord(group) && Array.isArray(group["hooks"]) ? group["hooks"] : [group];
      const matcher = isRecord(group) ? group["matcher"] : null;
      return handlers.filter(isOurs).map((handler) => JSON.stringify([event, matcher, handler]));
    }),
  );
}

function isOurs(handler: unknown): boolean {
  if (!isRecord(handler)) return false;
  if (handler["type"] === "mcp_tool") return handler["server"] === "credence";
  return OUR_LINE.test([handler["command"], ...listOf(handler["args"])].join(" "));
}

/** Rules that keep roots and machine state, the server, and the plugin. */
function listRules({ permissions, mcpServers, enabledPlugins }: Fields): string[] {
  const denied = isRecord(permissions) ? listOf(permissions["deny"]) : [];
  const server = isRecord(mcpServers) ? mcpServers["credence"] : undefined;
  const plugins = isRecord(enabledPlugins) ? Object.entries(enabledPlugins) : [];
  return [
    ...denied.filter(
      (rule) => typeof rule === "string" && /claude-memory|\.claude\/memory|credence/.test(rule),
    ),
    ...(server === undefined ? [] : [server]),
    ...plugins.filter(([name, isOn]) => name.startsWith("credence@") && isOn === true),
  ].map((each) => JSON.stringify(each));
}

function listOffs({
  disableAllHooks,
  hooksConfig,
  hooks,
  enabledPlugins,
  disabledMcpServers,
}: Fields): string[] {
  const config = isRecord(hooksConfig) ? hooksConfig : {};
  const names = [config["disabled"], isRecord(hooks) ? hooks["disabled"] : null, disabledMcpServers];
  const plugins = isRecord(enabledPlugins) ? Object.entries(enabledPlugins) : [];
  return [
    ...(disableAllHooks === true ? ["disableAllHooks"] : []),
    ...(config["enabled"] === false ? ["hooksConfig.enabled"] : []),
    ...(names.some((list) => listOf(list).includes("credence")) ? ["a list of what is disabled"] : []),
    ...(plugins.some(([name, isOn]) => name.startsWith("credence@") && isOn === false)
      ? ["enabledPlugins"]
      : []),
  ];
}

// Claude Code leaves out a file with a value of a wrong type as a whole. The settings that people change are known here.

type Is = (value: unknown) => boolean;

const isText: Is = (value) => typeof value === "string";
const isSwitch: Is = (value) => typeof value === "boolean";
const isNumber: Is = (value) => typeof value === "number";
const isTexts: Is = (value) => Array.isArray(value) && value.every(isText);

const TYPES: readonly (readonly [Is, string])[] = [
  [isRecord, "hooks permissions env statusLine enabledPlugins mcpServers sandbox attribution"],
  [isTexts, "permissions.allow permissions.deny permissions.ask permissions.additionalDirectories"],
  [isTexts, "enabledMcpjsonServers disabledMcpjsonServers"],
  [isText, "model outputStyle language apiKeyHelper permissions.defaultMode"],
  [isSwitch, "disableAllHooks includeCoAuthoredBy alwaysThinkingEnabled respectGitignore autoMemoryEnabled"],
  [isNumber, "cleanupPeriodDays"],
];

function findWrong(settings: Fields): string | null {
  for (const [isRight, names] of TYPES) {
    for (const name of names.split(" ")) {
      const value = name
        .split(".")
        .reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), settings);
      if (value !== undefined && !isRight(value)) return name;
    }
  }
  return null;
}

/** Lines, each with its table: of our server, and of the trust that a person gave to hooks. */
function readToml(text: string): ClientEntries {
  const [ours, offs] = [new Set<string>(), new Set<string>()];
  let table = "";
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line.startsWith("[")) table = line;
    const isOurs = /^\[ *(?:hooks *\. *state|mcp_servers *\. *"?credence)\b/.test(table);
    if (/^(?:features\.)?(?:codex_)?hooks\s{0,9}=\s{0,9}false\b/.test(line)) offs.add("hooks = false");
    if (isOurs && /^enabled\s{0,9}=\s{0,9}false\b/.test(line)) offs.add(`enabled = false in ${table}`);
    else if ((isOurs && line !== "" && !line.startsWith("#")) || line.includes("credence"))
      ours.add(`${table}\n${line}`);
  }
  return { ...NONE, ours, offs };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Texts stay; comments go, also one that never ends. */
function withoutComments(text: string): string {
  const parts = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g;
  return text.replaceAll(parts, (part) => (part.startsWith('"') ? part : " "));
}
