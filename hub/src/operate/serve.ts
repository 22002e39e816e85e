// `credence-hub serve`: a process that answers until it is told to end. It may also be killed, because every acknowledged
// change is already committed.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HUB_PATH } from "../../../src/memory/carried.ts";
import { createAccessLog } from "../access/access-log.ts";
import type { Indexer } from "../carrier/put.ts";
import { carrierRoutes } from "../carrier/routes.ts";
import type { Sql } from "../database/connect.ts";
import { HubFailure } from "../hub-failure.ts";
import { bringUpToDate } from "../policy/add-policies.ts";
import type { Door } from "../server/admit-request.ts";
import { isLoopback } from "../server/admit-request.ts";
import { createMetrics } from "../server/metrics.ts";
import type { Mount } from "../server/routes.ts";
import { serveHttp } from "../server/serve-http.ts";
import { listOrganisations } from "./enrol.ts";

export type ServeOptions = {
  readonly listen: string;
  readonly url: string | null;
  readonly tlsCert: string | null;
  readonly tlsKey: string | null;
  readonly isBehindProxy: boolean;
  readonly perMinute: number;
  readonly log: (line: string) => void;
};

export type Parts = { readonly indexer: Indexer; readonly mounts: (sql: Sql) => readonly Mount[] };

export type RunningHub = {
  /** The address that clients use. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

export async function startHub(sql: Sql, options: ServeOptions, parts: Parts): Promise<RunningHub> {
  const log = (event: Readonly<Record<string, unknown>>): void =>
    options.log(JSON.stringify({ time: new Date().toISOString(), ...event }));
  const tls = readTls(options);
  // Completes the work of an older hub, or of one that was killed.
  for (const { id } of await listOrganisations(sql)) await bringUpToDate(sql, id);
  const accessLog = createAccessLog(sql, (count) => log({ event: "access-log-lost", count }));
  const { server, door } = await serveHttp({
    sql,
    door: readDoor(options, tls !== null),
    tls,
    routes: carrierRoutes(parts.indexer),
    mounts: parts.mounts(sql),
    metrics: createMetrics(),
    accessLog,
    log,
    perMinute: options.perMinute,
  });
  log({ event: "listening", host: door.host, port: door.port });
  const scheme = tls === null ? "http" : "https";
  return {
    url: `${door.url?.origin ?? `${scheme}://${door.host}:${door.port}`}${HUB_PATH}`,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 10_000).unref();
      });
      await accessLog.flush();
    },
  };
}

function readDoor({ listen, url, isBehindProxy }: ServeOptions, hasTls: boolean): Door {
  const [, host = "", port = ""] = /^(.+):(\d{1,5})$/.exec(listen) ?? [];
  if (port === "" || Number(port) > 65_535) throw new HubFailure("USAGE", "--listen wants HOST:PORT");
  const plain = host.replace(/^\[|\]$/g, "");
  if (!isLoopback(plain) && !hasTls && !isBehindProxy)
    throw new HubFailure(
      "USAGE",
      "what is not encrypted is answered on the loopback interface alone",
      "--tls-cert and --tls-key, or --behind-proxy where a proxy in front of it ends TLS and sets X-Forwarded-Proto",
    );
  if (!isLoopback(plain) && url === null)
    throw new HubFailure("USAGE", "say what clients call this hub: --url https://HOST");
  const named = url === null ? null : URL.parse(url);
  if (
    url !== null &&
    named?.protocol !== "https:" &&
    !(named?.protocol === "http:" && isLoopback(named.hostname))
  )
    throw new HubFailure("USAGE", "--url wants https://HOST");
  return { host: plain, port: Number(port), url: named, isBehindProxy };
}

function readTls({ tlsCert, tlsKey }: ServeOptions): { readonly cert: string; readonly key: string } | null {
  if (tlsCert === null && tlsKey === null) return null;
  if (tlsCert === null || tlsKey === null)
    throw new HubFailure("USAGE", "--tls-cert and --tls-key go together");
  return { cert: readFileSync(tlsCert, "utf8"), key: readFileSync(tlsKey, "utf8") };
}

export function tokensFile(directory: string): string {
  return join(directory, "tokens");
}

/** The lines that connect a client. */
export function sayConnect(url: string, file: string): string[] {
  return [
    "To connect a client, with a token from that file:",
    `  credence sync --remote ${url}`,
    `  claude mcp add --transport http credence ${new URL(url).origin}/mcp --header "Authorization: Bearer $(awk '/^machine/{print $2}' ${file})"`,
    `  credence mcp --hub ${url} --policy FINGERPRINT`,
  ];
}
