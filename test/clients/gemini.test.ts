// Gemini CLI, by its real program.

import { after, test } from "node:test";
import { GEMINI } from "./gemini-client.ts";
import { connectedProject, expectBlocks, expectDenials, expectServer, walk } from "./walk.ts";

const walked = await walk(await connectedProject({ after }, GEMINI));

test("the start block and the block for the prompt reach the model, each once", () => expectBlocks(walked));

test("a write into a root is refused, by the file tool and by a shell", () => expectDenials(walked));

test("the tools of the MCP server are offered to the model", () => expectServer(walked));
