// The setup of a provider. Only the user chooses the address: a repository can set variables for the processes of a client,
// so no address is ever taken from the environment.

import { ProviderError } from "../model/provider.ts";

export type ProviderSetup = {
  /** Machine state: the key file, and the jail. */
  readonly state: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly model: string | null;
  readonly baseUrl: string | null;
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function verifyAddress(text: string): URL {
  const why = findAddressFault(text);
  if (why !== null) throw new ProviderError("unsafe", why);
  return new URL(text);
}

/** @returns null when the address is encrypted or never leaves this machine, and contains only a location. */
export function findAddressFault(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return "observer.base_url is not a URL";
  const isPrivate = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
  if (!isPrivate) return "observer.base_url must begin with https:// unless it is on this machine";
  if (url.username !== "" || url.password !== "")
    return "observer.base_url must not contain a user name or password";
  return url.search !== "" || url.hash !== "" ? "observer.base_url must not contain a ? or a #" : null;
}

export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}
