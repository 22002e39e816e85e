// What the real Codex has of a memory that it was shown: one line while the conversation still holds the text, and the text again
// after a rewind, a compaction and a resume.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { CODEX, trustHooks } from "./codex-client.ts";
import { type CodexTurn, startCodex } from "./codex-conversation.ts";
import { connectedProject, PROMPT } from "./walk.ts";

const project = await connectedProject({ after }, CODEX);
await trustHooks(project);
const session = await startCodex({ after }, project);

type Forms = { readonly full: number; readonly lines: number; readonly starts: number };

/** How often the last request has the memory with its text, the line that stands for it, and the block of the session's start. */
function countForms({ asked }: Pick<CodexTurn, "asked">): Forms {
  const said = asked.at(-1)?.said ?? [];
  const seen = said.map(({ text }) => text).join("\n");
  const count = (rest: string): number =>
    seen.split(new RegExp(`\\(inferred\\) .* -> project_kiwi\\.md\\n {2}${rest}`)).length - 1;
  const text = "\\| .*\\n";
  return {
    full: count(`${text}</memory-context>`),
    lines: count("shown earlier"),
    starts: count(`${text}\\d+ of \\d+ memories`),
  };
}

test("a memory comes in full, then as one line, and in full again once the conversation is taken back", async () => {
  const first = await session.ask(PROMPT);
  assert.deepEqual(countForms(first), { full: 1, lines: 0, starts: 1 });
  assert.deepEqual(countForms(await session.ask(PROMPT)), { full: 1, lines: 1, starts: 1 });
  await session.revert(first.id);
  assert.deepEqual(countForms(await session.ask(PROMPT)), { full: 1, lines: 0, starts: 1 });
  assert.deepEqual(countForms(await session.ask(PROMPT)), { full: 1, lines: 1, starts: 1 });
});

async function expectCompacted(): Promise<void> {
  await session.compact();
  assert.deepEqual(countForms(await session.ask(PROMPT)), { full: 1, lines: 0, starts: 1 });
  assert.deepEqual(countForms(await session.ask(PROMPT)), { full: 1, lines: 1, starts: 1 });
}

async function expectResumed(): Promise<void> {
  await session.end();
  const resumed = await startCodex({ after }, project, session.thread);
  assert.deepEqual(countForms(await resumed.ask(PROMPT)), { full: 2, lines: 1, starts: 1 });
  assert.deepEqual(countForms(await resumed.ask(PROMPT)), { full: 2, lines: 2, starts: 1 });
  await resumed.end();
}

if (IS_DEEP) {
  test("after a compaction it comes in full again", expectCompacted);
  test("a resumed session has it in full again, and its start block once", expectResumed);
}
