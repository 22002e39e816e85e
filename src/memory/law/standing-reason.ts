// The reason of a standing, in words a person can act on.

import type { Standing } from "../memory.ts";
import type { TrustedSigner, Vouching } from "./evidence.ts";

export type Cause =
  | "approved"
  | "approved-but-recorded-inferred"
  | "written"
  | "kept"
  | "rolled-back"
  | "superseded"
  | "changed-since-approval"
  | "changed-since-written"
  | "unknown-signer"
  | "never-seen"
  | "second-location"
  | "lowered"
  | "forgotten"
  | "revoked"
  | "retired"
  | "recorded-quarantined"
  | "recorded-retired"
  | "broken"
  | "unreliable";

export type Decision = {
  readonly standing: Standing;
  readonly cause: Cause;
  readonly by?: Vouching | undefined;
};

export function describeStanding(decision: Decision, signers: readonly TrustedSigner[]): string {
  const by = nameSigner(decision.by, signers);
  const on = decision.by === undefined ? "" : ` on ${decision.by.time.slice(0, 10)}`;
  switch (decision.cause) {
    case "approved":
      return `approved by ${by}${on}`;
    case "approved-but-recorded-inferred":
      return `approved by ${by}${on}, but the file does not record it as verified`;
    case "written":
      return isOwn(decision.by, signers) ? "written here" : `written by ${by}${on}`;
    case "kept":
      return `kept by ${by}${on}`;
    case "rolled-back":
      return `history rolled back: the approval by ${by}${on} is gone`;
    case "superseded":
      return "changed back to a text that a later approval replaced";
    case "changed-since-approval":
      return `changed since approval by ${by}${on}`;
    case "changed-since-written":
      return `changed since it was written by ${by}${on}`;
    case "unknown-signer":
      return "unknown signer";
    case "never-seen":
      return "never seen here";
    case "second-location":
      return "this root was seen at another location before";
    case "lowered":
      return `lowered by ${by}${on}`;
    case "forgotten":
      return `forgotten by ${by}${on}`;
    case "revoked":
      return `revoked by ${by}${on}`;
    case "retired":
      return `retired by ${by}${on}`;
    case "recorded-quarantined":
      return "lowered by nobody you trust";
    case "recorded-retired":
      return "retired by nobody you trust";
    case "broken":
      return "a validator fails it";
    case "unreliable":
      return "there are too many statements about it, or one cannot be read";
  }
}

function nameSigner(attestation: Vouching | undefined, signers: readonly TrustedSigner[]): string {
  return signers.find((trusted) => trusted.signer === attestation?.signer)?.petname ?? "nobody";
}

function isOwn(attestation: Vouching | undefined, signers: readonly TrustedSigner[]): boolean {
  return signers.some((trusted) => trusted.own && trusted.signer === attestation?.signer);
}
