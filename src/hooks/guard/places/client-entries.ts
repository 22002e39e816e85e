// What of a client's settings keeps us connected: our entries, and the settings that turn all hooks off. For the guard, which
// holds a text before a change against the text after it. It knows our entries by their words alone: the code that edits
// settings would make every tool call wait.

import { isRecord } from "../../../agents/hook-event.ts";
import { parseJson } from "../../../memory/json.ts";

export type ClientEntries = {
  /** Our entries, each to the letter; null if no client can read the text, and so no hook in it runs. */
  readonly ours: ReadonlySet<string> | null;
  /** What turns hooks off in it. */
  readonly offs: ReadonlySet<string>;
  /** A setting for whose type the client leaves the whole file out; null if none is known. */
  readonly wrong: string | null;
};

const NONE: ClientEntries = { ours: new Set(), offs: new Set(), wrong: null };
/** No settings are longer. */
const CHARS_MAX = 4_000_000;
/** Of the clients that read over comments. To every other a comment makes the whole file unreadable. */
const COMMENTS = /\/\.(?:copilot|gemini|github|qwen)\//;

export function readEntries(path: string, text: string | null): ClientEntries {
  if (text === null) return NONE;
  if (path.endsWith(".js")) return { ...NONE, ours: new Set(/^\/\/ credence: /.test(text) ? [text] : []) };
  if (path.endsWith(".toml")) return readToml(text);
  const settings =
    text.length > CHARS_MAX ? null : parseJson(COMMENTS.test(path) ? withoutComments(text) : text);
  if (!isRecord(settings)) return { ...NONE, ours: null };
  const line = JSON.stringify(settings);
  return {
    ours: new Set(listOurs(settings, "", 0)),
    offs: new Set(OFFS.flatMap(([what, pattern]) => (pattern.test(line) ? [what] : []))),
    wrong: /\/\.claude\//.test(path) ? findWrong(settings) : null,
  };
}

/** @returns why we would be disconnected after a change; null when everything of ours is still there */
export function findSilence(before: ClientEntries, after: ClientEntries): string | null {
  const off = [...after.offs].find((each) => !before.offs.has(each));
  if (off !== undefined) return `${off} would turn its hooks off`;
  // A text that could not be read before kept no client connected.
  const had = before.ours ?? new Set();
  const { ours, wrong } = after;
  if (ours === null) return had.size === 0 ? null : "the client could not read the file any more";
  if (had.size > 0 && wrong !== null && before.wrong === null)
    return `the client would leave out the whole file because ${wrong} has a wrong type`;
  const lost = [...had].filter((each) => !ours.has(each)).length;
  return lost === 0 ? null : `${lost} of the ${had.size} entries of Credence in it would be gone or changed`;
}

/** Is anything of ours in it? */
export function hasEntries({ ours }: ClientEntries): boolean {
  return ours !== null && ours.size > 0;
}

const OUR_WORDS = /(?:\/launch|credence\.cjs)'? hook |\/launch"|claude-memory|\.claude\/memory|credence/;
const OUR_KEY = /^credence(?:@|$)/;
const DEPTH_MAX = 8;

/** Each entry with its way, and with what its group says besides: a hook that is asked about less is not the same. */
function listOurs(value: unknown, way: string, depth: number): string[] {
  if (depth > DEPTH_MAX) return [];
  if (Array.isArray(value))
    return value.flatMap((each) => {
      if (!isRecord(each) || !Array.isArray(each["hooks"]))
        return isOurs(each) ? [way + JSON.stringify(each)] : [];
      return listOurs(each["hooks"], `${way} ${JSON.stringify(each["matcher"] ?? null)}`, depth + 1);
    });
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    OUR_KEY.test(key) && each !== false
      ? [`${way}/${key}${JSON.stringify(each)}`]
      : listOurs(each, `${way}/${key}`, depth + 1),
  );
}

function isOurs(entry: unknown): boolean {
  return OUR_WORDS.test(JSON.stringify(entry) ?? "");
}

const OFFS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["disableAllHooks", /[{,]"disableAllHooks":true/],
  ["hooksConfig.enabled", /"hooksConfig":\{[^}]{0,1000}"enabled":false/],
  ["enabledPlugins", /"credence@[^"]{0,100}":false/],
  ["a list of what is disabled", /"disabled(?:McpServers)?":\[[^\]]{0,10000}"credence"/],
];

// Claude Code leaves out a file with a value of a wrong type as a whole. The settings that people change are known here.

type Is = (value: unknown) => boolean;
const isText: Is = (value) => typeof value === "string";
const isTexts: Is = (value) => Array.isArray(value) && value.every(isText);

const TYPES: readonly (readonly [Is, string])[] = [
  [isRecord, "hooks permissions env statusLine enabledPlugins mcpServers sandbox attribution"],
  [isTexts, "permissions.allow permissions.deny permissions.ask permissions.additionalDirectories"],
  [isTexts, "enabledMcpjsonServers disabledMcpjsonServers"],
  [isText, "model outputStyle language apiKeyHelper permissions.defaultMode"],
  [
    (value) => typeof value === "boolean",
    "disableAllHooks includeCoAuthoredBy alwaysThinkingEnabled respectGitignore autoMemoryEnabled",
  ],
  [(value) => typeof value === "number", "cleanupPeriodDays"],
];

function findWrong(settings: unknown): string | null {
  const valueAt = (name: string): unknown =>
    name.split(".").reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), settings);
  for (const [isRight, names] of TYPES) {
    const wrong = names.split(" ").find((name) => valueAt(name) !== undefined && !isRight(valueAt(name)));
    if (wrong !== undefined) return wrong;
  }
  return null;
}

/** Lines, each with its table: of our server, and of the trust that a person gave to hooks. */
function readToml(text: string): ClientEntries {
  const [ours, offs] = [new Set<string>(), new Set<string>()];
  let table = "";
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line.startsWith("[")) table = line;
    const isMine = /^\[ *(?:hooks *\. *state|mcp_servers *\. *"?credence)\b/.test(table);
    if (/^(?:features\.)?(?:codex_)?hooks\s{0,9}=\s{0,9}false\b/.test(line)) offs.add("hooks = false");
    if (isMine && /^enabled\s{0,9}=\s{0,9}false\b/.test(line)) offs.add(`enabled = false in ${table}`);
    else if ((isMine && line !== "" && !line.startsWith("#")) || line.includes("credence"))
      ours.add(`${table}\n${line}`);
  }
  return { ...NONE, ours, offs };
}

/** Texts stay; comments go, also one that never ends. */
function withoutComments(text: string): string {
  const parts = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g;
  return text.replaceAll(parts, (part) => (part.startsWith('"') ? part : " "));
}
