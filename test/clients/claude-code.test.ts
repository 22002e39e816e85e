// Claude Code, by its real program: the rows that it is held to as every client is.

import { after } from "node:test";
import { CLAUDE } from "./claude-project.ts";
import { testClient } from "./table.ts";
import { connectedProject } from "./walk.ts";

const ALLOWED = "Bash Write Edit Agent mcp__credence__memory_search mcp__credence__memory_save";

testClient(CLAUDE, async () => ({
  project: await connectedProject({ after }, CLAUDE),
  args: ["--allowedTools", ALLOWED],
}));
