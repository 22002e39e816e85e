import { coverNames } from "../../app/memories/hide-secrets.ts";

/** An answer of the page, without the secrets that are part of a name. */
export function answerJson(value: unknown, init: ResponseInit = {}): Response {
  const headers = { "content-type": "application/json", ...init.headers };
  return new Response(coverNames(JSON.stringify(value)), { ...init, headers });
}
