// The client's last message: the text, or why there is none. The client calls a failed request a success with an error.

import { readCount, readField, readText } from "../model/json-fields.ts";
import { ProviderError } from "../model/provider.ts";
import { errorOfStatus } from "./fault-of-status.ts";

export function readResult(result: unknown): string {
  const status = readCount(result, "api_error_status");
  if (status !== null) throw errorOfStatus({ status, code: null, retryAfter: null, now: 0 });
  const subtype = readText(result, "subtype");
  if (subtype === "error_max_turns") throw new ProviderError("final", "the model kept asking for tools");
  // Without a status nothing came back: the connection, or the client itself.
  if (subtype !== "success" || readField(result, "is_error") === true)
    throw new ProviderError("transient", "the client could not finish");
  const text = readText(result, "result") ?? "";
  if (text.trim() === "") throw new ProviderError("final", "the model gave no text");
  return text;
}
