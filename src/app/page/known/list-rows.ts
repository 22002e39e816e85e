// Every memory with the values by which lists are filtered and sorted. Memories that recall may show come from the search
// indexes, the others from the page's own survey, and the signers from this machine's record. Built once per generation; a
// row that reaches the screen is read from its file again.

import { RULE_SET_VERSION } from "../../../memory/formats.ts";
import { parseInstant } from "../../../memory/instant.ts";
import { isApproval, isNegative } from "../../../memory/law/kinds.ts";
import type { Category, MemoryType, Standing, Status } from "../../../memory/memory.ts";
import type { SearchIndex } from "../../../search/index/open-index.ts";
import { readRowPlaces } from "../../../search/index/queue.ts";
import { walkSearchable } from "../../../search/index/reader.ts";
import { readWordings } from "../../../search/index/verdicts.ts";
import { listIds } from "../../../store/memory-files.ts";
import { findDuplicates, findSame } from "../../audit/find-duplicates.ts";
import { withIndexes } from "../../index/open-index.ts";
import { countUnread } from "../../index/survey-files.ts";
import { keyOf } from "../../survey/record.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { nameSigner } from "../shown/rows.ts";
import { keep, type PageCache, type VouchedIds } from "./cache.ts";
import type { MemoryDetails, PageSurvey } from "./survey.ts";

export type ListRow = {
  readonly root: OpenRoot;
  readonly id: string;
  readonly name: string;
  readonly standing: Standing;
  readonly status: Status;
  readonly type: MemoryType | null;
  readonly category: Category | null;
  readonly tags: readonly string[];
  readonly author: string | null;
  readonly flagged: boolean;
  readonly alike: string | null;
  /** When it last changed and was last approved; 0 when unknown. */
  readonly changed: number;
  readonly verified: number;
};

export function listRows(workspace: Workspace, cache: PageCache, surveyed: PageSurvey): readonly ListRow[] {
  return keep(cache, "rows", () => {
    const alike = nameAlike(cache, surveyed);
    const others = surveyed.told.filter((each) => !each.inUse).map(toRow);
    return [...readIndexed(workspace, cache), ...others].map((row) => ({
      ...row,
      alike: alike.get(keyOf(row.root, row.id)) ?? null,
    }));
  });
}

type Row = Omit<ListRow, "alike">;

function toRow({ root, row, changed }: MemoryDetails): Row {
  const { id, name, standing, type, category, tags, author, verifiedAt } = row;
  const about = { id, name, standing, status: row.status ?? "active", type, category, tags, author };
  const verified = parseInstant(verifiedAt ?? "") ?? 0;
  return { root, ...about, flagged: row.flagged !== null, changed, verified };
}

/** A root with an unreadable record has no index. */
function readIndexed(workspace: Workspace, cache: PageCache): Row[] {
  const roots = workspace.roots.filter((root) => workspace.seenIn(root).unreadable === null);
  return withIndexes(workspace, { roots }, (indexed) =>
    indexed.flatMap(({ root, index }) => {
      const vouched = readVouched(workspace, root, cache);
      const nameOf = createNames(workspace, root);
      const found = new Set(readWordings(index, RULE_SET_VERSION).map(({ id, digest }) => `${id} ${digest}`));
      const inUse = Array.from(walkSearchable(index), (row): Row => {
        const { id, name, standing, status, type, category, tags, time } = row;
        const { signer, verified = 0 } = vouched.get(id) ?? {};
        const author = nameOf(signer);
        // An approved memory is not flagged here, because its findings were acknowledged or wait in the review.
        const flagged = standing === "inferred" && found.has(`${id} ${row.digest}`);
        const about = { id, name, standing, status, type, category, tags, author, flagged };
        return { root, ...about, changed: time, verified };
      });
      return [...inUse, ...listUnread(root, index)];
    }),
  );
}

const UNREAD = { standing: "foreign", status: "active", type: null, category: null, tags: [] } as const;

/** Foreign files without a row, of which only the names are known: the index gives none when there are too many. */
function listUnread(root: OpenRoot, index: SearchIndex): Row[] {
  if (countUnread(index) === 0) return [];
  const rows = readRowPlaces(index);
  return [...listIds(root.path).keys()]
    .filter((id) => !rows.has(id))
    .map((id) => ({ root, id, name: id, ...UNREAD, author: null, flagged: false, changed: 0, verified: 0 }));
}

/** The last statement that vouches, per id. */
function readVouched(workspace: Workspace, root: OpenRoot, cache: PageCache): VouchedIds["byId"] {
  const known = cache.vouched.get(root.id) ?? { position: 0, byId: new Map() };
  cache.vouched.set(root.id, known);
  const { statements, position } = workspace.seenIn(root).recallAfter(known.position);
  known.position = position;
  for (const said of statements) {
    if (isNegative(said)) continue;
    const { id, time, signer } = said;
    const approved = isApproval(said) ? (parseInstant(time) ?? 0) : 0;
    known.byId.set(id, { signer, verified: Math.max(approved, known.byId.get(id)?.verified ?? 0) });
  }
  return known.byId;
}

function createNames(workspace: Workspace, root: OpenRoot): (signer: string | undefined) => string | null {
  const names = new Map<string, string | null>();
  return (signer) => {
    if (signer === undefined) return null;
    const known = names.get(signer);
    if (known !== undefined) return known;
    const name = nameSigner(workspace, root, signer);
    names.set(signer, name);
    return name;
  };
}

// Groups memories whose descriptions say nearly the same, among those that the page surveys. The groups are suspicions to
// filter by, not verdicts.

/** The maximum length of a filter value. */
const NAME_CHARS = 60;

/** @returns the id of the first similar memory, by the key of each memory that has one. */
export function nameAlike(cache: PageCache, { told }: PageSurvey): ReadonlyMap<string, string> {
  return keep(cache, "alike", () => {
    const described = told
      .filter(({ row }) => row.description !== "")
      .map((each) => ({ of: each, description: each.row.description }));
    const groups = [...findDuplicates(described).groups, ...findSame(described)];
    const named = groups.flatMap(({ members }) => {
      const [first = ""] = members.map(({ id }) => id).sort();
      return members.map(({ root, id }) => [keyOf(root, id), first.slice(0, NAME_CHARS)] as const);
    });
    return new Map(named);
  });
}
