// One memory in full, as it is on disk at this moment, with everything that a decision about it needs.

import { setTimeout as sleep } from "node:timers/promises";
import { renderContent } from "../../memory/file/digest.ts";
import { parseFrontmatter } from "../../memory/file/frontmatter.ts";
import type { Memory } from "../../memory/memory.ts";
import { addNearest } from "../../search/strategies/add-nearest.ts";
import { findSharedWords, isAlike } from "../audit/find-duplicates.ts";
import { contextOf, type Judgement } from "../change/judge-text.ts";
import type { SigningPreview } from "../change/sign/signing-preview.ts";
import { listAcknowledged, voucherOf } from "../memories/law.ts";
import { findProposedFor } from "../memories/list-memories.ts";
import { type LoadedMemory, loadMemory, pathShown } from "../memories/load-memory.ts";
import { findMemories } from "../recall/find-memories.ts";
import { findRelations } from "../recall/relations.ts";
import type { ReviewSubject } from "../review/queue.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { offerActs } from "./acts.ts";
import type { PageCache } from "./known/cache.ts";
import { type MemoryDetails, surveyMemories } from "./known/survey.ts";
import { describeLife } from "./life.ts";
import { adviseAbout } from "./remedies.ts";
import { compareTexts } from "./shown/difference.ts";
import { describeFindings, findMasksIn } from "./shown/findings.ts";
import { rowOf } from "./shown/rows.ts";
import { coverIn, findMasks, type ShownText, type Span, showLine, showText } from "./shown/text.ts";
import type { FindingView, MemoryRef, MemoryRow, MemoryView, NeighbourView } from "./views.ts";

const FIELD_CHARS = 300;
/** How long to wait for the survey, which knows what proposes a change to the memory, before the memory is shown without
 * it. */
const PATIENCE_MS = 300;
const UNHELD = { ref: false } as const;

/** @returns null when there is no such memory. */
export async function memoryView(
  workspace: Workspace,
  ref: MemoryRef,
  cache: PageCache,
): Promise<MemoryView | null> {
  const offer = await offerActs(workspace, ref);
  if (offer === null) return null;
  const { subject, showing, acts, refusal, changes } = offer;
  const { target } = subject;
  const { memory, text } = target;
  const masks = await findMasksIn(workspace, target, showing.judgement);
  const shown = showText(text ?? "", masks);
  const surveyed = await Promise.race([surveyMemories(workspace, cache), sleep(PATIENCE_MS, null, UNHELD)]);
  const row = rowOf(workspace, target);
  return {
    ...row,
    text: shown.text,
    ...bodyIn(text, shown, memory !== null && !isCut(row)),
    source: text === null ? null : coverIn(text, masks),
    path: pathShown(target),
    reason: target.standing.reason,
    ...provenanceOf(memory),
    findings: findingsOf(target, { shown, masks, judgement: showing.judgement }),
    difference: await differenceOf(workspace, showing, { target, name: changes.difference }),
    pair: await pairOf(workspace, subject, changes.pair),
    neighbours: await findNeighbours(workspace, target, surveyed?.told ?? []),
    life: describeLife(workspace, target),
    choices: acts.map(({ choice }) => choice),
    refusal: refusal === null ? null : { message: refusal.message, hint: refusal.hint ?? "" },
    remedy: adviseAbout(offer),
  };
}

/** Fields of a file that no signature covers. They are shown as claims, because anyone may have written them. */
function provenanceOf(
  memory: Memory | null,
): Pick<MemoryView, "origin" | "session" | "machine" | "taint" | "relatedFiles"> {
  const show = (value: string): string => showLine(value, FIELD_CHARS);
  const { origin = null, session = null, sourceMachine = null, taint = [], relatedFiles = [] } = memory ?? {};
  return {
    origin,
    session: session === null ? null : show(session),
    machine: sourceMachine === null ? null : show(sourceMachine),
    taint: taint.map(show),
    relatedFiles: relatedFiles.map(show),
  };
}

/** True when the heading, which shows the signed fields besides the body, had to be shortened; then the whole file is
 * shown. */
function isCut({ name, description, tags }: MemoryRow): boolean {
  return [name, description, ...tags].some((each) => each.endsWith("…"));
}

function bodyIn(
  text: string | null,
  shown: ShownText,
  isEnough: boolean,
): Pick<MemoryView, "body" | "bodyStart"> {
  const frontmatter = text === null || !isEnough ? null : parseFrontmatter(text);
  if (frontmatter === null || frontmatter.kind === "broken") return { body: null, bodyStart: 0 };
  const bodyStart = shown.at(frontmatter.bodyStart);
  return { body: shown.text.slice(bodyStart), bodyStart };
}

type TextOnScreen = {
  readonly shown: ShownText;
  readonly masks: readonly Span[];
  readonly judgement: Judgement | null;
};

function findingsOf(target: LoadedMemory, { shown, masks, judgement }: TextOnScreen): FindingView[] {
  const { text, problems } = target;
  if (text !== null && judgement !== null) {
    const acknowledged = judgement.flags.length === 0 ? new Set<string>() : listAcknowledged(target);
    return describeFindings({ source: text, shown, masks, judgement, acknowledged });
  }
  // For a file that is not text there are only the problems that the reader found.
  return problems.map(({ rule, message }) => ({
    tool: "validate",
    rule,
    severity: "error",
    message,
    line: 1,
    start: 0,
    end: 0,
    isAcknowledged: false,
  }));
}

async function pairOf(
  workspace: Workspace,
  { target, pair }: ReviewSubject,
  name: string | null,
): Promise<MemoryView["pair"]> {
  if (name === null || pair === null || pair.memory === null || target.memory === null) return null;
  const [before, after] = [renderContent(pair.memory), renderContent(target.memory)];
  const cover = async (text: string, of: LoadedMemory): Promise<string> =>
    coverIn(
      text,
      await findMasks(`${of.file.id}.md`, text, contextOf(workspace, voucherOf(of) === "person")),
    );
  const lines = compareTexts(await cover(before, pair), await cover(after, target));
  return { id: pair.file.id, name, lines };
}

async function differenceOf(
  workspace: Workspace,
  { previous, memory }: SigningPreview,
  { target, name }: { readonly target: LoadedMemory; readonly name: string | null },
): Promise<MemoryView["difference"]> {
  if (name === null || previous === null || memory === null) return null;
  const [before, after] = [renderContent(previous.content), renderContent(memory)];
  const cover = async (text: string, isPersons: boolean): Promise<string> =>
    coverIn(text, await findMasks(`${target.file.id}.md`, text, contextOf(workspace, isPersons)));
  return {
    since: previous.time,
    name,
    lines: compareTexts(await cover(before, true), await cover(after, voucherOf(target) === "person")),
  };
}

// Related memories: those that say nearly the same, that contradict the memory, that it replaces or would replace, and that
// would replace it.

/** How many of the most similar memories are compared. */
const COMPARED_MAX = 12;
const WORDS_MAX = 8;
const WORDS_CHARS = 160;

async function findNeighbours(
  workspace: Workspace,
  target: LoadedMemory,
  told: readonly MemoryDetails[],
): Promise<NeighbourView[]> {
  const linked = [
    ...findDisagreeing(workspace, target),
    ...findReplaced(workspace, target),
    ...findReplacing(workspace, target, told),
  ];
  const known = new Set(linked.map(({ scope, id }) => `${scope} ${id}`));
  const like = (await findAlike(workspace, target)).filter(({ scope, id }) => !known.has(`${scope} ${id}`));
  return [...linked, ...like];
}

const LINE_CHARS = 300;

function findDisagreeing(workspace: Workspace, { root, file }: LoadedMemory): NeighbourView[] {
  const { disagrees = [] } = findRelations(workspace, root, [file.id]).get(file.id) ?? {};
  return disagrees.flatMap(({ id, line }) => {
    const loaded = loadMemory(workspace, root, id);
    return loaded === null ? [] : [view(workspace, loaded)("disagrees", showLine(line, LINE_CHARS))];
  });
}

function findReplaced(workspace: Workspace, target: LoadedMemory): NeighbourView[] {
  const id = target.memory?.supersedes ?? null;
  const replaced = id === null ? null : loadMemory(workspace, target.root, id);
  if (replaced === null) return [];
  return findProposedFor(workspace, target) === null
    ? [view(workspace, replaced)("supersedes", "this memory says that it replaces it")]
    : [
        view(workspace, replaced)(
          "may-update",
          "this memory proposes a change to it, and is not used until you decide",
        ),
      ];
}

function findReplacing(
  workspace: Workspace,
  { root, file }: LoadedMemory,
  told: readonly MemoryDetails[],
): NeighbourView[] {
  const found = told.filter((each) => each.supersedes === file.id && each.root.id === root.id);
  return found.flatMap(({ row }) => {
    const loaded = loadMemory(workspace, root, row.id);
    if (loaded === null) return [];
    return findProposedFor(workspace, loaded) === null
      ? [view(workspace, loaded)("superseded-by", "it says that it replaces this memory")]
      : [view(workspace, loaded)("proposed-for", "it proposes a change to this memory, and waits for you")];
  });
}

async function findAlike(workspace: Workspace, target: LoadedMemory): Promise<NeighbourView[]> {
  const description = target.memory?.description ?? "";
  if (description === "") return [];
  const isReadable = (root: OpenRoot): boolean => workspace.seenIn(root).unreadable === null;
  const { shown } = await findMemories(workspace, {
    roots: workspace.roots.filter(isReadable),
    prompt: description,
    strategy: "credence",
    filter: {},
    abstains: false,
    limit: COMPARED_MAX,
    addNearest,
  });
  const usesMeaning = workspace.config.config["retrieval.meaning"];
  return shown.flatMap(({ loaded }) => {
    if (loaded.file.path === target.file.path) return [];
    const other = loaded.memory?.description ?? "";
    const words = findSharedWords(description, other);
    if (words.length === 0)
      return usesMeaning && isAlike(description, other)
        ? [view(workspace, loaded)("duplicate", "its description means nearly the same in other words")]
        : [];
    const named = showLine(words.slice(0, WORDS_MAX).join(", "), WORDS_CHARS);
    return [
      view(workspace, loaded)("duplicate", `${words.length} words of its description are the same: ${named}`),
    ];
  });
}

type Tell = (relation: NeighbourView["relation"], why: string) => NeighbourView;

function view(workspace: Workspace, loaded: LoadedMemory): Tell {
  const { scope, id, name, standing } = rowOf(workspace, loaded);
  return (relation, why) => ({ scope, id, name, standing, relation, why });
}
