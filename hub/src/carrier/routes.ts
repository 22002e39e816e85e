// The routes of the carrier. Each request runs in its own transaction.

import { BATCH, HUB_PATH, isObjectName, MACHINE, type ObjectName } from "../../../src/memory/carried.ts";
import { isRecord } from "../../../src/memory/json.ts";
import { logAccess } from "../access/access-log.ts";
import { listGranted } from "../access/tokens.ts";
import type { Transaction } from "../database/connect.ts";
import { inOrganisation } from "../database/organisation.ts";
import { Refused } from "../server/refusals.ts";
import type { Answer, Question, Route } from "../server/routes.ts";
import { readPapers, replacePapers } from "./papers.ts";
import { type Indexer, put, refuseReaders, refuseStrangers } from "./put.ts";
import { type Cursor, findMissing, getObjects, listChanges, listFingerprints, listNames } from "./read.ts";
import { readPairs } from "./read-objects.ts";

const SMALL = 64 * 1024;
const NAMES_BYTES = 512 * 1024;
/** JSON can double the length of a text, and escapes can make it six times as long. */
const PUT_BYTES = 2 * BATCH.bytes + 1024 * 1024;

const WRITING: ReadonlySet<string> = new Set(["papers", "put"]);

export function carrierRoutes(indexer: Indexer): Route[] {
  return [
    {
      name: "roots",
      method: "GET",
      path: new RegExp(`^${HUB_PATH}/v1/roots$`),
      bodyBytesMax: 0,
      answer: async ({ sql, bearer }) => ({
        json: { roots: await inOrganisation(sql, bearer.org, (tx) => listGranted(tx, bearer)) },
      }),
    },
    route("changes", SMALL, async (tx, { root, body }) => {
      const machine = body["machine"];
      if (typeof machine !== "string" || !MACHINE.test(machine)) throw malformed();
      const from = body["from"] ?? 0;
      if (!Number.isSafeInteger(from)) throw malformed();
      const changes = await listChanges(
        tx,
        { root, machine },
        { after: readCursor(body["after"]), from: Number(from) },
      );
      return { json: changes, objects: changes.names.length };
    }),
    route("get", NAMES_BYTES, async (tx, { root, body }) => {
      const objects = await getObjects(tx, root, readNames(body["names"], BATCH.objects));
      return { json: { objects }, objects: objects.length };
    }),
    route("missing", NAMES_BYTES, async (tx, { root, body }) => ({
      json: { missing: await findMissing(tx, root, readNames(body["names"], BATCH.names)) },
    })),
    route("fingerprints", SMALL, async (tx, { root, body }) => ({
      json: { rows: await listFingerprints(tx, root, readPrefix(body["prefix"])) },
    })),
    route("names", SMALL, async (tx, { root, body }) => ({
      json: { names: await listNames(tx, root, readPrefix(body["prefix"])) },
    })),
    ...writingRoutes(indexer),
  ];
}

function writingRoutes(indexer: Indexer): Route[] {
  return [
    route("papers", 2 * 1024 * 1024, async (tx, { root, body, question }) => {
      const { bearer } = question;
      const [papers, machine] = [readPapers(body["papers"]), body["machine"]];
      if (papers === null || typeof machine !== "string" || !MACHINE.test(machine)) throw malformed();
      const isNew = await replacePapers(tx, { bearer, root, machine }, papers);
      await logAccess(tx, [{ bearer, root, act: "papers", outcome: "taken", objects: papers.length }]);
      return { json: { isNew }, isLogged: true };
    }),
    route("put", PUT_BYTES, async (tx, { root, body, question }) => {
      const { bearer } = question;
      const pairs = readPairs(body["objects"]);
      if (pairs === null) throw malformed();
      const bytes = pairs.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
      if (pairs.length > BATCH.objects || bytes > BATCH.bytes)
        throw new Refused("TOO_LARGE", `at most ${BATCH.objects} objects and ${BATCH.bytes} bytes`);
      const taken = await put(tx, { bearer, root, indexer }, pairs);
      await logAccess(tx, [{ bearer, root, act: "put", outcome: "taken", objects: taken.taken }]);
      return { json: taken, isLogged: true };
    }),
  ];
}

type CarrierRequest = {
  readonly root: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly question: Question;
};

type Work = (tx: Transaction, asked: CarrierRequest) => Promise<Answer>;

function route(name: string, bodyBytesMax: number, work: Work): Route {
  const refuse: (...who: Parameters<typeof refuseStrangers>) => Promise<unknown> = WRITING.has(name)
    ? refuseReaders
    : refuseStrangers;
  return {
    name,
    method: "POST",
    path: new RegExp(`^${HUB_PATH}/v1/roots/([0-9a-f]{32})/${name}$`),
    bodyBytesMax,
    admit: ({ sql, bearer, parts: [root = ""] }) =>
      inOrganisation(sql, bearer.org, (tx) => refuse(tx, bearer, root)),
    answer: async (question) => {
      const { sql, bearer, parts, body } = question;
      const [root = ""] = parts;
      if (!isRecord(body)) throw malformed();
      return inOrganisation(sql, bearer.org, async (tx) => {
        // Checked again, because a grant may have ended while the body arrived.
        await refuse(tx, bearer, root);
        return work(tx, { root, body, question });
      });
    },
  };
}

function malformed(): Refused {
  return new Refused("BAD_REQUEST", "that is not what is asked for here");
}

function readNames(value: unknown, most: number): ObjectName[] {
  if (!Array.isArray(value) || value.length > most || !value.every(isObjectName)) throw malformed();
  return [...new Set(value)];
}

function readPrefix(value: unknown): string {
  if (typeof value !== "string" || !/^(?:[0-9a-f]{2}){0,4}$/.test(value)) throw malformed();
  return value;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readCursor(value: unknown): Cursor | null {
  if (value === null || value === undefined) return null;
  const { n, mark } = isRecord(value) ? value : {};
  if (
    typeof n !== "number" ||
    !Number.isSafeInteger(n) ||
    n < 0 ||
    typeof mark !== "string" ||
    !UUID.test(mark)
  )
    throw malformed();
  return { n, mark };
}
