// What happens in a session, as far as it may be captured. The clients' codecs speak the same words; here are those that
// capture needs, and every other event is of no interest.

type Origin = {
  /** The client's own names; what it does not tell is null. */
  readonly session: string | null;
  readonly prompt: string | null;
  readonly cwd: string | null;
  /** Set inside a subagent. */
  readonly agent: string | null;
};

export type PromptEvent = Origin & { readonly kind: "prompt"; readonly text: string };

export type ToolEvent = Origin & {
  readonly kind: "after-tool";
  readonly tool: string;
  readonly input: unknown;
  readonly response: unknown;
};

export type TurnEndEvent = Origin & { readonly kind: "turn-end"; readonly message: string | null };

export type SessionEvent =
  | PromptEvent
  | ToolEvent
  | TurnEndEvent
  | (Origin & { readonly kind: "session-start" | "before-tool" | "before-compact" | "session-end" });
