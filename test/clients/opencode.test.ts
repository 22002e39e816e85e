// OpenCode, by its real program.

import { after } from "node:test";
import { OPENCODE } from "./opencode-client.ts";
import { testClient } from "./table.ts";
import { connectedProject } from "./walk.ts";

testClient(OPENCODE, async () => ({ project: await connectedProject({ after }, OPENCODE), args: [] }));
