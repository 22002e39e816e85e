// The interface of a provider: text in, text out. No provider gets a tool, a file or a directory; its spending and its
// attempts to act are reported while they happen, so that the caller can end the call.

export type ProviderName = "claude-agent-sdk" | "anthropic" | "openai-compatible";

/** Tokens, as the provider reports them. */
export type Usage = { readonly input: number; readonly output: number; readonly cacheCreation: number };

/** An attempt of the model to use a tool, although there is none. */
export type ToolAttempt = {
  /** The provider's own name of the call. */
  readonly id: string | null;
  readonly tool: string;
  readonly input: unknown;
  readonly result: "allowed" | "denied" | "error";
  readonly message: string | null;
};

export type Question = {
  readonly system: string;
  readonly prompt: string;
  readonly outputTokensMax: number;
  /** Ends the call, and all of its processes. */
  readonly signal: AbortSignal;
  /** Called after each message with the usage of the call so far. */
  readonly onUsage: (usage: Usage) => void;
  readonly onAttempt: (attempt: ToolAttempt) => void;
};

export type Reply = { readonly text: string; readonly usage: Usage };

/** `ask` rejects with a ProviderError, or with the signal's reason once the signal has ended the call. */
export type Provider = { readonly name: ProviderName; readonly ask: (question: Question) => Promise<Reply> };

/** Transient and rate are retried; auth and quota stop everything and are reported once; final ends this call. */
export type ProviderFault = "transient" | "rate" | "auth" | "quota" | "final" | "unsafe";

export class ProviderError extends Error {
  readonly fault: ProviderFault;
  /** The pause that the provider requested, if it did. */
  readonly retryAfterMs: number | null;

  constructor(fault: ProviderFault, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Final because of the settings and not of the text: any other text would have met the same fault. */
export class SettingError extends ProviderError {
  constructor(message: string) {
    super("final", message);
  }
}
