import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { buildContainment, loadSdk } from "../../../src/observer/client/containment.ts";
import { ProviderError, type ToolAttempt } from "../../../src/observer/model/provider.ts";
import { readSourceFiles } from "../../arch/project-files.ts";

const attempts: ToolAttempt[] = [];
const spawn = (): never => {
  throw new Error("nothing is started here");
};
const end = new AbortController();
const OPTIONS = buildContainment({
  ...{ system: "You do not have access to tools.", model: "haiku", outputTokensMax: 4_000 },
  ...{ jail: "/state/jail", home: "/state/home", access: { ANTHROPIC_API_KEY: "key" } },
  ...{ program: "/usr/bin/client", spawn, end, onAttempt: (attempt) => attempts.push(attempt) },
});

const EXPECTED = {
  tools: [],
  allowedTools: [],
  permissionMode: "dontAsk",
  permissionPrompts: "none",
  additionalDirectories: [],
  mcpServers: {},
  strictMcpConfig: true,
  settingSources: [],
  settings: {
    permissions: { deny: ["Read(//**)"], disableBypassPermissionsMode: "disable" },
    disableAllHooks: true,
    autoMemoryEnabled: false,
  },
  skills: [],
  plugins: [],
  agents: {},
  hooks: {},
  verbatimPrompts: true,
  extraArgs: { "disable-slash-commands": null },
  persistSession: false,
  maxTurns: 4,
  thinking: { type: "disabled" },
  effort: "low",
  cwd: "/state/jail",
  env: {
    ANTHROPIC_API_KEY: "key",
    PATH: "/usr/bin:/bin",
    HOME: "/state/home",
    TMPDIR: "/state/home",
    CLAUDE_CODE_TMPDIR: "/state/home",
    CLAUDE_CODE_DISABLE_ATTACHMENTS: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_MAX_RETRIES: "0",
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: "4000",
  },
  model: "haiku",
  systemPrompt: "You do not have access to tools.",
  spawnClaudeCodeProcess: spawn,
  abortController: end,
  pathToClaudeCodeExecutable: "/usr/bin/client",
};

test("the options are these and no others, whoever asks", () => {
  const { canUseTool, disallowedTools, ...rest } = OPTIONS;
  assert.equal(typeof canUseTool, "function");
  assert.deepEqual(rest, EXPECTED);
});

test("the callback denies whatever it is asked, and reports it", async () => {
  for (const tool of ["Read", "Invented"]) {
    const answer = await OPTIONS.canUseTool(tool, { file_path: "/etc/passwd" }, { toolUseID: `t_${tool}` });
    assert.deepEqual(answer, { behavior: "deny", message: "there are no tools here" });
  }
  assert.deepEqual(attempts, [
    {
      id: "t_Read",
      tool: "Read",
      input: { file_path: "/etc/passwd" },
      result: "denied",
      message: "there are no tools here",
    },
    {
      id: "t_Invented",
      tool: "Invented",
      input: { file_path: "/etc/passwd" },
      result: "denied",
      message: "there are no tools here",
    },
  ]);
});

test("every mode tells the model that it has no tools, which the options make true", () => {
  const folder = join(import.meta.dirname, "../../../src/observer/modes");
  const modes = readdirSync(folder);
  assert.ok(modes.length > 0);
  for (const name of modes) {
    const text = readFileSync(join(folder, name), "utf8").replace(/\s+/g, " ");
    assert.match(text, /You do not have access to tools\./, name);
  }
  assert.deepEqual([OPTIONS.tools, OPTIONS.permissionMode], [[], "dontAsk"]);
});

test("one file of src names the SDK's package", () => {
  const naming = [...readSourceFiles()].filter(
    ([path, text]) => path.startsWith("src/") && /@anthropic-ai\//.test(text),
  );
  assert.deepEqual(
    naming.map(([path]) => path),
    ["src/observer/client/containment.ts"],
  );
});

test("an SDK that is not there, or is something else, is a final failure that says how to install it", async () => {
  const absent = (): Promise<unknown> => Promise.reject(new Error("ERR_MODULE_NOT_FOUND"));
  for (const load of [undefined, absent, async () => ({}), async () => ({ query: 1 }), async () => null]) {
    await assert.rejects(loadSdk(load), (error) => {
      assert.ok(error instanceof ProviderError);
      assert.equal(error.fault, "final");
      assert.match(error.message, /: npm install --global @anthropic-ai\/claude-agent-sdk$/);
      return true;
    });
  }
});
