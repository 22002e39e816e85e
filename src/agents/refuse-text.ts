// Why a settings text cannot be changed.

import type { Edited } from "./client-settings.ts";
import type { JsonText } from "./edit-json.ts";
import { findDoubleKey } from "./json-text.ts";

type Refused = Extract<Edited, { kind: "refused" }>;

export const NOT_JSON: Refused = {
  kind: "refused",
  why: "it is not valid JSON, so nothing was changed",
  fix: "repair the file; the client itself cannot read it either",
};

/** A key that is there twice has a reason of its own: clients read such a file, and which of the two counts is theirs to say. */
export function refuseText(json: JsonText, otherwise: Refused): Refused {
  const key = findDoubleKey(json.text, json);
  if (key === null) return otherwise;
  const why = `it has the key ${JSON.stringify(key)} twice, so nothing was changed`;
  return { kind: "refused", why, fix: "repair the file: remove one of the two" };
}
