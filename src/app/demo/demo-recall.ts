import { recallMemories } from "../recall/recall-memories.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { DemoStep } from "./demo-step.ts";

/** What an agent would get, told in one line. */
export function recallForDemo(workspace: Workspace, prompt: string, story: string): DemoStep {
  const { shown } = recallMemories(workspace, { prompt });
  const names = shown.map(({ loaded }) => `${loaded.file.id} (${loaded.standing.standing})`);
  return {
    title: `recall for "${prompt}"`,
    story,
    outcome: names.length === 0 ? "nothing is shown" : `shown: ${names.join(", ")}`,
    mood: "good",
    file: null,
  };
}
