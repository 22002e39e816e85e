// The real Gemini CLI, asked several times in one session.

import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { expectOneStart } from "./acp-session.ts";
import { GEMINI } from "./gemini-client.ts";

const HOW = { words: ["--model", "gemini-2.5-flash"], tokens: 600_000 } as const;

if (IS_DEEP)
  test("the start block comes once, and again with the first prompt after a compaction", () =>
    expectOneStart({ after }, GEMINI, HOW));
