// What a provider is opened with. Where it sends is the person's choice alone: a repository can set variables for the
// processes of a client, so no address is ever taken from the environment.

import { ProviderError } from "../provider.ts";

export type ProviderSetup = {
  /** Machine state: the key file, and the jail. */
  readonly state: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly model: string | null;
  readonly baseUrl: string | null;
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Encrypted, or never leaving this machine. */
export function verifyAddress(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw unsafeAddress("is no address");
  const isPrivate = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
  if (!isPrivate) throw unsafeAddress("must begin with https:// unless it is on this machine");
  if (url.username !== "" || url.password !== "")
    throw unsafeAddress("must not hold a user name or password");
  if (url.search !== "" || url.hash !== "") throw unsafeAddress("must not hold a ? or a #");
  return url;
}

export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}

function unsafeAddress(what: string): ProviderError {
  return new ProviderError("unsafe", `observer.base_url ${what}`);
}
