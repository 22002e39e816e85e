// Claude Code: its hook events, and the answers it reads. Tried against the real program in test/clients.

import { dirname, join } from "node:path";
import { claudeServers, PROMPT_TOOL, PROMPT_TOOL_SINCE } from "./claude/server.ts";
import { findExtras, lacksStatusline, listExtras } from "./claude/statusline.ts";
import {
  type ClientSettings,
  isOlder,
  type OwnMemory,
  placeSettings,
  SAMPLE_SESSION,
  type SampleEvent,
  type SettingsRequest,
  type Version,
} from "./client-settings.ts";
import { readAt } from "./edit-json.ts";
import {
  type ClientCodec,
  type EventKinds,
  type EventWords,
  type HookAnswer,
  type HookEvent,
  isRecord,
  readNamedEvent,
} from "./hook-event.ts";
import { type HookPart, homeOf, hookWords, type LaunchPlaces, quoteWords, slotOf } from "./hook-words.ts";
import {
  ALL_OFF,
  type EntrySettings,
  type FoundEntry,
  findGroupedHooks,
  inspectEntries,
  mergeEntries,
  removeEntries,
  type WantedEntry,
} from "./merge-entries.ts";
import { memoryInJson, withOwnMemory } from "./own-memory.ts";

const CLIENT = "claude-code";

const WORDS: EventWords = {
  kinds: {
    SessionStart: "session-start",
    SubagentStart: "session-start",
    UserPromptSubmit: "prompt",
    PreToolUse: "before-tool",
    PostToolUse: "after-tool",
    Stop: "turn-end",
    SubagentStop: "turn-end",
    PreCompact: "before-compact",
    SessionEnd: "session-end",
  },
  prompt: "prompt_id",
  agent: "agent_id",
  message: "last_assistant_message",
};

/** Codex has the same events. */
export const CLAUDE_EVENTS: EventKinds = WORDS.kinds;

export const claudeCode = {
  name: CLIENT,
  events: CLAUDE_EVENTS,
  settingsPaths: {
    user: [".claude/settings.json", ".claude/settings.local.json", ".claude.json"],
    moved: { variable: "CLAUDE_CONFIG_DIR", paths: ["settings.json", ".claude.json"] },
    project: [".claude/settings.local.json", ".claude/settings.json"],
  },
  contextChars: 10_000,
  mayAskServer: true,
  showsNotices: true,
  readEvent: readClaudeEvent,
  renderAnswer: renderClaudeAnswer,
} as const satisfies ClientCodec;

/** Also for clients with the same names and fields. */
export function readClaudeEvent(name: string, input: unknown): HookEvent | null {
  return readNamedEvent(WORDS, name, input);
}

const EVENT_NAMES: Readonly<Partial<Record<HookEvent["kind"], string>>> = {
  "session-start": "SessionStart",
  prompt: "UserPromptSubmit",
  "before-tool": "PreToolUse",
};

/** Only these three kinds get an answer: context at the end of a turn would keep the turn from ending. */
export function renderClaudeAnswer(
  { kind, agent }: HookEvent,
  { context = "", notice = "", denial = "" }: HookAnswer,
): string {
  const hookEventName = kind === "session-start" && agent !== null ? "SubagentStart" : EVENT_NAMES[kind];
  if (hookEventName === undefined) return "";
  const specific =
    kind === "before-tool"
      ? denial !== "" && { permissionDecision: "deny", permissionDecisionReason: denial }
      : context !== "" && { additionalContext: context };
  const answer = {
    ...(specific === false ? {} : { hookSpecificOutput: { hookEventName, ...specific } }),
    ...(notice === "" || kind === "before-tool" ? {} : { systemMessage: notice }),
  };
  return Object.keys(answer).length === 0 ? "" : JSON.stringify(answer);
}

// Claude Code: `~/.claude/settings.json`, strict JSON (the client ignores a whole file with a comment in it). For one
// project its local settings, which stay on this machine because the entries hold paths of this machine.

/** From this version on a hook can be a program with arguments; an older client would run the program alone. */
const EXEC_FORM_SINCE: Version = [2, 1, 139];

type Hook = HookPart & {
  readonly timeout: number;
  readonly matcher?: string;
  readonly async?: boolean;
};

/** Seconds. Each is longer than the hook's own limit. */
const HOOKS: readonly Hook[] = [
  { event: "SessionStart", timeout: 5 },
  { event: "SubagentStart", timeout: 5 },
  { event: "UserPromptSubmit", part: "recall", timeout: 4 },
  { event: "UserPromptSubmit", part: "capture", timeout: 30, async: true },
  {
    event: "PreToolUse",
    timeout: 3,
    matcher: "Write|Edit|MultiEdit|NotebookEdit|Bash|PowerShell|Monitor|REPL|Read|LSP|Grep|Glob|mcp__.*",
  },
  { event: "PostToolUse", timeout: 30, async: true },
  { event: "Stop", timeout: 3 },
  { event: "SubagentStop", timeout: 3 },
  { event: "PreCompact", timeout: 3 },
  { event: "SessionEnd", timeout: 3 },
];

/** The client keeps notes of its own from 2.1.59 on. */
export const claudeMemory: OwnMemory = /* @__PURE__ */ memoryInJson({
  path: ["autoMemoryEnabled"],
  comments: false,
  since: [2, 1, 59],
  variable: "CLAUDE_CODE_DISABLE_AUTO_MEMORY",
});

const HOOKS_AND_RULES: ClientSettings = {
  name: CLIENT,
  label: "Claude Code",
  program: "claude",
  since: null,
  directory: (at) => dirname(HOOKS_AND_RULES.file(at)),
  file: (at) => placeSettings(claudeCode.settingsPaths, at),
  server: claudeServers,
  commands: { path: (name) => join("commands", "credence", `${name}.md`), form: "markdown" },
  ownMemory: claudeMemory,
  lacksStatusline,
  merge: (text, request) => {
    const wanted = [...listWanted(request), ...listExtras(text, request)];
    return mergeEntries(text, wanted, entrySettings(request));
  },
  remove: (text, request) => removeEntries(text, request, entrySettings(request)),
  inspect: (text, request) => inspectEntries(text, listWanted(request), entrySettings(request)),
  sample: claudeSample,
  does: "memories at session start and at each prompt, write guard, capture",
  notes: ["open sessions keep their old settings: start a new one"],
};

export const claudeCodeSettings: ClientSettings = /* @__PURE__ */ withOwnMemory(
  HOOKS_AND_RULES,
  claudeMemory,
);

/** Also for clients with the same names and fields. */
export function claudeSample(command: string, cwd: string): SampleEvent {
  const input = { session_id: SAMPLE_SESSION, cwd, tool_name: "Bash", tool_input: { command } };
  return { event: "PreToolUse", input };
}

function entrySettings(request: SettingsRequest): EntrySettings {
  return {
    comments: false,
    fresh: {},
    find: (settings) => [...findOurs(settings, request), ...findExtras(settings, request)],
    off: ALL_OFF,
  };
}

function listWanted(request: SettingsRequest): WantedEntry[] {
  const hooks = HOOKS.map((hook): WantedEntry => {
    const handler = renderHandler(hook, request);
    const matcher = hook.matcher === undefined ? {} : { matcher: hook.matcher };
    return {
      slot: slotOf(hook),
      list: ["hooks", hook.event],
      value: { ...matcher, hooks: [handler] },
      handler,
    };
  });
  const rules = listDenyRules(request).map((rule): WantedEntry => {
    return { slot: rule, list: ["permissions", "deny"], value: rule };
  });
  return [...hooks, ...rules];
}

function renderHandler(hook: Hook, { launch, version, serverProved }: SettingsRequest): unknown {
  const { timeout, async } = hook;
  const canAsk = serverProved === true && version !== null && !isOlder(version, PROMPT_TOOL_SINCE);
  if (hook.part === "recall" && canAsk) return { ...PROMPT_TOOL, timeout };
  const [command = "", ...args] = hookWords(launch, CLIENT, hook);
  const form =
    version === null || isOlder(version, EXEC_FORM_SINCE)
      ? { command: quoteWords([command, ...args]) }
      : { command, args };
  return { type: "command", ...form, timeout, ...(async === true ? { async } : {}) };
}

/** The user root below the home for which a launcher was written, because that home may have been moved since. */
function userRootBeside({ state }: LaunchPlaces, { launch, userRoot }: SettingsRequest): string {
  const [was, home] = [homeOf(state), homeOf(launch.state)];
  const isBelow = was !== null && home !== null && userRoot.startsWith(`${home}/`);
  return isBelow ? `${was}${userRoot.slice(home.length)}` : userRoot;
}

/** A rule is ours if we would write it, now or for the places that our hooks in this file name, and if the user had fewer
 * of it before. If that is unknown, a rule without a hook of ours belongs to the user. */
function findOurs(settings: unknown, request: SettingsRequest): FoundEntry[] {
  const hooks = findGroupedHooks(settings, CLIENT);
  const launches: LaunchPlaces[] = [
    request.launch,
    ...hooks.flatMap(({ entry }) => (entry === null ? [] : [entry])),
  ];
  const ours = new Set(
    launches.flatMap((launch) =>
      listDenyRules({ ...request, launch, userRoot: userRootBeside(launch, request) }),
    ),
  );
  const rules = denyRulesOf(settings);
  const theirs = theirRules(request, { rules, isConnected: hooks.length > 0 });
  const count = (list: readonly unknown[], rule: string): number =>
    list.filter((each) => each === rule).length;
  // Removed from the end, so that the rules go while the hooks still name their places.
  return [
    ...hooks,
    ...rules.flatMap((rule, index): FoundEntry[] => {
      // Of equal rules the last counts, because ours were appended.
      if (typeof rule !== "string" || !ours.has(rule) || rules.lastIndexOf(rule) > index) return [];
      const isTheirs = count(rules, rule) <= count(theirs, rule);
      const path = ["permissions", "deny", index];
      return [{ slot: rule, path, value: rule, isPart: false, isTheirs, entry: null }];
    }),
  ];
}

type RulesNow = { readonly rules: readonly unknown[]; readonly isConnected: boolean };

function theirRules({ before }: SettingsRequest, { rules, isConnected }: RulesNow): readonly unknown[] {
  if (before === undefined) return isConnected ? [] : rules;
  return denyRulesOf(before === null ? null : readAt({ text: before, comments: false })?.value);
}

function denyRulesOf(settings: unknown): readonly unknown[] {
  const permissions = isRecord(settings) ? settings["permissions"] : null;
  const deny = isRecord(permissions) ? permissions["deny"] : null;
  return Array.isArray(deny) ? deny : [];
}

// Threat: a repository turns hooks off in its own settings. It cannot turn off the user's deny rules, because Claude Code
// reads them first, whatever a repository allows. They keep the client's file tools, and the shell commands whose paths it
// understands, out of every root, machine state and the cache. A script that opens a file itself is not stopped.

/** In the user's settings `//` is the top of the file system; a pattern without it is relative to the start of the session,
 * and a session that began one directory deeper would escape it. */
const ANYWHERE = "//**/.claude/memory";

type RuledPlaces = { readonly launch: LaunchPlaces; readonly userRoot: string };

export function listDenyRules({ launch, userRoot }: RuledPlaces): string[] {
  const own = (path: string): string[] => (isPlain(path) ? [`/${path}`] : []);
  return [
    ...[ANYWHERE, ...own(userRoot), ...own(launch.state), ...own(launch.cache)].map(
      (place) => `Edit(${place}/**)`,
    ),
    ...[ANYWHERE, ...own(userRoot), ...own(userRoot).map((root) => `${root}/projects/*`)].flatMap((root) => [
      `Read(${root}/quarantine/**)`,
      `Read(${root}/archive/**)`,
    ]),
    ...own(launch.state).map((state) => `Read(${state}/**)`),
  ];
}

/** False for a path with a character that has a meaning in a pattern or a rule. Such a path gets no rule, because a rule
 * that matches something else is worse than the guard alone. */
function isPlain(path: string): boolean {
  return /^\/[^*?[\](){}!\\]+$/.test(path);
}
