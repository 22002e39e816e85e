// One tiny call, to see that the provider answers. It spends what it spends, so a person asks for it, and it counts like any.

import { keyOfSession } from "../../observer/spool/spool-files.ts";
import { askModel } from "./ask-model.ts";
import type { DrainSetting } from "./observe-root.ts";

const SESSION = "observer test";
const SYSTEM = "You do not have access to tools. Answer with one word.";
const PROMPT = "Answer with the word ready.";

export type TestOutcome = {
  readonly provider: string;
  readonly model: string | null;
  readonly works: boolean;
  /** Null where it works; else which kind of fault, and what the provider's own part says of it. */
  readonly fault: string | null;
  readonly message: string | null;
  readonly milliseconds: number;
};

export async function testObserver(setting: DrainSetting): Promise<TestOutcome> {
  const begun = performance.now();
  const asked = await askModel(
    { ...setting, signal: AbortSignal.timeout(setting.deadlineMs) },
    { system: SYSTEM, prompt: PROMPT, session: SESSION, key: keyOfSession(SESSION), project: "" },
  );
  const [fault, message] =
    asked.kind === "answer"
      ? [null, null]
      : asked.kind === "excess"
        ? ["token_budget_exceeded", `the limit of the ${asked.excess.which} is reached`]
        : [asked.fault, asked.message];
  return {
    provider: setting.provider.name,
    model: setting.config["observer.model"],
    works: fault === null,
    fault,
    message,
    milliseconds: Math.round(performance.now() - begun),
  };
}
