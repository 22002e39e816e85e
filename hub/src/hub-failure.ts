// What can go wrong with the hub itself, for whoever runs it. What is answered to a client is in server/refusals.ts.

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
