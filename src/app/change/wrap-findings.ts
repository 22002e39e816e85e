// What a rule of today takes for a secret, wrapped in `<redacted>` where it stands, from its first character to the end of the
// line: a person restores the memory with it in one step, and a model is shown the mark alone. The person sees and signs the
// result; nothing is stored here.

import { CredenceError } from "../../memory/errors.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { judgeText } from "./judge-text.ts";

/** A secret of several lines shows its next one once the first is wrapped. */
const ROUNDS = 20;

export async function wrapFindings(workspace: Workspace, { file, text }: LoadedMemory): Promise<string> {
  if (text === null) throw new CredenceError("INVALID_MEMORY", `${file.id} is not text`);
  let wrapped = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { secrets } = await judgeText(workspace, `${file.id}.md`, { text: wrapped, vouchedBy: "person" });
    const found = secrets.findings.filter(({ severity }) => severity === "error");
    if (found.length === 0) return wrapped;
    const next = wrapLines(wrapped, found);
    if (next === wrapped) break;
    wrapped = next;
  }
  throw new CredenceError("SECRET_DETECTED", `what is found in ${file.id} cannot be wrapped line by line`);
}

type Place = { readonly line: number; readonly column: number };

function wrapLines(text: string, places: readonly Place[]): string {
  const first = new Map<number, number>();
  for (const { line, column } of places) first.set(line, Math.min(column, first.get(line) ?? column));
  const lines = text.split("\n").map((line, index) => {
    const column = first.get(index + 1);
    if (column === undefined || line.includes("<redacted>")) return line;
    // Columns count code points.
    const points = [...line];
    return `${points.slice(0, column - 1).join("")}<redacted>${points.slice(column - 1).join("")}</redacted>`;
  });
  return lines.join("\n");
}
