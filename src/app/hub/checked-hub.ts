// A hub whose every answer is verified on this machine: signatures, the chain of policies from the pinned one, the hashes
// of texts, and the lowerings that this client has seen before. The client's memory is read again for each answer, under a
// lock, because another call or process of this state may have seen more meanwhile.
//
// Attack: the operator of the hub. The operator can withhold objects and invent unsigned ones, but cannot make a fact of a
// text without an approval of a person in the policy, change a text, bring back an older policy, or hide a lowering or a
// replacement that arrived here once. Fails closed: an answer under an invalid policy is rejected.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { askHub } from "../../hub/ask-hub.ts";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { renderInstant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { type AppliedMemory, listApplied } from "../../memory/law/sets/applying.ts";
import { coversRoot, type Policy, readChain, type Seen, trustOf } from "../../memory/law/sets/policy.ts";
import { closes, leaveReplaced } from "../../memory/law/sets/remembered.ts";
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
import type { HubAnswer, HubStore, HubView, RootEvidence } from "./view.ts";

export type HubConnection = {
  /** `https://HOST`, with or without a path. */
  readonly url: string;
  /** The hash of the first policy. */
  readonly pinned: string;
  readonly token: string;
  /** The directory of machine state. */
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
  // Under a lock, so that two processes that start at once get one key: a person enrols one.
  const key = withStateLock(directory, () => openKey(directory, connection.now()));
  const check = <Result>(policies: readonly string[], work: (checking: HubCheck) => Result): Result =>
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

/** `demand` refuses an invalid chain of policies, so that no answer passes, not even an empty one. */
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
    const answer: Pick<HubAnswer<never>, "policies"> = await ask(path, body);
    demand(answer.policies);
    return answer as never;
  };
  return {
    search: (asked) => askForHits("search", asked),
    around: (asked) => askForHits("around", asked),
    get: (ids) => askForHits("get", { ids }),
    status: async () => {
      // Counts come without a policy, so another answer verifies it.
      await askForHits("get", { ids: [] });
      return ask("status", {});
    },
    destinations: () => ask("destinations", {}),
    save: async (saved) => void (await ask("save", saved)),
  };
}

const COUNTS = ["verified", "inferred", "withheld", "retired"];

/** Checks only the shapes that the following code depends on, because every text is judged before it is shown. */
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

// The client's memory of a hub: the newest policy, and every statement that counted here and closes something.

type HubMemoryFile = {
  readonly seen: Seen | null;
  readonly closing: Map<string, Map<string, string>>;
  readonly directory: string;
};

function openMemory(directory: string): HubMemoryFile {
  const seen = readJson(join(directory, "policy.json"));
  const { number, hash } = isRecord(seen) ? seen : {};
  const memory: HubMemoryFile = {
    seen: typeof number === "number" && typeof hash === "string" ? { number, hash } : null,
    closing: new Map(),
    directory,
  };
  const path = join(directory, "closing.ndjson");
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

/** @returns true when it is new here. */
function note({ closing }: HubMemoryFile, root: string, text: string): boolean {
  const ofRoot = closing.get(root) ?? new Map<string, string>();
  closing.set(root, ofRoot);
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
  // A chain that contains the remembered policy is never behind it.
  if (number !== memory.seen?.number)
    replaceFile(join(memory.directory, "policy.json"), `${JSON.stringify({ number, hash })}\n`, 0o600);
  return chain.policy;
}

type HubCheck = { readonly memory: HubMemoryFile; readonly policy: Policy };

function apply(evidence: RootEvidence, { memory, policy }: HubCheck): readonly AppliedMemory[] {
  const { root, scope } = evidence;
  if (!coversRoot(policy, root)) return [];
  const texts = new Map(evidence.statements.map((text) => [sha256Hex(text), text]));
  for (const [hash, text] of memory.closing.get(root) ?? []) texts.set(hash, text);
  const given = readEvidence(
    { statements: [...texts.values()], texts: evidence.texts },
    { root, scope, policy, isChecked: false },
  );
  const trust = trustOf(policy);
  for (const said of given.statements) {
    const text = texts.get(said.hash);
    if (text === undefined || !closes(said) || !counts(said, trust)) continue;
    if (note(memory, root, text))
      appendLine(join(memory.directory, "closing.ndjson"), JSON.stringify({ root, text }), 0o600);
  }
  const names = new Map(policy.keys.map(({ signer, name }) => [signer, name]));
  const verdicts = { fails: () => false, copies: () => [], held: new Set<string>() };
  const hasText = (hash: string): boolean => given.sources.has(hash);
  const left = { ...given, statements: leaveReplaced(given.statements, { trust, hasText }) };
  return listApplied(left, { trust, me: null, verdicts }, (signer) => names.get(signer) ?? "nobody");
}

/** A key made on first use. A policy grants it no more than to write memories that wait for a person. */
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

type ReceiptRows = { readonly shown: readonly HubMemory[]; readonly session: string | null };

function writeReceipt({ state, now }: HubConnection, { shown, session }: ReceiptRows): void {
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
