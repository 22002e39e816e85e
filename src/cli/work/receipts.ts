import type { Receipt, ShownForm } from "../../app/recall/receipts.ts";

/** After what else is said of a memory; nothing where it was shown as usual. */
const FORMS: Readonly<Record<ShownForm, string>> = {
  full: "",
  part: ", in part",
  line: ", one line: shown earlier",
  description: "",
  earlier: ", not repeated: shown earlier",
};

export function renderReceipt({ at, kind, outcome, shown, left }: Receipt): string {
  const what = kind === "prompt" ? "prompt" : "session start";
  const lines = shown.map(({ id, standing, confidence, form = "full" }) => {
    return `    ${id} (${standing}${confidence === null ? "" : `, ${confidence}`}${FORMS[form]})\n`;
  });
  const rest = left.map(({ id, cut }) => `    not ${id}: ${cut}\n`);
  return `${at} ${what}: ${outcome}\n${lines.join("")}${rest.join("")}`;
}
