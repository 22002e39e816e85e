// Gemini CLI, by its real program.

import { after } from "node:test";
import { GEMINI } from "./gemini-client.ts";
import { testClient } from "./table.ts";
import { connectedProject } from "./walk.ts";

testClient(GEMINI, async () => ({ project: await connectedProject({ after }, GEMINI), args: [] }));
