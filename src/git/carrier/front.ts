// The branch `main` of a remote: a page for people and `root.json`, made once in an empty remote. It says whose remote this is, and is
// read once, before this machine publishes there.

import { CredenceError } from "../../memory/errors.ts";
import { FORMAT } from "../../memory/formats.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { readIncoming, writeCommit } from "../object-store.ts";
import type { Plumbing } from "../plumbing.ts";
import { fetchInto, pushTo, type Remote } from "../transport.ts";
import { findEntries, measureObjects, readBlobs } from "../trees.ts";
import { FILE_MODE } from "./layout.ts";
import { explainTransport, inQuarantine, type Place } from "./read-branches.ts";

const MAIN = "refs/heads/main";
const INCOMING = "refs/credence/incoming/main";
const ROOT = "root.json";
const ROOT_BYTES_MAX = 16 * 1024;

/** What a remote is that this machine has not published to. */
type Front = "ours" | "unknown" | "other" | "another-root";

const REFUSED: Readonly<Record<Exclude<Front, "ours">, readonly [why: string, hint: string]>> = {
  unknown: [
    "the remote has a form that this credence does not know",
    "use the version of credence that made it, or name an empty repository: credence sync --remote URL",
  ],
  "another-root": [
    "the remote belongs to another root",
    "name the remote of this root, or an empty repository: credence sync --remote URL",
  ],
  other: [
    "the remote holds other files, and no memory root",
    "name an empty repository: credence sync --remote URL",
  ],
};

/** `front`: what this root writes there. */
type Meeting = Place & { readonly front: ReadonlyMap<string, Uint8Array> };

/** Before anything is taken from it, or written to it. */
export async function refuseOtherRemote(reading: Meeting, heads: ReadonlyMap<string, string>): Promise<void> {
  const hasMachines = [...heads.keys()].some((name) => name.startsWith("m/"));
  if (heads.size === 0 || (hasMachines && !heads.has("main"))) return;
  const front = heads.has("main") ? await readFront(reading) : "other";
  if (front !== "ours") throw new CredenceError("REMOTE_FAILED", ...REFUSED[front]);
}

async function readFront(reading: Meeting): Promise<Front> {
  const { remote, front: own } = reading;
  const found = await inQuarantine({ ...reading, haves: [] }, async (quarantine) => {
    const what = [`+${MAIN}:${INCOMING}`];
    const fetched = await fetchInto(quarantine, remote, { what, options: ["--depth=1"] });
    if (fetched.kind === "failed") return fetched;
    const commit = readIncoming(quarantine, INCOMING);
    return {
      kind: "front" as const,
      front: commit === null ? "other" : judgeFront(quarantine, commit, rootIn(own.get(ROOT))),
    };
  });
  if (found.kind === "failed") throw explainTransport(found);
  return found.front;
}

function rootIn(bytes: Uint8Array | undefined): unknown {
  const value = parseJson(Buffer.from(bytes ?? []).toString("utf8"));
  return isRecord(value) ? value["root"] : null;
}

function judgeFront(place: Plumbing, commit: string, root: unknown): Front {
  const { mode, oid = "" } = findEntries(place, commit, [ROOT]).get(ROOT) ?? {};
  const size = measureObjects(place, [oid]).get(oid) ?? Number.POSITIVE_INFINITY;
  if (mode !== FILE_MODE || size > ROOT_BYTES_MAX) return "other";
  const bytes = readBlobs(place, new Map([[oid, size]])).get(oid) ?? new Uint8Array();
  const value = parseJson(Buffer.from(bytes).toString("utf8"));
  if (!isRecord(value)) return "other";
  if (value["format"] !== FORMAT) return "unknown";
  return value["root"] === root ? "ours" : "another-root";
}

/** Somebody else may make it in the same instant: one of them is enough. */
export async function writeFront(
  store: Plumbing,
  remote: Remote,
  { files, atMs }: { readonly files: ReadonlyMap<string, Uint8Array>; readonly atMs: number },
): Promise<void> {
  const commit = writeCommit(store, { parent: null, files, message: "Begin a memory root\n", atMs });
  const pushed = await pushTo(store, remote, { commit, onto: null, branch: MAIN });
  if (pushed.kind === "failed") throw explainTransport(pushed, "PUSH_FAILED");
}
