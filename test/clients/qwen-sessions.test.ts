// The real Qwen Code, asked several times in one session.

import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { expectOneStart } from "./acp-session.ts";
import { QWEN } from "./qwen-client.ts";

const HOW = { words: ["--auth-type", "openai", "--approval-mode", "yolo"], tokens: 195_000 } as const;

if (IS_DEEP)
  test("the start block comes once, and is there after a compaction", () =>
    expectOneStart({ after }, QWEN, HOW));
