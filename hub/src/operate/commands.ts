// The commands of `credence-hub`, one row each.

import { join } from "node:path";
import { SCOPES, type Scope } from "../access/tokens.ts";
import type { Sql } from "../database/connect.ts";
import { HubFailure } from "../hub-failure.ts";
import { addPolicies } from "../policy/add-policies.ts";
import { examine } from "./doctor.ts";
import {
  endGrant,
  endToken,
  enrol,
  enrolFirst,
  findOrganisation,
  listOrganisations,
  listTokens,
  makeOrganisation,
  rotateToken,
  writeSecret,
} from "./enrol.ts";
import { defaultDirectory, openDatabase } from "./open-database.ts";
import { PARTS } from "./parts.ts";
import { sayConnect, startHub, tokensFile } from "./serve.ts";

export const OPTIONS = {
  database: { type: "string" },
  directory: { type: "string" },
  pgbouncer: { type: "boolean" },
  connections: { type: "string", default: "10" },
  listen: { type: "string", default: "127.0.0.1:8731" },
  url: { type: "string" },
  "tls-cert": { type: "string" },
  "tls-key": { type: "string" },
  "behind-proxy": { type: "boolean" },
  "per-minute": { type: "string", default: "1200" },
  organisation: { type: "string" },
  kind: { type: "string", default: "machine" },
  name: { type: "string" },
  root: { type: "string", default: "*" },
  may: { type: "string", default: "read" },
  scopes: { type: "string" },
  days: { type: "string", default: "90" },
  to: { type: "string" },
} as const;

type Values = {
  readonly [Name in keyof typeof OPTIONS]?:
    | ((typeof OPTIONS)[Name]["type"] extends "boolean" ? boolean : string)
    | undefined;
};

export type HubCall = {
  readonly values: Values;
  readonly positionals: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
  readonly log: (line: string) => void;
  /** Resolves when the process is told to end. */
  readonly untilEnded: Promise<unknown>;
};

type HubCommand = (call: HubCall) => Promise<number>;

export const COMMANDS: ReadonlyMap<string, HubCommand> = new Map([
  ["serve", serve],
  ["migrate", migrateOnly],
  ["doctor", doctor],
  ["organisation", addOrganisation],
  ["token", addToken],
  ["tokens", sayTokens],
  ["rotate", rotate],
  ["revoke", revoke],
  ["policy", policy],
]);

function directoryOf({ values }: HubCall): string {
  return values.directory ?? defaultDirectory();
}

function numberOf(text: string | undefined, name: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new HubFailure("USAGE", `--${name} wants a number`);
  return number;
}

async function open(call: HubCall) {
  const { values, env } = call;
  const database = values.database ?? env["CREDENCE_HUB_DATABASE"] ?? null;
  if (database !== null && !(/^postgres(?:ql)?:/.test(database) && URL.canParse(database)))
    throw new HubFailure("USAGE", "--database wants postgres://USER@HOST/NAME");
  return openDatabase(
    { database, directory: directoryOf(call), env },
    { isPooled: values.pgbouncer === true, connectionsMax: numberOf(values.connections, "connections") },
  );
}

async function withDatabase<Result>(call: HubCall, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const { sql, close } = await open(call);
  try {
    return await work(sql);
  } finally {
    await close();
  }
}

async function serve(call: HubCall): Promise<number> {
  const { values, say, log, untilEnded } = call;
  const database = await open(call);
  try {
    const file = tokensFile(directoryOf(call));
    const isFirst = (await listOrganisations(database.sql)).length === 0;
    if (isFirst) await enrolFirst(database.sql, values.organisation ?? "home", file);
    const hub = await startHub(
      database.sql,
      {
        listen: values.listen ?? "",
        url: values.url ?? null,
        tlsCert: values["tls-cert"] ?? null,
        tlsKey: values["tls-key"] ?? null,
        isBehindProxy: values["behind-proxy"] === true,
        perMinute: numberOf(values["per-minute"], "per-minute"),
        log,
      },
      PARTS,
    );
    say(`listening: ${hub.url}`);
    if (isFirst) say(`a person's and a machine's token: ${file}`);
    for (const line of sayConnect(hub.url, file)) say(line);
    await untilEnded;
    await hub.close();
    return 0;
  } finally {
    await database.close();
  }
}

async function migrateOnly(call: HubCall): Promise<number> {
  const { applied, close } = await open(call);
  await close();
  call.say(applied.length === 0 ? "the database is up to date" : `applied ${applied.join(", ")}`);
  return 0;
}

/** Adds policies that persons signed with `credence trust policy FILE`. */
async function policy(call: HubCall): Promise<number> {
  const [file] = call.positionals;
  if (file === undefined) throw new HubFailure("USAGE", "credence-hub policy FILE");
  return withDatabase(call, async (sql) => {
    const { id: org } = await findOrganisation(sql, call.values.organisation ?? null);
    const { number, pinned, roots } = await addPolicies(sql, org, file);
    call.say(`policy ${number} is in force, and ${roots} roots were judged by it`);
    call.say(`clients pin the first one: --policy ${pinned}`);
    return 0;
  });
}

async function doctor(call: HubCall): Promise<number> {
  const findings = await withDatabase(call, examine);
  for (const { what, isFine, detail } of findings)
    call.say(`${isFine ? "ok   " : "FAULT"} ${what}: ${detail}`);
  return findings.every(({ isFine }) => isFine) ? 0 : 2;
}

async function addOrganisation(call: HubCall): Promise<number> {
  const [name] = call.positionals;
  if (name === undefined) throw new HubFailure("USAGE", "credence-hub organisation NAME");
  return withDatabase(call, async (sql) => {
    if ((await listOrganisations(sql)).some((each) => each.name === name))
      throw new HubFailure("USAGE", `there is an organisation ${name} already`);
    await makeOrganisation(sql, name);
    call.say(`made the organisation ${name}`);
    return 0;
  });
}

async function addToken(call: HubCall): Promise<number> {
  const { kind = "", name, root = "", may, scopes } = call.values;
  const wanted = scopes?.split(",") ?? (may === "write" ? ["read", "write"] : ["read"]);
  const isScope = (each: string): each is Scope => SCOPES.some((scope) => scope === each);
  if (kind !== "person" && kind !== "machine") throw new HubFailure("USAGE", "--kind is person or machine");
  if (may !== "read" && may !== "write") throw new HubFailure("USAGE", "--may is read or write");
  if (!/^(?:\*|[0-9a-f]{32})$/.test(root)) throw new HubFailure("USAGE", "--root is the id of a root, or *");
  if (name === undefined || !wanted.every(isScope))
    throw new HubFailure("USAGE", `a token wants --name, and --scopes of ${SCOPES.join(", ")}`);
  return withDatabase(call, async (sql) => {
    const { id: org } = await findOrganisation(sql, call.values.organisation ?? null);
    const days = numberOf(call.values.days, "days");
    const token = await enrol(sql, org, { kind, name, root, may, scopes: wanted.filter(isScope), days });
    return keep(call, token);
  });
}

async function sayTokens(call: HubCall): Promise<number> {
  return withDatabase(call, async (sql) => {
    const { id: org } = await findOrganisation(sql, call.values.organisation ?? null);
    for (const { id, kind, name, scopes, expires, grants } of await listTokens(sql, org)) {
      call.say(`${id}  ${kind}  until ${expires.toISOString().slice(0, 10)}  ${scopes.join(",")}  ${name}`);
      for (const grant of grants) call.say(`  ${grant}`);
    }
    return 0;
  });
}

async function rotate(call: HubCall): Promise<number> {
  return withDatabase(call, async (sql) => {
    const { id: org } = await findOrganisation(sql, call.values.organisation ?? null);
    const [id = ""] = call.positionals;
    return keep(call, await rotateToken(sql, org, { id, days: numberOf(call.values.days, "days") }));
  });
}

function keep(call: HubCall, { id, text }: { readonly id: string; readonly text: string }): number {
  const file = call.values.to ?? join(directoryOf(call), `token-${id}`);
  writeSecret(file, `${text}\n`);
  call.say(`token ${id}: ${file}`);
  return 0;
}

/** Revokes a token, or with --root its access to one root. */
async function revoke(call: HubCall): Promise<number> {
  return withDatabase(call, async (sql) => {
    const { id: org } = await findOrganisation(sql, call.values.organisation ?? null);
    const [id = "", root] = call.positionals;
    await (root === undefined ? endToken(sql, org, id) : endGrant(sql, org, { id, root }));
    call.say(root === undefined ? `token ${id} is over` : `token ${id} sees ${root} no more`);
    return 0;
  });
}
