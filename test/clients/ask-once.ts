// Asks the real client once, as a process that a test can kill: STATE ADDRESS PROGRAM.

import { openClaudeAgentSdk } from "../../src/observer/providers/claude-agent-sdk.ts";
import { loadSdk } from "./load-sdk.ts";

const [state = "", baseUrl = "", program = ""] = process.argv.slice(2);
const provider = openClaudeAgentSdk({
  ...{ state, baseUrl, program, model: null, load: loadSdk },
  env: { ANTHROPIC_API_KEY: "k".repeat(20) },
});
await provider.ask({
  ...{ system: "You do not have access to tools.", prompt: "go on", outputTokensMax: 1_000 },
  signal: new AbortController().signal,
  onUsage: () => undefined,
  onAttempt: () => undefined,
});
