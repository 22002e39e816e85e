// Qwen Code, by its real program.

import { after } from "node:test";
import { QWEN } from "./qwen-client.ts";
import { testClient } from "./table.ts";
import { connectedProject } from "./walk.ts";

testClient(QWEN, async () => ({ project: await connectedProject({ after }, QWEN), args: [] }));
