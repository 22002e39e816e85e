// A hub that runs in this process, on a database of its own, and tokens for it.

import { connect, type Sql } from "../src/database/connect.ts";
import { type Enrolment, enrol } from "../src/operate/enrol.ts";
import { PARTS } from "../src/operate/parts.ts";
import { type Parts, type ServeOptions, startHub } from "../src/operate/serve.ts";
import { makeTestOrganisation, openTestDatabase, type TestDatabase } from "./postgres.ts";

export type TestHub = {
  readonly url: string;
  readonly database: TestDatabase;
  readonly sql: Sql;
  readonly org: string;
  /** What it logged, a line each. */
  readonly lines: readonly string[];
  readonly tokenFor: (more?: Partial<Enrolment>, org?: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** A person who may write everywhere. */
export const WHOLE: Enrolment = {
  kind: "person",
  name: "Ana",
  scopes: ["read", "write"],
  days: 1,
  root: "*",
  may: "write",
};

export type TestHubOptions = {
  readonly database?: TestDatabase;
  readonly org?: string;
  readonly parts?: Parts;
  readonly serve?: Partial<ServeOptions>;
};

export async function startTestHub(options: TestHubOptions = {}): Promise<TestHub> {
  const database = options.database ?? (await openTestDatabase());
  const org = options.org ?? (await makeTestOrganisation(database));
  const sql = connect(database.url, { connectionsMax: 8 });
  const lines: string[] = [];
  const hub = await startHub(
    sql,
    {
      listen: "127.0.0.1:0",
      url: null,
      tlsCert: null,
      tlsKey: null,
      isBehindProxy: false,
      perMinute: 100_000,
      log: (line) => lines.push(line),
      ...options.serve,
    },
    options.parts ?? PARTS,
  );
  const tokenFor: TestHub["tokenFor"] = async (more = {}, of = org) => {
    return (await enrol(database.owner, of, { ...WHOLE, ...more })).text;
  };
  const close = async (): Promise<void> => {
    await hub.close();
    await sql.end();
    if (options.database === undefined) await database.close();
  };
  return { url: hub.url, database, sql, org, lines, tokenFor, close };
}

type Asked = {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** One question, as anybody may ask it. */
export async function ask(
  { url }: Pick<TestHub, "url">,
  token: string | null,
  { path, body, headers = {} }: Asked,
): Promise<{ readonly status: number; readonly json: Record<string, unknown>; readonly headers: Headers }> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    redirect: "manual",
    headers: { ...(token === null ? {} : { Authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    json: text.startsWith("{") ? JSON.parse(text) : {},
    headers: response.headers,
  };
}
