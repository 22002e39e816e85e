// All clients whose programs these tests run.

import { CLAUDE } from "./claude-project.ts";
import type { RealClient } from "./client-project.ts";
import { CODEX } from "./codex-client.ts";
import { COPILOT } from "./copilot-client.ts";
import { GEMINI } from "./gemini-client.ts";
import { OPENCODE } from "./opencode-client.ts";
import { QWEN } from "./qwen-client.ts";

export const REAL_CLIENTS: readonly RealClient[] = [CLAUDE, CODEX, COPILOT, GEMINI, OPENCODE, QWEN];
