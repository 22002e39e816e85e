// Prompts as hooks ask them, with work counted instead of time: whoever waits is asked whether it is late once for each thing
// that is read, and says so after as many as the test allows.

import { join } from "node:path";
import { answerPrompt, type PromptAnswer } from "../../../src/app/recall/answer-prompt.ts";
import { openWorkspace, type Workspace, type WorkspaceHints } from "../../../src/app/workspace/workspace.ts";
import { later, type RecallProject } from "../../fixture/recall-project.ts";

export type Asked = PromptAnswer & { readonly looks: number };

type Hints = Partial<Pick<WorkspaceHints, "now">>;

export type AskInTime = {
  readonly open: (hints?: Hints) => Workspace;
  /** A prompt whose time is up after so many looks at the clock. */
  readonly ask: (prompt: string, looksMax: number, hints?: Hints) => Promise<Asked>;
};

export function askInTime(project: RecallProject): AskInTime {
  const open = (hints: Hints = {}): Workspace => {
    const places = { state: project.state, cache: join(project.credenceHome, "cache") };
    return openWorkspace({
      ...{ cwd: project.top, home: project.home, env: {}, ...places, root: null, scope: null },
      presence: { kind: "nobody", why: "a test" },
      now: Date.parse(later()),
      ...hints,
    });
  };
  const ask = async (prompt: string, looksMax: number, hints: Hints = {}): Promise<Asked> => {
    let looks = 0;
    const isLate = (): boolean => {
      looks += 1;
      return looks > looksMax;
    };
    const workspace = open(hints);
    try {
      const room = { budgetChars: 10_000, isLate, tells: true };
      return {
        ...(await answerPrompt(workspace, { text: prompt, session: "s", promptId: null }, room)),
        looks,
      };
    } finally {
      workspace.close();
    }
  };
  return { open, ask };
}
