// Asks the model once about some memories. Nothing is kept between two questions: each one sends its memories anew. The
// containment, the limits and the audit log are the Observer's; all questions of one day in one root count as one session.

import { dirname } from "node:path";
import { renderDay } from "../../memory/instant.ts";
import { ASK_MODE } from "../../observer/modes/ask.ts";
import { keyOfSession } from "../../observer/spool/spool-files.ts";
import { type Asked, askModel } from "../observe/ask-model.ts";
import type { DrainSetting } from "../observe/observe-root.ts";
import { logRun } from "../observe/run-log.ts";
import type { GivenMemory } from "./given-memory.ts";
import { promptCharsMax, renderAsked } from "./prompt.ts";
import { type AskRefusal, refuseExcess, refuseFault, refuseReply, refuseTooSmall } from "./refuse-asking.ts";
import { parseReply } from "./reply.ts";

export type Reply = {
  readonly kind: "reply";
  readonly answer: string | null;
  /** In the order in which they were given. */
  readonly cited: readonly GivenMemory[];
  readonly dropped: readonly string[];
  readonly sent: number;
};

export type About = { readonly question: string; readonly given: readonly GivenMemory[] };

export async function askAbout(
  setting: DrainSetting,
  { question, given }: About,
): Promise<Reply | AskRefusal> {
  const { findSecrets, limits, now, place } = setting;
  const charsMax = promptCharsMax(limits.invocation, ASK_MODE.system);
  const { text: prompt, sent } = renderAsked({ question, given, charsMax, findSecrets });
  const session = `ask ${renderDay(now())}`;
  if (sent.length === 0) return refuseTooSmall();
  const asked = await askModel(
    { ...setting, signal: AbortSignal.timeout(setting.deadlineMs) },
    {
      system: ASK_MODE.system,
      prompt,
      session,
      key: keyOfSession(`${session} ${place.rootId}`),
      project: projectOf(setting),
      source: "KnowledgeAgent",
    },
  );
  if (asked.kind !== "answer") return refuseAsked(setting, session, asked);
  const reply = parseReply(asked.text, new Set(sent.map(({ id }) => id)));
  if (reply.kind === "refused") {
    logRun(place.state, { event: "refused-answer", session, now: now(), why: reply.why });
    return refuseReply(reply.why);
  }
  const { answer, cited, dropped } = reply;
  const rests = sent.filter(({ id }) => cited.includes(id));
  return { kind: "reply", answer, cited: rests, dropped, sent: sent.length };
}

type Unanswered = Exclude<Asked, { readonly kind: "answer" }>;

function refuseAsked({ place, now }: DrainSetting, session: string, asked: Unanswered): AskRefusal {
  const at = { session, now: now() };
  if (asked.kind === "excess") {
    logRun(place.state, { event: "token_budget_exceeded", ...at, ...asked.excess });
    return refuseExcess(asked.excess);
  }
  logRun(place.state, { event: "fault", ...at, fault: asked.fault });
  return refuseFault(asked.fault, asked.message);
}

function projectOf({ root }: DrainSetting): string {
  return root.workTree?.top ?? dirname(dirname(root.path));
}
