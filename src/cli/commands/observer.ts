import { unlockFor } from "../call/open-workspace.ts";
import type { Answer } from "../frames/answer.ts";
import { type Acting, defineVerbCommand, LIMIT } from "../frames/verb-command.ts";
import { OFF } from "./observe.ts";

export const observer = defineVerbCommand(
  {
    name: "observer",
    summary: "Show cost, backlog and tool attempts of the Observer",
    usage: ["observer [status]", "observer log [--limit N]", "observer test"],
    options: { limit: { type: "string", value: "N", help: `log: how many, ${LIMIT.fallback} if absent` } },
    exits: { 1: "test: the provider does not answer" },
    examples: ["observer status", "observer log --limit 5"],
  },
  {
    status: { act: status },
    log: { act: log },
    test: { act: test, asksLater: true },
  },
);

async function status({ workspace, root }: Acting): Promise<Answer> {
  const { describeObserver } = await import("../../app/observe/describe-observer.ts");
  const { sayObserverStatus } = await import("../work/observer.ts");
  const report = describeObserver(workspace, root);
  return { json: report, says: [sayObserverStatus(report)] };
}

/** What a model wanted to do is session text: it is for a person's eyes, and without one there are names and times. */
async function log({ workspace, limit }: Acting): Promise<Answer> {
  const { listAttempts } = await import("../../app/observe/describe-observer.ts");
  const { sayAttempt } = await import("../work/observer.ts");
  const attempts = listAttempts(workspace, limit);
  return {
    json: attempts,
    says: attempts.length === 0 ? ["no tool attempts"] : attempts.flatMap(sayAttempt),
  };
}

/** A test spends, and a model that could spend at will would. A person is asked only where there is something to test. */
async function test({ io, workspace, root }: Acting): Promise<Answer> {
  const act = "test the Observer";
  if (workspace.presence.kind === "nobody") await unlockFor(io, workspace, act);
  const { openDrain } = await import("../../app/observe/open-drain.ts");
  const { testObserver } = await import("../../app/observe/describe-observer.ts");
  const { sayTest } = await import("../work/observer.ts");
  const setting = await openDrain(workspace, root, { env: io.env, now: () => workspace.now });
  if (setting === null) {
    const none = { provider: "none", model: null, works: false, fault: "off", message: null };
    return { json: { ...none, milliseconds: 0 }, says: [OFF], exit: 1 };
  }
  await unlockFor(io, workspace, act);
  const outcome = await testObserver(setting);
  return { json: outcome, says: [sayTest(outcome)], exit: outcome.works ? 0 : 1 };
}
