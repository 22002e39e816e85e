// Asks the provider at an address once, in a process of its own; says which model answered, or the fault.

import { tmpdir } from "node:os";
import { argv, stdout } from "node:process";
import { openOpenAiCompatible } from "../../../src/observer/providers/openai-compatible.ts";
import { askProvider, faultOf } from "./answering-server.ts";

const env = { OPENAI_API_KEY: "k".repeat(30) };
const provider = openOpenAiCompatible({ state: tmpdir(), env, model: "m", baseUrl: argv[2] ?? "" });
const { reply } = askProvider(provider);
const said = await reply.then(
  ({ text }) => text,
  async () => (await faultOf(reply)).join(": "),
);
stdout.write(said);
