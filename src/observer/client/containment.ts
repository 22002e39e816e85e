// The only module that makes options for the Agent SDK; the Observer and the knowledge agent have no other way to call it.
//
// Attack: the text we send is hostile. It comes from a session that read web pages and other people's files, and it may try
// to have the client or the model read a file, write one, run a program, load settings, hooks or servers, or send what it
// found. Refused: every tool, by absence (`tools`), by name, by mode and by callback; every settings file, hook, MCP
// server, plugin, skill and CLAUDE.md; every variable of the environment but a credential; every directory but an empty
// one. The client also expands `@path` in a prompt without any tool, and sends that file: `verbatimPrompts`, a variable and
// a rule that denies reading close this three times. The prompts of src/observer/modes say "You do not have access to
// tools"; this file makes it so.
//
// Fails closed: verifyInit checks what the client says about itself before it gets a word of the session.

import { readField, readList, readText } from "../model/parse-candidates.ts";
import { ProviderError, SettingError, type ToolAttempt } from "../model/provider.ts";
import type { SpawnClient } from "./client-process.ts";

/** The part of the SDK that is used. */
export type ClientQuery = AsyncIterable<unknown> & { readonly initializationResult: () => Promise<unknown> };
export type AgentSdk = {
  readonly query: (call: { prompt: AsyncIterable<unknown>; options: ContainedOptions }) => ClientQuery;
};
export type LoadSdk = () => Promise<unknown>;
export type ContainedOptions = ReturnType<typeof buildContainment>;

export type ContainedCall = {
  readonly system: string;
  readonly model: string;
  readonly outputTokensMax: number;
  /** An empty working directory, and a temporary home for the files that the client writes. */
  readonly jail: string;
  readonly home: string;
  /** The variables with the credential and, if the user set one, the address. */
  readonly access: Readonly<Record<string, string>>;
  /** A program to use instead of the SDK's own. */
  readonly program: string | null;
  readonly spawn: SpawnClient;
  readonly end: AbortController;
  readonly onAttempt: (attempt: ToolAttempt) => void;
};

/** More than one, so that a model that tried a tool can still answer; each attempt is reported. */
const TURNS_MAX = 4;
const REFUSAL = "there are no tools here";

const SETTINGS = {
  permissions: { deny: ["Read(//**)"], disableBypassPermissionsMode: "disable" },
  disableAllHooks: true,
  autoMemoryEnabled: false,
} as const;

export function buildContainment(call: ContainedCall) {
  return {
    tools: [],
    allowedTools: [],
    disallowedTools: [...KNOWN_TOOLS],
    permissionMode: "dontAsk",
    permissionPrompts: "none",
    canUseTool: denyWith(call.onAttempt),
    additionalDirectories: [],
    mcpServers: {},
    strictMcpConfig: true,
    settingSources: [],
    settings: SETTINGS,
    skills: [],
    plugins: [],
    agents: {},
    hooks: {},
    verbatimPrompts: true,
    extraArgs: { "disable-slash-commands": null },
    persistSession: false,
    maxTurns: TURNS_MAX,
    thinking: { type: "disabled" },
    // For models whose thinking cannot be turned off.
    effort: "low",
    cwd: call.jail,
    env: buildEnvironment(call),
    model: call.model,
    systemPrompt: call.system,
    spawnClaudeCodeProcess: call.spawn,
    abortController: call.end,
    ...(call.program === null ? {} : { pathToClaudeCodeExecutable: call.program }),
  } as const;
}

/** Complete, because the SDK replaces the environment with this. */
function buildEnvironment(call: ContainedCall): Readonly<Record<string, string>> {
  return {
    ...call.access,
    PATH: "/usr/bin:/bin",
    HOME: call.home,
    TMPDIR: call.home,
    CLAUDE_CODE_TMPDIR: call.home,
    CLAUDE_CODE_DISABLE_ATTACHMENTS: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    // The caller retries, and counts the retries.
    CLAUDE_CODE_MAX_RETRIES: "0",
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(call.outputTokensMax),
  };
}

function denyWith(onAttempt: (attempt: ToolAttempt) => void) {
  return async (tool: string, input: unknown, context: unknown) => {
    const id = readField(context, "toolUseID");
    onAttempt({ id: typeof id === "string" ? id : null, tool, input, result: "denied", message: REFUSAL });
    return { behavior: "deny", message: REFUSAL } as const;
  };
}

// The name is in a variable, so that the bundler and the type checker do not look for a package that is not installed by
// default.
const SDK_PACKAGE: string = "@anthropic-ai/claude-agent-sdk";
const INSTALL = `npm install --global ${SDK_PACKAGE}`;
const importSdk: LoadSdk = () => import(SDK_PACKAGE);

export async function loadSdk(load: LoadSdk = importSdk): Promise<AgentSdk> {
  let sdk: unknown;
  try {
    sdk = await load();
  } catch {
    // An SDK that cannot be loaded, for any reason, has to be reinstalled.
    throw sdkMissing("the Agent SDK is not installed");
  }
  if (isAgentSdk(sdk)) return sdk;
  throw sdkMissing("the Agent SDK has no query function");
}

export function sdkMissing(what: string): SettingError {
  return new SettingError(`${what}: ${INSTALL}`);
}

function isAgentSdk(value: unknown): value is AgentSdk {
  return typeof value === "object" && value !== null && "query" in value && typeof value.query === "function";
}

// Every tool that the client is known to have had, refused by name: those that S3 lists, those of the installed SDK, and
// those of older clients. `tools: []` offers none of them; this list is the second barrier should that ever fail.

/** S3's twelve come first. The star covers unknown ones. */
const KNOWN_TOOLS: readonly string[] = [
  ...["Bash", "Read", "Write", "Edit", "Grep", "Glob", "WebFetch", "WebSearch", "Task", "NotebookEdit"],
  ...["AskUserQuestion", "TodoWrite"],
  ...["Agent", "Artifact", "ClaudeDesign", "CronCreate", "CronDelete", "CronList", "EndConversation"],
  ...["EnterPlanMode", "EnterWorktree", "ExitPlanMode", "ExitWorktree", "ListAgents"],
  ...["ListMcpResourcesTool", "LSP", "Monitor", "OfferChromeSetup", "PowerShell", "Projects"],
  ...["propose_skills", "ProposeGoal", "PushNotification", "ReadMcpResourceDirTool", "ReadMcpResourceTool"],
  ...["ReadNotifications", "RemoteTrigger", "ReportFindings", "ScheduleWakeup", "SendFeedback"],
  ...["SendMessage", "SendUserFile", "SendUserMessage", "ShareOnboardingGuide"],
  ...["ShowOnboardingRolePicker", "Skill", "SubagentHandback", "TaskCreate", "TaskGet", "TaskList"],
  ...["TaskStop", "TaskUpdate", "ToolSearch", "WaitForMcpServers", "Workflow"],
  ...["BashOutput", "KillBash", "KillShell", "LS", "MultiEdit", "NotebookRead", "SlashCommand"],
  ...["StructuredOutput", "TaskOutput", "TodoRead", "mcp__*", "*"],
];

// Attack: the client silently ignores options that it does not know, and an older client expands `@path` despite all our
// options. Fails closed: a client that is too old, says nothing, or reports anything that could act, is unsafe and gets no
// word of the session.

/** The first version that sends prompts unexpanded. */
const VERSION_MIN = [2, 1, 248] as const;

/** Called before anything is sent, with the client's answer to our handshake. */
export function verifyVersion(handshake: unknown): void {
  const version = readText(handshake, "claude_code_version");
  if (version === null) throw unsafe("does not say its version");
  if (!isRecent(version)) throw unsafe(`is older than ${VERSION_MIN.join(".")}`);
}

/** Called after a message without content, and again each time the client reports its setup. */
export function verifyInit(init: unknown, jail: string): void {
  verifyVersion(init);
  for (const key of ["tools", "mcp_servers", "slash_commands", "skills"] as const) {
    if (readList(init, key)?.length !== 0) throw unsafe(`reports ${key}`);
  }
  const plugins = readList(init, "plugins");
  if (plugins?.every((plugin) => readField(plugin, "path") === "builtin") !== true)
    throw unsafe("reports plugins of others");
  if (readText(init, "permissionMode") !== "dontAsk") throw unsafe("is in another permission mode");
  if (readText(init, "cwd") !== jail) throw unsafe("is in another directory");
}

function isRecent(version: string): boolean {
  const parts = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version)?.slice(1).map(Number);
  if (parts === undefined) return false;
  for (const [index, least] of VERSION_MIN.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

export function unsafe(what: string): ProviderError {
  return new ProviderError("unsafe", `the client ${what}`);
}
