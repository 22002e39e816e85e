// What is kept from every model, each with its reason and what would let it in; and what was refused and never stored.

import { readRefused } from "../memories/refused.ts";
import { placeObserver } from "../observe/drain.ts";
import { readBatches } from "../observe/marks.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { PageCache, Told } from "./known/cache.ts";
import { surveyMemories } from "./known/survey.ts";
import { findRemedy } from "./remedies.ts";
import type { KeptOutView } from "./views.ts";

const PATIENCE_MS = 1_500;
/** The newest. */
const REFUSED_MAX = 200;
/** More than this nobody goes through at once. */
const LISTED_MAX = 1_000;

type Kept = KeptOutView["memories"][number];

const KINDS: readonly Kept["kind"][] = ["flagged", "foreign", "quarantined", "unreadable"];

export async function keptOutView(workspace: Workspace, cache: PageCache): Promise<KeptOutView> {
  const { told, reading } = await surveyMemories(workspace, cache, PATIENCE_MS);
  const memories = told
    .flatMap(describe)
    .sort(
      (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.id < b.id ? -1 : Number(a.id > b.id)),
    );
  const listed = memories.slice(0, LISTED_MAX);
  return {
    memories: listed,
    refused: listRefused(workspace),
    more: memories.length - listed.length,
    reading,
  };
}

function describe(told: Told): Kept[] {
  const kind = kindOf(told);
  if (kind === null) return [];
  const { row, reason, path, cause, holdsSecret, flags, waits } = told;
  const isFlagged = flags.length > 0;
  const remedy = findRemedy({ id: row.id, path, standing: row.standing, cause, holdsSecret, isFlagged });
  const why = waits.find((each) => each.kind === kind)?.why ?? reason;
  return [{ ...row, kind, reason: why, remedy: remedy ?? "nothing here would let it in", until: null }];
}

/** A flagged one is shown to models until somebody decides, and stands here so that somebody does. */
function kindOf({ row, flags, fault, inUse }: Told): Kept["kind"] | null {
  if (fault === "unreadable" || fault === "conflicts") return "unreadable";
  if (row.standing === "foreign" || row.standing === "quarantined") return row.standing;
  return inUse && flags.length > 0 ? "flagged" : null;
}

const BY = { person: "you", agent: "an agent or a script" } as const;

/** The newest first. */
function listRefused(workspace: Workspace): KeptOutView["refused"] {
  const written = readRefused(workspace).map(({ at, rule, command, by }) => ({
    at,
    rule,
    command,
    by: BY[by],
  }));
  const observed = workspace.roots.flatMap((root) =>
    readBatches(placeObserver(workspace.state.path, root)).flatMap(({ at, outcomes }) =>
      outcomes
        .filter(({ kind, why }) => kind === "refused" && why === "SECRET_DETECTED")
        .map(() => ({ at, rule: "secret", command: "observe", by: "the Observer" })),
    ),
  );
  return [...written, ...observed]
    .sort((a, b) => (a.at < b.at ? 1 : -Number(a.at > b.at)))
    .slice(0, REFUSED_MAX);
}
