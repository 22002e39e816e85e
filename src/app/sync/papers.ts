// What travels beside statements and texts: statements about keys, which are united like all others, and the root's settings.
//
// Attack: whoever can write to the remote switches off recall for all that a person approved: a root's settings may only tighten, and
// that is enough to keep every memory from every model. So settings of others wait for a person, key by key, whatever they are. Fails
// closed, for ours too: a secret in them stays here, and so does everything else until it is gone.

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { PAPERS_MAX } from "../../memory/carried.ts";
import { CONFIG_KEYS } from "../../memory/config/config-keys.ts";
import { readConfigValues } from "../../memory/config/parse-config.ts";
import { applyRootConfig } from "../../memory/config/root-config.ts";
import { ConfigWarnings, describeValue } from "../../memory/config/warnings.ts";
import { decodeMemoryText } from "../../memory/file/decode-text.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { STRANGE_STATEMENTS_MAX, STRANGERS_MAX } from "../../memory/limits.ts";
import { selectKept } from "../../memory/people/read-claims.ts";
import type { Change } from "../../store/transaction.ts";
import { personStatementPath, readPeopleFiles } from "../../trust/people-files.ts";
import { type PersonFile, readPersonStatement } from "../../trust/person-statements.ts";
import { findSecretIn } from "../change/judge-text.ts";
import { hideSecrets } from "../memories/hide-secrets.ts";
import { printCard } from "../people/own-statements.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { isYoung } from "./hold-back.ts";
import type { SyncState } from "./sync-state.ts";

const CONFIG_PATH = "memory-config.json";
const ROOT_PATH = "root.json";

/** By machine, by path. */
type Offered = ReadonlyMap<string, ReadonlyMap<string, Uint8Array>>;

export type SettingChange = { readonly key: string; readonly from: string; readonly to: string };

export type Settings =
  | { readonly kind: "nothing" }
  | { readonly kind: "taken" | "waits"; readonly changes: readonly SettingChange[] }
  /** Ours must not go there. */
  | { readonly kind: "blocked"; readonly why: string };

export type DecidedPapers = {
  readonly changes: readonly Change[];
  readonly refused: readonly { readonly path: string; readonly why: string }[];
  readonly settings: Settings;
  readonly state: Pick<SyncState, "settings" | "offered">;
};

/** Every statement about keys that came, also those that are not taken: a revoked key has nothing new to say by them. */
export function readPeople(offered: Offered): PersonFile[] {
  return textsOf(offered).flatMap(({ path, text }) => {
    const hash = PERSON_PATH.exec(path)?.[1];
    return hash === undefined ? [] : (readPersonStatement(text, hash) ?? []);
  });
}

const PERSON_PATH = /^attest\/people\/([0-9a-f]{64})\.json$/;

export async function decidePapers(
  { workspace, root }: { readonly workspace: Workspace; readonly root: OpenRoot },
  offered: Offered,
  { state, acceptSettings }: { readonly state: SyncState; readonly acceptSettings: boolean },
): Promise<DecidedPapers> {
  const changes = new Map<string, Change>();
  const refused: { path: string; why: string }[] = [];
  for (const change of choosePeople(workspace, root, readPeople(offered))) changes.set(change.path, change);
  const settings = await decideSettings({ workspace, root }, offered, { state, acceptSettings });
  if (settings.fault !== null) refused.push({ path: CONFIG_PATH, why: settings.fault });
  if (settings.change !== null) changes.set(CONFIG_PATH, settings.change);
  return {
    changes: [...changes.values()],
    refused,
    settings: settings.settings,
    state: settings.state,
  };
}

function textsOf(offered: Offered): { readonly path: string; readonly text: string }[] {
  return [...offered.values()].flatMap((papers) =>
    [...papers].flatMap(([path, bytes]) => {
      const decoded = decodeMemoryText(bytes);
      return decoded.kind === "text" ? [{ path, text: decoded.text }] : [];
    }),
  );
}

/** Statements of people whom this machine knows, and of others as many as a root keeps of untrusted signers; with a card for each. */
function choosePeople(workspace: Workspace, root: OpenRoot, came: readonly PersonFile[]): Written[] {
  const { statements: there } = readPeopleFiles(root.path);
  const here = new Set(there.map(({ statement }) => statement.hash));
  const known = new Set(selectKnown(workspace, [...there, ...came]).map(({ hash }) => hash));
  const counts = new Map<string, number>();
  const isWithin = ({ key }: PersonFile["statement"]): boolean => {
    const count = (counts.get(key) ?? 0) + 1;
    if (!counts.has(key) && counts.size >= STRANGERS_MAX) return false;
    counts.set(key, count);
    return count <= STRANGE_STATEMENTS_MAX;
  };
  for (const { statement } of there) if (!known.has(statement.hash)) isWithin(statement);
  const fresh = new Map(came.map((each) => [each.statement.hash, each]));
  const taken = [...fresh.values()].filter(
    ({ statement }) => !here.has(statement.hash) && (known.has(statement.hash) || isWithin(statement)),
  );
  const selves = taken.filter(
    ({ statement }) => statement.kind === "person" && statement.subject === statement.key,
  );
  const owners = [...new Set(selves.map(({ statement }) => statement.key))];
  return [
    ...taken.map(
      ({ statement, text }): Written => ({ kind: "write", path: personStatementPath(statement.hash), text }),
    ),
    ...owners.map((key) => printCard(workspace, root, { key, files: taken })),
  ];
}

type Written = Extract<Change, { kind: "write" }>;

function selectKnown(workspace: Workspace, files: readonly PersonFile[]): PersonFile["statement"][] {
  const persons = workspace.signers
    .filter(({ signer }) => signer.startsWith("person:"))
    .map(({ key }) => key);
  return selectKept(
    files.map(({ statement }) => statement),
    persons,
  );
}

function readOwn(root: OpenRoot, path: string): string | null {
  const place = join(root.path, path);
  return existsSync(place) ? readFileSync(place, "utf8") : null;
}

type DecidedSettings = {
  readonly settings: Settings;
  readonly change: Change | null;
  readonly fault: string | null;
  readonly state: Pick<SyncState, "settings" | "offered">;
};

async function decideSettings(
  { workspace, root }: { readonly workspace: Workspace; readonly root: OpenRoot },
  offered: Offered,
  { state, acceptSettings }: { readonly state: SyncState; readonly acceptSettings: boolean },
): Promise<DecidedSettings> {
  const mine = readOwn(root, CONFIG_PATH);
  const { offer, fault, seen } = await findOffer(workspace, offered, state);
  const isNew = offer !== null && offer !== (mine ?? "");
  const left = { settings: seen, offered: isNew ? offer : null };
  const none = { change: null, fault, state: left };
  const secret = mine === null ? null : await findSecretIn(CONFIG_PATH, mine);
  if (secret !== null) return { ...none, settings: { kind: "blocked", why: secret } };
  if (!isNew) return { ...none, settings: { kind: "nothing" } };
  const changes = compare(mine, offer === "" ? null : offer);
  if (!acceptSettings) return { ...none, settings: { kind: "waits", changes } };
  const change: Change =
    offer === ""
      ? { kind: "remove", path: CONFIG_PATH, sha256: sha256Hex(mine ?? "") }
      : { kind: "write", path: CONFIG_PATH, text: offer };
  return { change, fault, state: { ...left, offered: null }, settings: { kind: "taken", changes } };
}

type FoundOffer = {
  /** The text of settings that somebody changed since they were last looked at; empty where they were deleted. */
  readonly offer: string | null;
  readonly fault: string | null;
  readonly seen: Readonly<Record<string, string>>;
};

/** Settings that a machine has had since it was last looked at were answered, or are older than ours. */
async function findOffer(workspace: Workspace, offered: Offered, state: SyncState): Promise<FoundOffer> {
  const seen: Record<string, string> = { ...state.settings };
  let [offer, fault]: (string | null)[] = [state.offered, null];
  for (const [machine, papers] of offered) {
    const bytes = papers.get(CONFIG_PATH) ?? new Uint8Array();
    const hash = sha256Hex(bytes);
    const isFirst = seen[machine] === undefined && bytes.length === 0;
    const isSame = seen[machine] === hash;
    seen[machine] = hash;
    if (isSame || isFirst) continue;
    const decoded = decodeMemoryText(bytes);
    const why = decoded.kind === "text" ? await findFault(workspace, decoded.text) : "it is not text";
    if (why === null && decoded.kind === "text") offer = decoded.text;
    else fault = why;
  }
  return { offer: offer ?? null, fault: fault ?? null, seen };
}

/** What keeps settings of a remote from being taken, by whomever; of a stranger's words nothing is repeated. */
async function findFault({ config }: Workspace, text: string): Promise<string | null> {
  if (text === "") return null;
  const secret = await findSecretIn(CONFIG_PATH, text);
  if (secret !== null) return secret;
  const value = parseJson(text);
  if (!isRecord(value)) return "it is not a JSON object";
  const [warning] = applyRootConfig(config.config, value).warnings;
  if (warning === undefined) return null;
  const isKnown = CONFIG_KEYS.some(({ key }) => key === warning.key);
  const said = isKnown ? hideSecrets(warning.message) : "a key that the configuration does not have";
  return `it sets what a root cannot: ${said}`;
}

function compare(mine: string | null, other: string | null): SettingChange[] {
  const [before, after] = [readValues(mine), readValues(other)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key) => {
    const [from, to] = [before.get(key), after.get(key)];
    return isDeepStrictEqual(from, to) ? [] : [{ key, from: show(from), to: show(to) }];
  });
}

function readValues(text: string | null): ReadonlyMap<string, unknown> {
  return readConfigValues(text === null ? {} : (parseJson(text) ?? {}), new ConfigWarnings("nothing"));
}

function show(value: unknown): string {
  return value === undefined ? "not set" : describeValue(value);
}

/** Did a person just say something of a key, or change a setting of the root? It waits for the next sync, and all else with it. */
export function hasYoungPapers(root: OpenRoot, now: Instant): boolean {
  const changed = statSync(join(root.path, CONFIG_PATH), { throwIfNoEntry: false })?.mtimeMs;
  const times = readPeopleFiles(root.path).statements.map(({ statement }) => statement.time);
  return [...times, ...(changed === undefined ? [] : [renderInstant(changed)])].some((each) =>
    isYoung(each, now),
  );
}

/** All that this machine publishes of them: what its own person's keys said goes before what does not fit. */
export function listPapers(workspace: Pick<Workspace, "keys">, root: OpenRoot): Map<string, Uint8Array> {
  const own = workspace.keys.personFile?.key;
  const papers = new Map<string, Uint8Array>();
  for (const path of [ROOT_PATH, CONFIG_PATH]) {
    const text = readOwn(root, path);
    if (text !== null) papers.set(path, Buffer.from(text));
  }
  let together = 0;
  const files = readPeopleFiles(root.path).statements.toSorted(
    (a, b) =>
      Number(b.statement.key === own) - Number(a.statement.key === own) || a.text.length - b.text.length,
  );
  for (const { statement, text } of files) {
    together += text.length;
    if (papers.size >= PAPERS_MAX.number || together > PAPERS_MAX.together / 2) break;
    papers.set(personStatementPath(statement.hash), Buffer.from(text));
  }
  return papers;
}
