// The record of which token requested what, for the people responsible for the organisation. The hub's role may add rows
// but neither read nor change them. Reads are written in batches, within a second; a write is logged in its own transaction
// (carrier/routes.ts).

import type { Sql, Transaction } from "../database/connect.ts";
import { inOrganisation } from "../database/organisation.ts";
import type { Bearer } from "./tokens.ts";

export type Access = {
  readonly bearer: Pick<Bearer, "org" | "id">;
  readonly root: string | null;
  readonly act: string;
  readonly outcome: string;
  readonly objects: number;
};

export type AccessLog = {
  readonly add: (access: Access) => void;
  /** Writes the rows that are still in memory. */
  readonly flush: () => Promise<void>;
};

const [FLUSH_MS, WAITING_MAX] = [1_000, 10_000];

/** `onLost` receives the number of rows that could not be written. */
export function createAccessLog(sql: Sql, onLost: (count: number) => void): AccessLog {
  let waiting: Access[] = [];
  let timer: NodeJS.Timeout | null = null;
  const flush = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const rows = waiting;
    waiting = [];
    for (const [org, some] of Map.groupBy(rows, ({ bearer }) => bearer.org))
      await inOrganisation(sql, org, (tx) => logAccess(tx, some)).catch(() => onLost(some.length));
  };
  return {
    add: (access) => {
      if (waiting.length >= WAITING_MAX) onLost(1);
      else waiting.push(access);
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
  };
}

export async function logAccess(tx: Transaction, rows: readonly Access[]): Promise<void> {
  const column = (pick: (row: Access) => string | null) => tx.array(rows.map(pick), 25);
  // One statement for any number of rows, because the driver and PostgreSQL would keep a prepared statement per shape.
  await tx`
    INSERT INTO access_log (org, token, root, act, outcome, objects)
    SELECT current_org(), token, root, act, outcome, objects::integer
    FROM unnest(${column(({ bearer }) => bearer.id)}::text[], ${column(({ root }) => root)}::text[],
      ${column(({ act }) => act)}::text[], ${column(({ outcome }) => outcome)}::text[],
      ${column(({ objects }) => String(objects))}::text[]) AS given (token, root, act, outcome, objects)`;
}
