// What a model is to us: a text in, a text out. No provider gets a tool, a file or a directory; what it spends and what it
// tries is reported while it happens, so that whoever asked can end it.

export type ProviderName = "claude-agent-sdk" | "anthropic" | "openai-compatible";

/** Tokens, as the provider reports them. */
export type Usage = { readonly input: number; readonly output: number; readonly cacheCreation: number };

/** A model wanted to use a tool. There is none. */
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
  /** Ends the call, and every process of it. */
  readonly signal: AbortSignal;
  /** What the call has used so far, after each message. */
  readonly onUsage: (usage: Usage) => void;
  readonly onAttempt: (attempt: ToolAttempt) => void;
};

export type Reply = { readonly text: string; readonly usage: Usage };

/** `ask` fails with a ProviderError, or with the signal's reason once that has ended it. */
export type Provider = { readonly name: ProviderName; readonly ask: (question: Question) => Promise<Reply> };

/** Transient and rate are tried again; auth and quota stop everything and are said once; final is this call's end. */
export type ProviderFault = "transient" | "rate" | "auth" | "quota" | "final" | "unsafe";

export class ProviderError extends Error {
  readonly fault: ProviderFault;
  /** How long the provider asked us to wait, if it did. */
  readonly retryAfterMs: number | null;

  constructor(fault: ProviderFault, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Final because of what was set, and not of what was asked: any other text would have met the same. */
export class SettingError extends ProviderError {
  constructor(message: string) {
    super("final", message);
  }
}
