// The memories of a hub, for the tools: their standings are computed here from the statements and texts behind each answer.
// The hub itself does so for clients that verify nothing, and names itself as the source; `credence mcp --hub` does so on
// the machine of a client that pinned a policy.

import { renderBlock } from "../../memory/block/block.ts";
import { type BlockEntry, rateHit, roundScore } from "../../memory/block/entry.ts";
import { takeGist } from "../../memory/block/gist.ts";
import { isPromptForRecall } from "../../memory/block/recall-prompt.ts";
import { stripRedacted } from "../../memory/text/strip-redacted.ts";
import { renderSnippet } from "../../search/excerpt.ts";
import type { SearchAnswer } from "../recall/search-memories.ts";
import { describe, openMemory, pathOf, relate } from "./describe.ts";
import type { Got, Memories, SearchWords, WantedIds } from "./memories.ts";
import { offerToHub, updateInHub } from "./offer.ts";
import { applyTo, getNamed, type HubHit, type HubView, type MatchedHit } from "./view.ts";

const [TEXTS_MAX, LIST_MAX, BUDGET_CHARS] = [5, 12, 6_000];

export function openHubMemories(view: HubView): Memories {
  const { store, host } = view;
  return {
    search: (words) => search(view, words),
    around: async (query) => {
      const found = await applyTo(view, await store.around(query));
      return found
        .filter(({ memory }) => openMemory(memory) !== null)
        .map(({ memory, hit }) => ({ memory: describe(host, memory), isCentre: hit.isCentre }));
    },
    get: (wanted) => getByIds(view, wanted),
    save: (words) => offerToHub(view, words),
    update: (words) => updateInHub(view, words),
    status: async () => {
      const { savesLeft, ...counts } = await store.status();
      const none = { due: 0, stale: 0, waiting: 0, saves_left_today: savesLeft };
      const roots = [{ scope: "project", path: host, ...counts, ...none }] as const;
      return { roots, capture: "off", notice: `counted as told by ${host}: nothing here can check it` };
    },
    // Fails open, like every hook: a failure means an empty answer.
    answerPrompt: ({ text, session }) => answerPrompt(view, text, session).catch(() => answerWith("")),
  };
}

async function search(view: HubView, words: SearchWords): Promise<SearchAnswer> {
  const found = await find(view, words, false);
  const related = relate(found.map(({ memory }) => memory));
  const best = found[0]?.hit.score ?? 0;
  const rows = found.map(({ memory, hit }, place) => {
    const { body: shown, ...described } = describe(view.host, memory);
    const body = stripRedacted(shown ?? "");
    const confidence = hit.wordScore === 0 ? "low" : rateHit(hit, best);
    const snippet = renderSnippet(body, words.query);
    const relations = related[place];
    const row = { ...described, score: roundScore(hit.score), confidence, snippet };
    return { hit: row, body, ...(relations !== undefined && { relations }) };
  });
  return { found: rows, notice: null };
}

async function getByIds(view: HubView, { ids, scope }: WantedIds): Promise<Got> {
  const found = (await getNamed(view, ids)).filter((memory) => scope === null || memory.scope === scope);
  const related = relate(found);
  const has = new Set(found.map(({ applied }) => applied.file.name));
  return {
    memories: found.map((memory, place) => ({
      memory: describe(view.host, memory),
      relations: related[place],
    })),
    missing: ids.filter((id) => !has.has(id)),
  };
}

function answerWith(block: string) {
  const hookSpecificOutput = { hookEventName: "UserPromptSubmit", additionalContext: block };
  const plain = block === "" ? "{}" : JSON.stringify({ hookSpecificOutput });
  return { plain, value: { rows: [], block, tokens: 0 } };
}

async function answerPrompt(view: HubView, prompt: string, session: string | null) {
  if (!isPromptForRecall(prompt)) return answerWith("");
  const found = await find(view, { query: prompt, filter: {}, limit: LIST_MAX }, true);
  const { isList } = found;
  const shown = found.slice(0, isList ? LIST_MAX : TEXTS_MAX);
  if (shown.length === 0) return answerWith("");
  const { text, outcomes } = renderBlock({
    source: view.source,
    descriptions: {},
    entries: listEntries(view, shown, isList),
    budgetChars: BUDGET_CHARS,
  });
  const seen = shown.filter((_, place) => outcomes[place] !== "cut").map(({ memory }) => memory);
  view.onShown(seen, session);
  return answerWith(text === "" ? "" : `${text}\n`);
}

function listEntries(view: HubView, shown: readonly MatchedHit<HubHit>[], isList: boolean): BlockEntry[] {
  const related = relate(shown.map(({ memory }) => memory));
  const best = shown[0]?.hit.score ?? 0;
  return shown.flatMap(({ memory, hit }, place) => {
    const open = openMemory(memory);
    if (open === null) return [];
    const { standing } = memory.applied;
    const { disagrees = [], alike = [] } = related[place] ?? {};
    const against = disagrees
      .filter(({ isFact, id }) => !isFact && shown.some((each) => each.memory.applied.file.name === id))
      .map(({ name }) => name);
    const fact = disagrees.find(({ isFact }) => isFact)?.name ?? null;
    const isMarked = fact !== null || against.length > 0 || alike.length > 0;
    const marks = { fact, against, replacedBy: null, alike: alike.length };
    return [
      {
        label: open.category ?? open.type,
        ...{ name: open.name, path: pathOf(view.host, memory), tags: open.tags, scope: memory.scope },
        inferred: standing !== "verified",
        confidence: rateHit(hit, best),
        date: (open.lastVerified ?? open.updatedAt ?? open.createdAt)?.slice(0, 10) ?? null,
        excerpt: isList ? "" : takeGist(open.body, "prompt"),
        flagged: standing === "inferred" ? memory.judged.what : null,
        ...(isMarked && { marks }),
      },
    ];
  });
}

/** Only memories that may be shown, in the hub's order with one exception: a fact about the query precedes memories that
 * are not about it. */
async function find(
  view: HubView,
  { query, filter, limit }: SearchWords,
  abstains: boolean,
): Promise<MatchedHit<HubHit>[] & { isList: boolean }> {
  const { type = null, category = null } = filter;
  const answer = await view.store.search({ prompt: query, limit, abstains, type, category });
  const found = await applyTo(view, answer);
  const open = found
    .filter(({ memory: each }) => openMemory(each) !== null)
    .sort((a, b) => Number(isFoundFact(b)) - Number(isFoundFact(a)))
    .slice(0, limit);
  return Object.assign(open, { isList: answer.isList });
}

function isFoundFact({ memory, hit }: MatchedHit<HubHit>): boolean {
  return memory.applied.standing === "verified" && hit.confidence !== "low";
}
