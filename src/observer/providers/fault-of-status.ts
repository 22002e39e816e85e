// What an HTTP status and the provider's own code for it mean to whoever asked. Messages of the provider are never
// read or repeated: they may quote the key.

import { ProviderError, type ProviderFault, SettingError } from "../model/provider.ts";

/** Codes that say that the money is gone, whatever the status. */
const QUOTA_CODES = [
  "insufficient_quota",
  "billing_error",
  "billing_not_active",
  "billing_hard_limit_reached",
];
/** A request that is refused for what it says. Whatever else is final is so for every text. */
const TEXT_STATUSES = [400, 413, 422];
const MODEL_CODES = ["model_not_found", "invalid_model"];
const RETRY_MS_MAX = 3_600_000;

const WORDS: Readonly<Record<ProviderFault, string>> = {
  transient: "failed for the moment",
  rate: "asks us to slow down",
  auth: "does not accept the key",
  quota: "says that its quota is used up",
  final: "refuses the request",
  unsafe: "is not safe",
};

export type FailedCall = {
  readonly status: number;
  readonly code: string | null;
  readonly retryAfter: string | null;
  readonly now: number;
};

export function errorOfStatus(call: FailedCall): ProviderError {
  const fault = faultOfStatus(call.status, call.code);
  const code = call.code !== null && /^[a-z_]{1,40}$/.test(call.code) ? ` ${call.code}` : "";
  const message = `the provider ${WORDS[fault]} (${call.status}${code})`;
  if (fault === "final" && isSettings(call)) return new SettingError(message);
  return new ProviderError(fault, message, parseRetryAfter(call.retryAfter, call.now));
}

function faultOfStatus(status: number, code: string | null): ProviderFault {
  if (status === 402 || (code !== null && QUOTA_CODES.includes(code))) return "quota";
  if (status === 401 || status === 403) return "auth";
  if (status === 429) return "rate";
  return status >= 500 || [408, 409, 425].includes(status) ? "transient" : "final";
}

function isSettings({ status, code }: FailedCall): boolean {
  return !TEXT_STATUSES.includes(status) || (code !== null && MODEL_CODES.includes(code));
}

/** Seconds, or a date. */
function parseRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_MS_MAX);
}
