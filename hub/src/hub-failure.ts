// Failures of the hub itself, for its operator. Answers to clients are in server/refusals.ts.

export type HubFailureCode =
  | "MIGRATING"
  | "NEWER_DATABASE"
  | "NO_DATABASE"
  | "NO_POSTGRESQL"
  | "NO_ROLE"
  | "OLD_POSTGRESQL"
  | "USAGE";

export class HubFailure extends Error {
  readonly code: HubFailureCode;
  readonly hint: string | null;

  constructor(code: HubFailureCode, message: string, hint: string | null = null) {
    super(message);
    this.name = "HubFailure";
    this.code = code;
    this.hint = hint;
  }
}
