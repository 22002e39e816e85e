// Connections to PostgreSQL.

import type { Sql as AnySql, PostgresType, TransactionSql } from "postgres";
import { postgres } from "./driver.ts";

/** 64-bit values here are counts and positions, far below the limit of exact numbers. */
const BIGINT = { to: 20, from: [20], parse: Number, serialize: String };

type Types = { bigint: PostgresType<number> };
export type Sql = AnySql<{ bigint: number }>;
export type Transaction = TransactionSql<{ bigint: number }>;

export type ConnectOptions = {
  readonly connectionsMax?: number;
  /** Behind PgBouncer, a statement prepared on one connection does not exist on the next. */
  readonly isPooled?: boolean;
};

/** `url` is `postgres://…`; for a socket `postgres://USER@localhost/DATABASE?host=/DIRECTORY`. */
export function connect(url: string, { connectionsMax = 10, isPooled = false }: ConnectOptions = {}): Sql {
  const { host, ...where } = readAddress(url);
  return postgres<Types>(host === null ? url : "", {
    ...(host === null ? {} : { host, ...where }),
    max: connectionsMax,
    prepare: !isPooled,
    connect_timeout: 10,
    idle_timeout: 60,
    // A connection that lives for ever keeps state that a failed-over server no longer has.
    max_lifetime: 30 * 60,
    types: { bigint: BIGINT },
    onnotice: () => undefined,
    connection: isPooled ? {} : { application_name: "credence-hub" },
  });
}

type Address = { readonly host: string | null; readonly user?: string; readonly database?: string };

function readAddress(text: string): Address {
  const url = new URL(text);
  const host = url.searchParams.get("host");
  if (host?.startsWith("/") !== true) return { host: null };
  return {
    host,
    user: decodeURIComponent(url.username),
    database: decodeURIComponent(url.pathname.slice(1)),
  };
}

/** The five-character code of PostgreSQL, or the code of the connection. */
export function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}
