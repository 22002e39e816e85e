// Gemini CLI, by its real program.

import { after, test } from "node:test";
import { GEMINI } from "./gemini-client.ts";
import { testTable } from "./table.ts";
import { connectedProject, expectBlocks, expectDenials, expectServer, walk } from "./walk.ts";

const project = await connectedProject({ after }, GEMINI);
const walked = await walk(project);

test("the start block and the block for the prompt reach the model, each once", () => expectBlocks(walked));

test("a write into a root is refused, by the file tool and by a shell", () => expectDenials(walked));

test("the tools of the MCP server are offered to the model", () => expectServer(walked));

testTable(
  async () => ({ client: GEMINI, project, args: [] }),
  ["quiet", "called", "captured", "resumed", "absent"],
);
