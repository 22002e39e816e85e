// A memory as an answer. Attack: an agent lists or shows what nobody vouched for, to read it past recall. Without a person
// at the terminal a quarantined or foreign memory is its id, its reason and its dates, and not one byte more.

import { gather } from "../../memory/law/sets/gather.ts";
import type { StandingInput } from "../../memory/law/standing.ts";
import type {
  Category,
  Memory,
  MemoryType,
  Origin,
  Scope,
  Standing,
  Status,
  Tier,
} from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/strip-redacted.ts";
import { WITHHELD } from "../../memory/wording.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { isDictated, type SignedDates, signedDates } from "./law.ts";
import { type LoadedMemory, pathShown } from "./load-memory.ts";
import { flaggedOf, isKnownHeldBack, isOpenToModels } from "./wordings.ts";

/** The pinned JSON shape; absent fields are null, lists empty. */
export type DescribedMemory = {
  readonly id: string;
  readonly scope: Scope;
  readonly path: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly type: MemoryType | null;
  readonly category: Category | null;
  readonly tags: readonly string[];
  readonly cues: readonly string[];
  readonly contradicts: readonly string[];
  readonly tier: Tier | null;
  readonly standing: Standing;
  readonly reason: string;
  /** What kind of wording the injection check found in it; null where nothing was, or a person approved it. */
  readonly flagged: string | null;
  readonly status: Status | null;
  readonly createdAt: string | null;
  readonly lastVerified: string | null;
  readonly origin: Origin | null;
  readonly taint: readonly string[];
  readonly digest: string | null;
  readonly body: string | null;
};

/** After `learnWordings`: what nobody has judged is withheld. */
export function describeMemory(workspace: Workspace, loaded: LoadedMemory): DescribedMemory {
  const { root, file, standing } = loaded;
  const isPerson = workspace.presence.kind === "person";
  const open = isWithheld(workspace, loaded) ? null : loaded.memory;
  // What a person marked as a secret is for people, too.
  const shown = open === null || isPerson ? open : hideRedactedIn(open);
  return {
    id: file.id,
    scope: root.scope,
    path: pathShown(loaded),
    ...pickContent(shown),
    tier: shown?.tier ?? null,
    standing: standing.standing,
    reason: isKnownHeldBack(loaded) ? `${standing.reason}, ${WITHHELD}` : standing.reason,
    flagged: flaggedOf(loaded),
    status: shown?.status ?? null,
    // The digest covers neither dates, origin nor taint, so anybody can have written them: they are for people.
    ...(isPerson ? datesOf(loaded) : signedDates(loaded, workspace.now)),
    origin: isPerson || shown?.origin !== "dictated" || isDictated(loaded) ? (shown?.origin ?? null) : null,
    taint: isPerson ? (shown?.taint ?? []) : [],
    digest: shown === null ? null : loaded.digest,
    body: shown?.body ?? null,
  };
}

type Content = Pick<
  DescribedMemory,
  "name" | "description" | "type" | "category" | "tags" | "cues" | "contradicts"
>;

/** In the order of the JSON shape. */
function pickContent(shown: Memory | null): Content {
  if (shown === null)
    return { name: null, description: null, type: null, category: null, tags: [], cues: [], contradicts: [] };
  const { name, description, type, category, tags, cues, contradicts } = shown;
  return { name, description, type, category, tags, cues, contradicts };
}

function datesOf({ memory }: LoadedMemory): SignedDates {
  return { createdAt: memory?.createdAt ?? null, lastVerified: memory?.lastVerified ?? null };
}

function isWithheld({ presence }: Workspace, loaded: LoadedMemory): boolean {
  const { standing, input } = loaded;
  if (presence.kind === "person") return false;
  switch (standing.standing) {
    case "verified":
    case "inferred":
      return !isOpenToModels(loaded);
    case "retired":
      return !isVouchedFor(input) || !isOpenToModels(loaded);
    case "quarantined":
    case "foreign":
      return true;
  }
}

/** Retired says nothing about who wrote it: a foreign file can say so of itself, and a retired one can be changed. */
function isVouchedFor(input: StandingInput): boolean {
  if (input.rootWaits) return false;
  return gather(input).vouchedBy.length > 0;
}
