// Which requests are looked at at all.
//
// Attack: a web page in somebody's browser talks to a hub on that machine, by its address or by a name that was made to lead there; a
// token travels in the clear. So the host must be one of ours, a page of another origin is refused, and what is not encrypted is
// answered on the loopback interface alone. Fails closed.

import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { Refused } from "./refusals.ts";

export type Door = {
  /** Where it listens. */
  readonly host: string;
  readonly port: number;
  /** What clients call it, where that is not where it listens. */
  readonly url: URL | null;
  /** A proxy in front of it ends TLS, and says so in `X-Forwarded-Proto`. */
  readonly isBehindProxy: boolean;
};

export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, "").replace(/^::ffff:/, "");
  return plain === "localhost" || plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}

export function admitRequest(request: IncomingMessage, door: Door): void {
  const { host = "", origin, "x-forwarded-proto": forwarded } = request.headers;
  const names = listHosts(door);
  if (!names.includes(host.toLowerCase())) throw new Refused("WRONG_HOST", "this hub has another name");
  const isEncrypted = "encrypted" in request.socket || (door.isBehindProxy && forwarded === "https");
  const isLocal = isLoopback(door.host) && isLoopback(request.socket.remoteAddress ?? "");
  if (!isEncrypted && (door.isBehindProxy || !isLocal)) throw new Refused("NEEDS_HTTPS", "use https");
  if (origin === undefined) return;
  const origins = names.flatMap((name) => [`https://${name}`, ...(isEncrypted ? [] : [`http://${name}`])]);
  if (!origins.includes(origin)) throw new Refused("FORBIDDEN", "not from that page");
}

function listHosts({ host, port, url }: Door): string[] {
  const local = isLoopback(host) ? [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`] : [];
  return [...local, ...(url === null ? [] : [url.host])];
}
