// The real GitHub Copilot CLI, asked several times in one session.

import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { expectOneStart } from "./acp-session.ts";
import { COPILOT } from "./copilot-client.ts";

const HOW = {
  words: ["--allow-all"],
  tokens: 126_000,
  summing: /^Please create a detailed summary of the conversation/,
} as const;

if (IS_DEEP)
  test("the start block comes once, and again with the first prompt after a compaction", () =>
    expectOneStart({ after }, COPILOT, HOW));
