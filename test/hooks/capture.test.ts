import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gemini } from "../../src/agents/gemini.ts";
import { capture } from "../../src/hooks/handlers.ts";
import { captureProject } from "../fixture/capture-project.ts";
import { findText } from "../fixture/tree.ts";

const WORD = "zebrakiwi";

test("a private turn that begins during a pause is private after it, in a client that names no prompts", async (t) => {
  const project = captureProject(t);
  const { state, home, top: cwd } = project;
  const troubles: string[] = [];
  const send = async (name: string, input: object): Promise<void> => {
    const event = gemini.readEvent(name, { session_id: "s1", cwd, ...input });
    assert.ok(event?.kind === "prompt" || event?.kind === "after-tool" || event?.kind === "turn-end");
    const place = { client: gemini, only: null, state, cache: join(project.base, "cache"), home, cwd };
    const process = { claude: null, shellEnv: {}, ignoresCase: false, node: "/n", script: "/s" };
    await capture(event, {
      ...place,
      ...process,
      now: Date.parse("2026-05-01T12:00:00Z"),
      began: Date.parse("2026-05-01T12:00:00Z"),
      isLate: () => false,
      answering: { isOver: () => false, afterwards: [] },
      note: async (code) => void troubles.push(code),
    });
  };
  await send("BeforeAgent", { prompt: "an ordinary prompt" });
  const pause = join(state, "pause.json");
  writeFileSync(pause, '{"v":1,"until":null,"session":null}\n', { mode: 0o600 });
  await send("AfterAgent", { prompt_response: "the answer" });
  await send("BeforeAgent", { prompt: `<private>${WORD}</private>` });
  rmSync(pause);
  await send("AfterTool", { tool_name: "read_file", tool_input: { path: `${WORD}.md` } });
  await send("AfterAgent", { prompt_response: `${WORD} it is` });
  assert.deepEqual(
    project.records().map(({ text }) => text),
    ["an ordinary prompt"],
  );
  assert.deepEqual(findText(state, WORD), []);
  assert.deepEqual(troubles, []);
});
