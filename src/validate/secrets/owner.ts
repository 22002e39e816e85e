// The owner's own name, addresses and directories, which are no foreign personal data.

import type { CheckContext } from "../verdict.ts";

/** `value` is the match of a personal rule: an address, a home directory, or a value without an owner. */
export function isOwners(value: string, owner: CheckContext["owner"]): boolean {
  const lower = value.toLowerCase();
  if (owner.emails.some((email) => email.toLowerCase() === lower)) return true;
  const handle = owner.github?.toLowerCase() ?? null;
  if (handle !== null && isNoReplyOf(lower, handle)) return true;
  const user = /^(?:\/(?:home|users)\/|:\\{1,2}users\\{1,2})(.+)$/.exec(lower)?.[1];
  return user !== undefined && (user === handle || user === owner.homeUser?.toLowerCase());
}

/** GitHub hides addresses behind HANDLE@… and, since 2017, NUMBER+HANDLE@…. */
function isNoReplyOf(address: string, handle: string): boolean {
  const [user = "", domain] = address.split("@");
  return domain === "users.noreply.github.com" && user.replace(/^\d{1,12}\+/, "") === handle;
}
