// Finds what a hub has and this machine has not, without listing everything: both sum up their names by the first digits, and only where
// the sums differ the names themselves are asked for. It is no proof against a hub that lies: one that withholds withholds here, too.

import { BATCH, isObjectName, type ObjectName } from "../memory/carried.ts";
import { isRecord } from "../memory/json.ts";
import { askHub, type Hub, notUnderstood } from "./ask-hub.ts";

type Sum = { count: number; xor: bigint };

const BYTES_MAX = 4 * 1024 * 1024;
const PREFIX_CHARS_MAX = 8;

/** Lists of names that may not be here. */
export async function* findUntold(
  hub: Hub,
  here: Iterable<ObjectName>,
  prefix = "",
): AsyncGenerator<ObjectName[]> {
  const own = [...here].filter((name) => name.startsWith(prefix, 2));
  const sums = sumUp(own, prefix.length + 2);
  for (const { part, count, xor } of await askSums(hub, prefix)) {
    const sum = sums.get(part);
    if (sum?.count === count && sum.xor === xor) continue;
    if (count > BATCH.names && part.length < PREFIX_CHARS_MAX) yield* findUntold(hub, own, part);
    else yield await askNames(hub, part);
  }
}

function sumUp(names: readonly ObjectName[], chars: number): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const name of names) {
    const part = name.slice(2, 2 + chars);
    const sum = sums.get(part) ?? { count: 0, xor: 0n };
    sum.count += 1;
    sum.xor ^= BigInt(`0x${name.slice(34, 50)}`);
    sums.set(part, sum);
  }
  return sums;
}

type Row = { readonly part: string; readonly count: number; readonly xor: bigint };

async function askSums(hub: Hub, prefix: string): Promise<Row[]> {
  const question = {
    path: "fingerprints",
    body: { prefix },
    bytesMax: BYTES_MAX,
    code: "REMOTE_FAILED",
  } as const;
  const answer = await askHub(hub, question);
  const rows = isRecord(answer) ? answer["rows"] : null;
  if (!Array.isArray(rows)) throw notUnderstood();
  return rows.map((row: unknown) => {
    const [part, count, xor]: unknown[] = Array.isArray(row) ? row : [];
    if (typeof part !== "string" || part.length !== prefix.length + 2 || !part.startsWith(prefix))
      throw notUnderstood();
    if (typeof count !== "number" || typeof xor !== "string" || !/^[0-9a-f]{1,16}$/.test(xor))
      throw notUnderstood();
    return { part, count, xor: BigInt(`0x${xor}`) };
  });
}

async function askNames(hub: Hub, prefix: string): Promise<ObjectName[]> {
  const question = { path: "names", body: { prefix }, bytesMax: BYTES_MAX, code: "REMOTE_FAILED" } as const;
  const answer = await askHub(hub, question);
  const names = isRecord(answer) ? answer["names"] : null;
  if (!Array.isArray(names)) throw notUnderstood();
  return names.filter(isObjectName);
}
