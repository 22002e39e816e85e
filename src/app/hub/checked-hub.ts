// A hub whose every answer is checked on this machine: signatures, the chain of policies from the pinned one, what a text hashes to, and
// what this client has seen taken out of use before. That is read again with each answer, under a lock: while one was under way another
// call, or another process of this state, may have seen more.
//
// Attack: whoever runs the hub. It can withhold, and say what nobody signed; it cannot make a fact of a text that nobody approved whom
// the policy names, change a text, bring an older policy, or have a lowering forgotten that came here once. Fails closed: an answer
// under a policy that does not hold is none.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { askHub } from "../../hub/ask-hub.ts";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { renderInstant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { STATEMENT_KINDS } from "../../memory/law/kinds.ts";
import { type AppliedMemory, listApplied } from "../../memory/law/sets/applying.ts";
import { coversRoot, type Policy, readChain, type Seen, trustOf } from "../../memory/law/sets/policy.ts";
import { counts } from "../../memory/law/sets/sets.ts";
import { FILE_BYTES_MAX } from "../../memory/limits.ts";
import { SCOPES } from "../../memory/memory.ts";
import { appendLine, ensureDirectory, replaceFile } from "../../store/durable.ts";
import { withStateLock } from "../../store/lock.ts";
import { appendToLog } from "../../store/log-file.ts";
import { createKeyFile, parseKeyFile, type SigningKey, unlockKey } from "../../trust/key-file.ts";
import { readEvidence } from "../../trust/read-evidence.ts";
import { isPolicySigned } from "../../trust/sign.ts";
import type { HubMemory } from "./describe.ts";
import type { Answered, HubStore, HubView, RootEvidence } from "./view.ts";

export type HubConnection = {
  /** `https://HOST`, with or without a path. */
  readonly url: string;
  /** The hash of the first policy. */
  readonly pinned: string;
  readonly token: string;
  /** Machine state's directory. */
  readonly state: string;
  readonly now: () => number;
};

const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const LIMITS = { idleMs: 10_000, totalMs: 20_000 } as const;

export function openCheckedHub(
  connection: HubConnection,
  client: { readonly client: string; readonly session: string | null },
): HubView {
  const directory = join(connection.state, "hubs", connection.pinned.slice(0, 16));
  ensureDirectory(directory, 0o700);
  const host = readAddress(connection.url).host;
  // Two that begin at once have one key: a person enrols one.
  const key = withStateLock(directory, () => openKey(directory, connection.now()));
  const check = <Result>(policies: readonly string[], work: (checking: Checking) => Result): Result =>
    withStateLock(directory, () => {
      const memory = openMemory(directory);
      return work({ memory, policy: readPolicy(connection, memory, policies) });
    });
  return {
    store: openStore(connection, (policies) => check(policies, () => undefined)),
    host,
    source: `${host}, checked by policy ${connection.pinned.slice(0, 16)}`,
    apply: (evidence, policies) => check(policies, (checking) => apply(evidence, checking)),
    signer: { key, now: connection.now },
    ...client,
    onShown: (shown, session) => writeReceipt(connection, { shown, session }),
  };
}

function readAddress(text: string): URL {
  const url = URL.parse(text);
  const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(url?.hostname ?? "");
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)) return url;
  throw new CredenceError("USAGE", "--hub takes https://HOST");
}

/** `demand` refuses what is no chain of policies: no answer goes further, not even an empty one. */
function openStore({ url, token }: HubConnection, demand: (policies: readonly string[]) => void): HubStore {
  const hub = {
    url: `${readAddress(url).origin}/credence-agents`,
    token,
    limits: LIMITS,
    onWait: () => undefined,
  };
  const ask = async (path: string, body: object): Promise<never> => {
    const question = { path, body, bytesMax: ANSWER_BYTES_MAX, code: "REMOTE_FAILED" } as const;
    const answer = await askHub(hub, question);
    if (answerFits(path, answer)) return answer as never;
    throw new CredenceError(
      "REMOTE_FAILED",
      "the hub answers what is not understood",
      "ask whoever runs the hub",
    );
  };
  const askForHits = async (path: string, body: object): Promise<never> => {
    const answer: Pick<Answered<never>, "policies"> = await ask(path, body);
    demand(answer.policies);
    return answer as never;
  };
  return {
    search: (asked) => askForHits("search", asked),
    around: (asked) => askForHits("around", asked),
    get: (ids) => askForHits("get", { ids }),
    status: async () => {
      // Counts come without a policy.
      await askForHits("get", { ids: [] });
      return ask("status", {});
    },
    destinations: () => ask("destinations", {}),
    save: async (saved) => void (await ask("save", saved)),
  };
}

const COUNTS = ["verified", "inferred", "withheld", "retired"];

/** Only as far as what follows depends on it: whatever a text says, it is judged before it is shown. */
function answerFits(path: string, answer: unknown): boolean {
  if (path === "destinations")
    return (
      Array.isArray(answer) &&
      answer.every((each) => isRecord(each) && areTexts([each["root"], each["scope"]]))
    );
  if (!isRecord(answer) || path === "save") return isRecord(answer);
  const { hits, evidence, policies, savesLeft } = answer;
  if (path === "status")
    return [...COUNTS.map((key) => answer[key]), savesLeft ?? 0].every((each) => Number.isSafeInteger(each));
  return (
    Array.isArray(hits) &&
    hits.every((hit) => isRecord(hit) && areTexts([hit["root"], hit["born"]]) && isHit(path, hit)) &&
    Array.isArray(evidence) &&
    evidence.every((each) => isRecord(each) && isEvidence(each)) &&
    isTextList(policies)
  );
}

function isHit(path: string, hit: Readonly<Record<string, unknown>>): boolean {
  const isRated = ["high", "medium", "low", null].some((word) => word === hit["confidence"]);
  const isScored = [hit["score"], hit["wordScore"]].every((each) => Number.isFinite(each));
  return path === "search" ? isScored && isRated : typeof hit["isCentre"] === "boolean";
}

function isEvidence({ root, scope, statements, texts }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof root === "string" &&
    SCOPES.some((word) => word === scope) &&
    isTextList(statements) &&
    isTextList(texts)
  );
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && areTexts(value);
}

function areTexts(values: readonly unknown[]): boolean {
  return values.every((each) => typeof each === "string");
}

// What this client remembers of a hub: the newest policy, and every negative act and tombstone that counted here.

type HubMemoryFile = {
  readonly seen: Seen | null;
  readonly negatives: Map<string, Map<string, string>>;
  readonly directory: string;
};

function openMemory(directory: string): HubMemoryFile {
  const seen = readJson(join(directory, "policy.json"));
  const { number, hash } = isRecord(seen) ? seen : {};
  const memory: HubMemoryFile = {
    seen: typeof number === "number" && typeof hash === "string" ? { number, hash } : null,
    negatives: new Map(),
    directory,
  };
  const path = join(directory, "negatives.ndjson");
  if (!existsSync(path)) return memory;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const value = parseJson(line);
    if (isRecord(value) && areTexts([value["root"], value["text"]]))
      note(memory, String(value["root"]), String(value["text"]));
  }
  return memory;
}

function readJson(path: string): unknown {
  return existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
}

/** @returns whether it is new here. */
function note({ negatives }: HubMemoryFile, root: string, text: string): boolean {
  const ofRoot = negatives.get(root) ?? new Map<string, string>();
  negatives.set(root, ofRoot);
  const hash = sha256Hex(text);
  if (ofRoot.has(hash)) return false;
  ofRoot.set(hash, text);
  return true;
}

function readPolicy({ pinned }: HubConnection, memory: HubMemoryFile, policies: readonly string[]): Policy {
  const chain = readChain(policies, { pinned, seen: memory.seen, isSigned: isPolicySigned });
  if (chain.kind === "refused")
    throw new CredenceError(
      "REMOTE_FAILED",
      `the hub's policy is refused: ${chain.why}`,
      "ask the person who signs the policy",
    );
  const { number, hash } = chain.policy;
  // A chain that holds the one seen before is never behind it.
  if (number !== memory.seen?.number)
    replaceFile(join(memory.directory, "policy.json"), `${JSON.stringify({ number, hash })}\n`, 0o600);
  return chain.policy;
}

type Checking = { readonly memory: HubMemoryFile; readonly policy: Policy };

function apply(evidence: RootEvidence, { memory, policy }: Checking): readonly AppliedMemory[] {
  const { root, scope } = evidence;
  if (!coversRoot(policy, root)) return [];
  const texts = new Map(evidence.statements.map((text) => [sha256Hex(text), text]));
  for (const [hash, text] of memory.negatives.get(root) ?? []) texts.set(hash, text);
  const given = readEvidence(
    { statements: [...texts.values()], texts: evidence.texts },
    { root, scope, policy, isChecked: false },
  );
  const trust = trustOf(policy);
  for (const said of given.statements) {
    const text = texts.get(said.hash);
    if (text === undefined || STATEMENT_KINDS[said.act].makes === undefined || !counts(said, trust)) continue;
    if (note(memory, root, text))
      appendLine(join(memory.directory, "negatives.ndjson"), JSON.stringify({ root, text }), 0o600);
  }
  const names = new Map(policy.keys.map(({ signer, name }) => [signer, name]));
  const verdicts = { fails: () => false, copies: () => [], held: new Set<string>() };
  return listApplied(given, { trust, me: null, verdicts }, (signer) => names.get(signer) ?? "nobody");
}

/** Made where it is used, and good for nothing but what a policy lets it: to write what waits for a person. */
function openKey(directory: string, now: number): SigningKey {
  const path = join(directory, "machine-key.json");
  const known = existsSync(path) ? parseKeyFile(readFileSync(path, "utf8"), "machine") : null;
  const file = known ?? createKeyFile("machine", renderInstant(now), { seal: null, purpose: "real" });
  if (known === null) replaceFile(path, `${JSON.stringify(file)}\n`, 0o600);
  const key = unlockKey(file, null);
  if (key === null)
    throw new CredenceError("NOT_READABLE", "the key of this hub cannot be read", `look at ${path}`);
  return key;
}

type Shown = { readonly shown: readonly HubMemory[]; readonly session: string | null };

function writeReceipt({ state, now }: HubConnection, { shown, session }: Shown): void {
  const outcome = shown.length === 0 ? "nothing" : "shown";
  const rows = shown.map(({ applied, scope }) => ({
    ...{ id: applied.file.name, scope, score: 0, confidence: null, standing: applied.standing },
  }));
  const roots = [...new Set(shown.map(({ root }) => root))];
  const receipt = { v: 1, at: renderInstant(now()), roots, kind: "prompt", session, prompt: null };
  appendToLog(
    join(state, "receipts.ndjson"),
    { ...receipt, strategy: "credence", outcome, shown: rows, left: [] },
    FILE_BYTES_MAX,
  );
}
