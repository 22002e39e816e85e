// Offers an agent's memory to a hub: judged on the machine that signs it, and always inferred. The machine's key signs
// `wrote` and nothing else, so every offered memory waits for a person.

import { randomBytes } from "node:crypto";
import { CredenceError } from "../../memory/errors.ts";
import { type Draft, idsOf, isNamesake, renderDraft, sanitizeDraft } from "../../memory/file/draft.ts";
import { hashSource, sourceOf } from "../../memory/file/source.ts";
import { renderInstant } from "../../memory/instant.ts";
import { factsOf } from "../../memory/law/sets/applying.ts";
import { SESSION_CHARS_MAX } from "../../memory/limits.ts";
import { extendId, type Scope } from "../../memory/memory.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { signStatement } from "../../trust/sign.ts";
import type { Finding } from "../../validate/verdict.ts";
import { type JudgedText, judgeText, refuseHardFails } from "../change/judge-text.ts";
import { type HubMemory, openMemory } from "./describe.ts";
import type { SaveWords, UpdateWords, WriteAnswer } from "./memories.ts";
import { type Destination, findOne, getNamed, type HubView } from "./view.ts";

const HASH_CHARS = 8;

export async function offerToHub(view: HubView, { scope, draft }: SaveWords): Promise<WriteAnswer> {
  const session = sanitizeLine([view.client, view.session].filter(Boolean).join("/"), SESSION_CHARS_MAX);
  const fresh = sanitizeDraft({ ...draft, session, confidence: null, supersedes: null });
  const { plain, hashed } = idsOf(fresh);
  const near = await getNamed(view, [plain, hashed]);
  const { root, scope: of } = chooseDestination(await view.store.destinations(), scope);
  const here = near.filter((each) => each.root === root);
  const digest = factsOf(renderSource(fresh))?.digest;
  const same = here.find(({ applied }) => applied.file.digest === digest);
  if (same !== undefined) return unchanged(same.applied.file.name);
  const namesake = here.find((each) => isNamesake(openMemory(each), fresh));
  if (namesake !== undefined) return change(view, { target: namesake, draft: fresh });
  const id = here.some(({ applied }) => applied.file.name === plain) ? hashed : plain;
  const findings = await send(view, { root, scope: of }, { id, draft: fresh, replaced: null });
  return written({ kind: "created", id, why: "it is new", supersedes: null, findings });
}

export async function updateInHub(
  view: HubView,
  { id, update, ifDigest }: UpdateWords,
): Promise<WriteAnswer> {
  const target = await findOne(view, id);
  const memory = openMemory(target);
  if (memory === null)
    throw new CredenceError("NOT_FOUND", "there is no memory of this id in use on the hub");
  if (ifDigest !== null && ifDigest !== target.applied.file.digest)
    throw new CredenceError("OCC_CONFLICT", "the memory has changed since it was read");
  const draft = sanitizeDraft({
    ...memory,
    ...dropNull({
      name: update.name,
      description: update.description,
      body: update.body,
      category: update.category,
    }),
    tags: [...memory.tags, ...update.tags],
    cues: update.cues.length === 0 ? memory.cues : update.cues,
    contradicts: update.contradicts.length === 0 ? memory.contradicts : update.contradicts,
    relatedFiles: [...memory.relatedFiles, ...update.relatedFiles],
    origin: "inference",
    session: memory.session,
  });
  return change(view, { target, draft });
}

function dropNull<Fields extends Record<string, unknown>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], null>;
  };
}

type Change = { readonly target: HubMemory; readonly draft: Draft };

/** A memory that this key wrote and no person decided about is rewritten; a change of any other memory is a proposal. */
async function change(view: HubView, { target, draft }: Change): Promise<WriteAnswer> {
  const { root, scope, applied } = target;
  const { file, standing } = applied;
  const isOwn = file.by?.signer === view.signer.key.signer && standing === "inferred" && "follows" in file.by;
  if (isOwn) {
    const findings = await send(view, { root, scope }, { id: file.name, draft, replaced: target });
    const why = "it has this title already";
    return written({ kind: "updated", id: file.name, why, supersedes: null, findings });
  }
  const supersedes = file.name;
  const digest = factsOf(renderSource(draft))?.digest ?? "";
  if (digest === file.digest) return unchanged(supersedes);
  const id = extendId(supersedes, `_proposed_${digest.slice(0, HASH_CHARS)}`);
  const findings = await send(view, { root, scope }, { id, draft: { ...draft, supersedes }, replaced: null });
  const why = `${supersedes} is not yours to change and stays unchanged`;
  return written({ kind: "proposed", id, why, supersedes, findings });
}

type OfferRequest = { readonly id: string; readonly draft: Draft; readonly replaced: HubMemory | null };

async function send(
  view: HubView,
  { root, scope }: Destination,
  { id, draft, replaced }: OfferRequest,
): Promise<Finding[]> {
  const judgement = await judgeText(null, `${id}.md`, { text: renderSource(draft), vouchedBy: "machine" });
  const judged = refuseHardFails(judgement);
  const statement = sign(view.signer, judged, { root, scope, id, replaced });
  await view.store.save({ root, statement, text: judged.text });
  return [...judgement.injection.findings];
}

type StatementInput = Destination & Pick<OfferRequest, "id" | "replaced">;

/** Signs only judged texts. */
function sign({ key, now }: HubView["signer"], judged: JudgedText, said: StatementInput): string {
  const { root, scope, id, replaced } = said;
  const by = replaced?.applied.file.by ?? null;
  const follows = by !== null && "follows" in by ? [...new Set([...by.follows, by.hash])].sort() : [];
  const { origin, session, taint } = judged.memory;
  const { text } = signStatement(
    {
      ...{ v: 1, root, scope, id, act: "wrote", time: renderInstant(now()) },
      born: replaced?.applied.file.born ?? randomBytes(16).toString("hex"),
      ...{ digest: judged.digest, text: hashSource(judged.text), follows, lifts: [], acknowledged: [] },
      ...{ reason: null, source: replaced === null ? { origin, session, taint } : null },
      ...{ device: key.signer, seq: 0, prev: null },
    },
    key,
  );
  return text;
}

/** Leaves out the machine's note of the memory's creation, which is not part of the source. */
function renderSource(draft: Draft): string {
  const text = renderDraft(draft, { tier: "inferred", now: 0, machine: "agent" });
  return sourceOf(text) ?? text;
}

function chooseDestination(all: readonly Destination[], scope: Scope | null): Destination {
  const fitting = all.filter((each) => scope === null || each.scope === scope);
  const [first, second] = fitting;
  if (first === undefined) throw new CredenceError("NO_ROOT", "this token may write no root of the hub");
  if (second !== undefined)
    throw new CredenceError(
      "NO_ROOT",
      "this token may write several roots of the hub",
      "use a token for one root",
    );
  return first;
}

function unchanged(id: string): WriteAnswer {
  const none = { supersedes: null, flags: [], findings: [], similar: [] };
  return { outcome: { ...none, kind: "unchanged", id, why: `${id} already says exactly this` } };
}

function written(outcome: Omit<WriteAnswer["outcome"], "flags" | "similar">): WriteAnswer {
  return {
    outcome: { ...outcome, flags: [...new Set(outcome.findings.map(({ rule }) => rule))], similar: [] },
  };
}
