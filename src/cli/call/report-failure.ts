import { explainFailure } from "../../app/health/explain-failure.ts";
import { hideDoubtful } from "../../memory/text/doubtful-names.ts";
import { asShown, type Shown, says } from "../../memory/text/render-terminal.ts";
import type { Io } from "./command.ts";
import { renderJson } from "./render-json.ts";

/** What went wrong, in the words of the error table. */
export function reportFailure(io: Pick<Io, "out" | "err">, error: unknown, json: boolean): number {
  const { code, message, hint, exit } = explainFailure(error);
  if (json) io.out(renderJson({ error: { code, message, hint } }));
  io.err(says`error: ${code}: ${message}\nhint: ${hint}\n`);
  return exit;
}

/** The same in a small process, which has no rules to tell a name from a secret: what may be one is not repeated. */
export function reportWithoutRules(
  { out, err }: Pick<Io, "out" | "err">,
  error: unknown,
  json: boolean,
): number {
  const hiding = (write: Io["out"]) => (text: Shown) => write(asShown(hideDoubtful(text)));
  return reportFailure({ out: hiding(out), err: hiding(err) }, error, json);
}
