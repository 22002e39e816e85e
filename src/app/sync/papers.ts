// What travels beside statements and texts: cards, which follow their owner's last word, introductions, and the root's settings.
//
// Attack: whoever can write to the remote switches off recall for all that a person approved: a root's settings may only tighten, and
// that is enough to keep every memory from every model. So settings of others wait for a person, key by key, whatever they are. Fails
// closed, for ours too: a secret in them stays here, and so does everything else until it is gone.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CONFIG_KEYS } from "../../memory/config/config-keys.ts";
import { readConfigValues } from "../../memory/config/parse-config.ts";
import { applyRootConfig } from "../../memory/config/root-config.ts";
import { ConfigWarnings, describeValue } from "../../memory/config/warnings.ts";
import { decodeMemoryText } from "../../memory/file/decode-text.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import type { Change } from "../../store/transaction.ts";
import { INTRODUCTIONS, readTeamFiles, TEAM } from "../../trust/card-files.ts";
import {
  type Card,
  compareVersions,
  currentPersons,
  parseCard,
  parseIntroduction,
} from "../../trust/cards.ts";
import { findSecretIn } from "../change/judge-text.ts";
import { hideSecrets } from "../memories/hide-secrets.ts";
import { isOwnCard, isTakenOff } from "../people/team/own-versions.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
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
  readonly cards: readonly Card[];
  readonly refused: readonly { readonly path: string; readonly why: string }[];
  readonly settings: Settings;
  readonly state: Pick<SyncState, "settings" | "offered">;
};

/** Every card that came, also those that are not taken: whoever took a key off has nothing new to say by it. */
export function readCards(offered: Offered): Card[] {
  return textsOf(offered).flatMap(({ path, text }) => {
    const name = /^team\/([^/]+)$/.exec(path)?.[1];
    const card = name === undefined ? null : parseCard(text, name);
    return card !== null && "hash" in card ? [card] : [];
  });
}

export async function decidePapers(
  { workspace, root }: { readonly workspace: Workspace; readonly root: OpenRoot },
  offered: Offered,
  { state, acceptSettings }: { readonly state: SyncState; readonly acceptSettings: boolean },
): Promise<DecidedPapers> {
  const changes = new Map<string, Change>();
  const refused: { path: string; why: string }[] = [];
  for (const { path, text } of textsOf(offered)) {
    if (!path.startsWith("team/")) continue;
    const why = decideCard({ workspace, root }, { path, text, changes });
    if (why !== null) refused.push({ path, why });
  }
  const settings = await decideSettings({ workspace, root }, offered, { state, acceptSettings });
  if (settings.fault !== null) refused.push({ path: CONFIG_PATH, why: settings.fault });
  if (settings.change !== null) changes.set(CONFIG_PATH, settings.change);
  const cards = readCards(offered);
  return {
    changes: [...changes.values()],
    cards,
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

type Paper = { readonly path: string; readonly text: string; readonly changes: Map<string, Change> };

/**
 * A version that follows from ours by its owner's own signature is taken; of two that do not follow each keeps its own. Of this
 * person's own card, where two machines made a version each, theirs is taken; never one by a machine that was taken off.
 */
function decideCard(
  { workspace, root }: { readonly workspace: Workspace; readonly root: OpenRoot },
  { path, text, changes }: Paper,
): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const planned = changes.get(path);
  const own = planned?.kind === "write" ? planned.text : readOwn(root, path);
  if (own === text) return null;
  const write = (): null => {
    changes.set(path, { kind: "write", path, text });
    return null;
  };
  if (path.startsWith(`${TEAM}/${INTRODUCTIONS}/`))
    return own === null && "hash" in parseIntroduction(text, name) ? write() : null;
  const other = parseCard(text, name);
  if (!("hash" in other)) return "it is no card";
  if (isTakenOff(workspace, other)) return null;
  const mine = own === null ? null : parseCard(own, name);
  if (mine === null || !("hash" in mine) || follows(mine, other)) return write();
  if (follows(other, mine)) return null;
  if (isOwnCard(workspace, mine) && isOwnCard(workspace, other))
    return mine.seq < other.seq || (mine.seq === other.seq && mine.hash < other.hash) ? write() : null;
  // An older version of the same line needs no word.
  return other.seq <= mine.seq ? null : "it does not follow from the card here";
}

function follows(known: Card, card: Card): boolean {
  const { seq, hash, persons } = known;
  return (
    compareVersions({ seq, hash, founder: persons[0]?.key ?? "", persons: currentPersons(known) }, card) ===
    "next"
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

/** All that this machine publishes of them. */
export function listPapers(root: OpenRoot): Map<string, Uint8Array> {
  const { cards, introductions } = readTeamFiles(root.path);
  const paths = [
    ROOT_PATH,
    CONFIG_PATH,
    ...cards.map(({ owner }) => `${TEAM}/${owner}.json`),
    ...introductions.map(({ hash }) => `${TEAM}/${INTRODUCTIONS}/${hash}.json`),
  ];
  return new Map(
    paths.flatMap((path) => {
      const text = readOwn(root, path);
      return text === null ? [] : [[path, Buffer.from(text)] as const];
    }),
  );
}
