// The refusals that clients receive. A root that a token may not see and a root that does not exist get the same answer.

export const REFUSALS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  NOT_ALLOWED: 405,
  OTHER_MACHINE: 409,
  TOO_LARGE: 413,
  WRONG_HOST: 421,
  NEEDS_HTTPS: 426,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  BUSY: 503,
  QUOTA: 507,
} as const;

export type RefusalCode = keyof typeof REFUSALS;

export class Refused extends Error {
  readonly code: RefusalCode;
  readonly retryAfter: number | null;

  constructor(code: RefusalCode, message: string, retryAfter: number | null = null) {
    super(message);
    this.name = "Refused";
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
