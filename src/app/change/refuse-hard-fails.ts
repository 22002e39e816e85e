import { CredenceError } from "../../memory/errors.ts";
import { isHardFail } from "../../validate/verdict.ts";
import type { Judgement } from "./judge-text.ts";

/** A text that a validator hard-fails is never stored. The message names the finding, never the secret. */
export function refuseHardFails({ structure, secrets }: Judgement): void {
  if (secrets.exit !== 0) {
    const finding = secrets.findings.find(({ severity }) => severity === "error");
    throw new CredenceError(
      "SECRET_DETECTED",
      `line ${finding?.line ?? 1}: ${finding?.message ?? "a secret"}`,
    );
  }
  if (isHardFail(structure)) {
    const finding = structure.findings.find(({ severity }) => severity === "error");
    throw new CredenceError(
      "INVALID_MEMORY",
      `${structure.label}: ${finding?.message ?? "not a memory"}`,
      // There is no file yet that `validate` could look at.
      "correct the text and try again",
    );
  }
}
