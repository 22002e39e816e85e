import { explainFailure } from "../../app/health/explain-failure.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Io } from "./command.ts";
import { renderJson } from "./render-json.ts";

/** What went wrong, in the words of the error table. */
export function reportFailure(io: Pick<Io, "out" | "err">, error: unknown, json: boolean): number {
  const { code, message, hint, exit } = explainFailure(error);
  if (json) io.out(renderJson({ error: { code, message, hint } }));
  io.err(`error: ${code}: ${renderTerminalLine(message)}\nhint: ${renderTerminalLine(hint)}\n`);
  return exit;
}
