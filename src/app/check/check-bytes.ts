// One text, one validator. The validators are loaded when they are needed: each is heavy in its own way.

import { basename } from "node:path";
import { SCAN_BYTES_MAX } from "../../memory/limits.ts";
import {
  type CheckContext,
  EXIT_OF_LABEL,
  type Label,
  type ToolName,
  type Verdict,
} from "../../validate/verdict.ts";

const FAILED: Readonly<Record<ToolName, Label>> = {
  validate: "FAIL-STRUCT",
  "secret-check": "SECRET-DETECTED",
  "injection-check": "FLAGGED",
};

/** Bytes that are not UTF-8 are scanned all the same: a secret beside a broken byte is still a secret. */
const lenient = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

export type BytesToCheck = {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** False where the text goes on after these bytes. */
  readonly complete: boolean;
};

export async function checkBytes(
  { tool, context }: { readonly tool: ToolName; readonly context: CheckContext },
  { file, bytes, complete }: BytesToCheck,
): Promise<Verdict> {
  if (tool === "validate") {
    const { checkStructure } = await import("../../validate/check-structure.ts");
    return { ...checkStructure(basename(file), bytes), file };
  }
  if (!complete) {
    const message = `larger than ${SCAN_BYTES_MAX / 1024 / 1024} MiB, so not scanned`;
    return refusedVerdict(tool, file, { rule: "unscanned", message });
  }
  const text = lenient.decode(bytes);
  if (tool === "secret-check") {
    const { checkSecrets } = await import("../../validate/check-secrets.ts");
    return checkSecrets(file, text, context);
  }
  const { checkInjection } = await import("../../validate/check-injection.ts");
  return checkInjection(file, text, context);
}

export function refusedVerdict(
  tool: ToolName,
  file: string,
  { rule, message }: { readonly rule: string; readonly message: string },
): Verdict {
  const label = FAILED[tool];
  const severity = tool === "injection-check" ? "flag" : "error";
  const findings = [{ rule, severity, line: 1, column: 1, message }] as const;
  return { file, tool, label, exit: EXIT_OF_LABEL[label], findings };
}
