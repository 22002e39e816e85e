// What would let in a memory that is kept from models: a sentence with the key or the command.

import type { Cause } from "../../memory/law/standing.ts";
import type { Standing } from "../../memory/memory.ts";

export type KeptOut = {
  readonly id: string;
  readonly path: string;
  readonly standing: Standing;
  readonly cause: Cause;
  /** It holds what the secret check finds. */
  readonly holdsSecret: boolean;
  readonly isFlagged: boolean;
};

/** @returns null when nothing keeps it out. */
export function findRemedy({ id, path, standing, cause, holdsSecret, isFlagged }: KeptOut): string | null {
  switch (cause) {
    case "broken":
      return `correct ${path} in your editor, or erase it with f`;
    case "unreadable":
      return `make ${path} a readable file of at most 64 kB, or remove it`;
    case "unreliable":
      return "credence doctor says which statements about it cannot be relied on";
    case "record-unreadable":
      return "credence doctor --repair rebuilds this machine's record of the root";
    case "second-location":
      return "credence init uses this copy of the project's memories here";
    case "unchecked":
      return "it is read in full the next time a command looks at it";
    case "unknown-signer":
      return "credence trust list names its signer; or read it and keep this text as advice with a";
    case "changed-since-approval":
    case "changed-since-written":
    case "rolled-back":
    case "superseded":
      return standing === "foreign"
        ? "compare it with the text that was approved and confirm it with y, or bring that one back with git"
        : null;
    case "never-seen":
      return "read it and keep it as advice with a, or make its wording your own with e";
    case "lowered":
    case "revoked":
    case "forgotten":
    case "recorded-quarantined":
      return holdsSecret
        ? sayWithSecret(id)
        : "read it and bring it back as a fact with y, or leave it there";
    case "approved":
    case "approved-but-recorded-inferred":
    case "written":
    case "kept":
    case "retired":
    case "recorded-retired":
      return isFlagged ? "take its findings on when you confirm or keep it, or demote it with n" : null;
  }
}

function sayWithSecret(id: string): string {
  const wrapping = `credence approve ${id} --restore --redact brings it back with what was found in <redacted>`;
  return `take the secret out with e and revoke it where it is valid; if it is none, ${wrapping}`;
}
