// Why a model gave no answer that can be shown, and what can be done about it. A value: it is expected, and nothing was changed.

import type { Budget, Excess } from "../../observer/model/budget.ts";
import type { ProviderFault } from "../../observer/model/provider.ts";

export type AskRefusal = {
  readonly kind: "refused";
  readonly code: "token_budget_exceeded" | "refused_answer" | "deadline" | ProviderFault;
  readonly message: string;
  readonly hint: string;
};

const FIXES: Readonly<Record<ProviderFault | "deadline", string>> = {
  auth: "check the key in observer.key in machine state, or in the provider's variable",
  quota: "the provider says that the account is used up: look at its billing page",
  rate: "the provider is asked too often: try again in some minutes",
  transient: "the provider cannot be reached now: try again later",
  deadline: "ask again, or of a smaller corpus",
  unsafe:
    "the provider cannot be used as it is set up; credence observer test tries it without your memories",
  final: "credence observer test says whether the provider answers",
};

const LIMITS: Readonly<Record<Budget, string>> = {
  invocation: "ask of a smaller corpus, or raise observer.max_tokens_per_invocation",
  session: "ask again tomorrow, or raise observer.max_tokens_per_session",
  day: "ask again tomorrow, or raise observer.max_tokens_per_day",
};

export function refuseFault(fault: ProviderFault | "deadline", why: string): AskRefusal {
  return { kind: "refused", code: fault, message: `no model answered: ${why}`, hint: FIXES[fault] };
}

export function refuseExcess({ which, used, limits }: Excess): AskRefusal {
  const message = `${used[which]} of ${limits[which]} tokens of the ${which} are used`;
  return { kind: "refused", code: "token_budget_exceeded", message, hint: LIMITS[which] };
}

/** Not one memory had room. */
export function refuseTooSmall(): AskRefusal {
  const message = "no memory is short enough for one call";
  return { kind: "refused", code: "token_budget_exceeded", message, hint: LIMITS.invocation };
}

export function refuseReply(why: string): AskRefusal {
  const hint = "nothing of it is shown; ask again, or in other words";
  return {
    kind: "refused",
    code: "refused_answer",
    message: `the model's answer cannot be used: ${why}`,
    hint,
  };
}
