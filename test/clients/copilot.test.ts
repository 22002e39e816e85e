// GitHub Copilot CLI, by its real program.

import { after } from "node:test";
import { COPILOT } from "./copilot-client.ts";
import { testClient } from "./table.ts";
import { connectedProject } from "./walk.ts";

testClient(COPILOT, async () => ({ project: await connectedProject({ after }, COPILOT), args: [] }));
