// JSON for stdout. It may land on a terminal, so characters that a terminal or a reader would act on unseen are
// written as escapes: the value stays the same, the bytes are harmless.

import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { asShown, type Shown } from "../../memory/text/render-terminal.ts";
import { PROGRAM } from "./program.ts";

const UNSEEN =
  /[\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]/gu;

export function renderJson(value: unknown): Shown {
  return asShown(`${JSON.stringify(value, null, 2).replace(UNSEEN, toEscapes)}\n`);
}

function toEscapes(char: string): string {
  let escapes = "";
  for (let at = 0; at < char.length; at += 1) {
    escapes += `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }
  return escapes;
}

/** The trust model whose laws this version keeps. */
const TRUST_MODEL = "1.0.0";

export function renderVersion(json: boolean): Shown {
  const { name, version } = PROGRAM;
  return json
    ? renderJson({ name, version, trustModel: TRUST_MODEL, ruleSet: RULE_SET_VERSION })
    : asShown(`${name} ${version}\n`);
}
