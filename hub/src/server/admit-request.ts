// Decides which requests are admitted at all.
//
// Attack: a web page in a browser on the hub's machine calls the hub, by its address or by a name made to resolve to it; or
// a token travels unencrypted. So the host must be one of ours, a page of another origin is refused, and unencrypted
// requests are answered on the loopback interface alone. Fails closed.

import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { Refused } from "./refusals.ts";

export type Door = {
  /** The interface to listen on. */
  readonly host: string;
  readonly port: number;
  /** The address that clients use, if it differs from `host`. */
  readonly url: URL | null;
  /** True when a proxy in front of the hub terminates TLS and reports it in `X-Forwarded-Proto`. */
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
