// The result of a validator. A verdict is a value; its shape and its exit codes are API, frozen by test/pins.

export type Severity = "error" | "warning" | "flag" | "notice";

export type Finding = {
  readonly rule: string;
  readonly severity: Severity;
  /** 1-based; a finding about the whole file is at 1:1. Columns count code points. */
  readonly line: number;
  readonly column: number;
  /** Never holds the secret itself: a masked preview at most. */
  readonly message: string;
};

export type ToolName = "validate" | "secret-check" | "injection-check";

export type Label =
  | "PASS"
  | "FAIL-STRUCT"
  | "FAIL-FORMAT"
  | "WARN-SEMANTIC"
  | "CLEAN"
  | "SECRET-DETECTED"
  | "FLAGGED";

export const EXIT_OF_LABEL = {
  PASS: 0,
  CLEAN: 0,
  "FAIL-STRUCT": 1,
  "SECRET-DETECTED": 1,
  "FAIL-FORMAT": 2,
  "WARN-SEMANTIC": 3,
  FLAGGED: 3,
} as const satisfies Record<Label, number>;

export type Verdict = {
  readonly file: string;
  readonly tool: ToolName;
  readonly label: Label;
  readonly exit: (typeof EXIT_OF_LABEL)[Label];
  readonly findings: readonly Finding[];
};

/** FAIL-STRUCT, FAIL-FORMAT and SECRET-DETECTED send a memory to quarantine; nothing else does. */
export function isHardFail(verdict: Verdict): boolean {
  return verdict.exit === 1 || verdict.exit === 2;
}

/** Facts that the caller knows and the text itself cannot prove. */
export type CheckContext = {
  readonly owner: {
    readonly emails: readonly string[];
    readonly github: string | null;
    readonly homeUser: string | null;
    /** True when personal data of others fails instead of being noted. */
    readonly strict: boolean;
  };
  /**
   * True only for a person's own write or an approved content. Elsewhere `<redacted>` exempts nothing, because a
   * model could wrap a secret in it.
   */
  readonly redactionCounts: boolean;
};

export const NO_CONTEXT: CheckContext = {
  owner: { emails: [], github: null, homeUser: null, strict: false },
  redactionCounts: false,
};
