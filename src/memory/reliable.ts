import { type Refusal, refuse } from "./errors.ts";
import type { Cause } from "./standing-reason.ts";

/** A gate of the law: where statements cannot be relied on, a new one would be signed and not read afterwards. */
export function reliable({ id, cause }: { readonly id: string; readonly cause: Cause }): Refusal | null {
  if (cause !== "unreliable") return null;
  const why = `there are too many statements about ${id}, or one cannot be read`;
  return refuse("NOT_READABLE", why, `credence doctor names what is wrong in attest/${id}`);
}
