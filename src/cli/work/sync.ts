// `credence sync`: which roots, by whom, and what a person is told.

import { followPeople, sayUndecided } from "../../app/people/follow-people.ts";
import { checkPulled } from "../../app/sync/check-pulled.ts";
import { findRemote } from "../../app/sync/known-remote.ts";
import { checkRemote, NO_REMOTE, nameRemote, requireRemote } from "../../app/sync/named-remote.ts";
import { type Counts, exitOf, type SyncReport } from "../../app/sync/report.ts";
import { syncRoot } from "../../app/sync/sync-root.ts";
import { type OpenRoot, renewWorkspace, requireRoot, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openForPerson, openWorkspaceFor, unlockFor } from "../call/open-workspace.ts";
import { scopeOf, textOf } from "../call/values.ts";
import { tell } from "../frames/answer.ts";
import { isPersonsCall } from "../frames/person-call.ts";
import { firstOf } from "../report/report.ts";
import { CLEAR } from "../terminal/progress.ts";

export async function syncAll(io: Io, call: Call): Promise<number> {
  const isGiven = (option: string): boolean => call.values[option] === true;
  if (isGiven("pull-only") && isGiven("push-only")) {
    throw new CredenceError("USAGE", "give --pull-only or --push-only, not both");
  }
  const isPersons = isPersonsCall("sync", call);
  let workspace = await (isPersons ? openForPerson(io, call, actOf(call)) : openWorkspaceFor(io, call));
  try {
    // Before the passphrase is asked for.
    chooseRoots(workspace, call);
    if (isPersons) workspace = await unlockFor(io, workspace, actOf(call));
    io.setEcho?.(true);
    const named = textOf(call, "remote");
    if (named !== null && named !== NO_REMOTE) await askHubToken(io, workspace, checkRemote(named));
    const begun = named === null ? null : await follow(io, call, { workspace, named });
    workspace = begun?.workspace ?? workspace;
    const roots = chooseRoots(workspace, call);
    const reports: SyncReport[] = [];
    for (const root of roots) {
      const url = named === null ? null : nameRemote(workspace, root, named);
      if (named !== null && url === null) {
        const said = `${root.shown} is no longer synced; the remote is unchanged`;
        return tell(io, call, { json: [], says: [said] });
      }
      const one = { workspace, root, url, call };
      reports.push(await (begun === null ? syncOne(io, one) : begun.first(() => syncOne(io, one))));
    }
    await askIfNamed(io, call, { workspace, roots });
    const exit = tell(io, call, {
      json: reports,
      says: reports.flatMap(sayReport),
      exit: worst(reports.map(exitOf)),
    });
    const undecided = sayUndecided(renewWorkspace(workspace, workspace.now));
    if (undecided !== null) io.err(says`warning: ${undecided}\n`);
    return exit;
  } finally {
    workspace.close();
  }
}

async function askIfNamed(
  io: Io,
  call: Call,
  { workspace, roots }: { readonly workspace: Workspace; readonly roots: readonly OpenRoot[] },
): Promise<void> {
  if (textOf(call, "remote") === null || call.values["dry-run"] === true) return;
  const { askAutomatic } = await import("./sync-due.ts");
  for (const root of roots)
    await askAutomatic(io, call, { workspace, root, url: requireRemote(workspace, root) });
}

/** What a hub is shown; asked for again whenever one is named. */
export async function askHubToken(
  io: Io,
  workspace: Workspace,
  url: ReturnType<typeof checkRemote>,
): Promise<void> {
  if (url.kind !== "hub") return;
  const { findHubToken, keepHubToken } = await import("../../app/sync/hub-token.ts");
  const isHere = findHubToken(workspace, url) !== null;
  const typed = await io.askSecret(
    says`Token for the hub${isHere ? " (Enter keeps the one that is here)" : ""}: `,
  );
  if (typed !== "" || !isHere) keepHubToken(workspace, url, typed);
}

function actOf(call: Call): string {
  if (textOf(call, "remote") !== null) return "name a remote";
  return call.values["accept-settings"] === true
    ? "take settings from the remote"
    : "take what others take out of use";
}

type Naming = { readonly workspace: Workspace; readonly named: string };

type Followed = {
  readonly workspace: Workspace;
  /** Runs the first sync; where that fails the root is what it was. */
  readonly first: (sync: () => Promise<SyncReport>) => Promise<SyncReport>;
};

/** On a person's second machine the root about a project has an id of its own until it meets the first one's.
 * @returns null where there is nothing to become. */
async function follow(io: Io, call: Call, { workspace, named }: Naming): Promise<Followed | null> {
  const [root] = chooseRoots(workspace, call);
  const isFirst = root?.kind === "personal" && findRemote(workspace, root) === null && named !== NO_REMOTE;
  if (!isFirst) return null;
  const { becomeTheirs, orUndo } = await import("../../app/sync/first-pull.ts");
  const stage = createStages(io);
  try {
    const url = checkRemote(named);
    const begun = await becomeTheirs(workspace, { root, url }, { env: envOf(io), onStage: stage });
    return {
      workspace: begun.workspace,
      first: (sync) => orUndo(begun, { sync, isDry: call.values["dry-run"] === true }),
    };
  } finally {
    stage("");
  }
}

/** The person's own git, with their helpers. */
export function envOf(io: Io): Readonly<Record<string, string | undefined>> {
  return { ...io.env, HOME: io.home };
}

/** Those that have a remote; where none has, the one that a remote would be named for, which says so. */
function chooseRoots(workspace: Workspace, call: Call): OpenRoot[] {
  const scope = scopeOf(call);
  const own = workspace.roots.filter(({ kind }) => kind !== "shared");
  if (textOf(call, "remote") !== null) {
    const root = own.find(({ kind }) => kind === (scope === "project" ? "personal" : "user"));
    if (root !== undefined) return [root];
    const failed = workspace.failed.find((each) => each.scope === (scope ?? "user"));
    if (failed !== undefined) throw failed.error;
    throw new CredenceError(
      "NO_ROOT",
      scope === "project" ? "there is no personal root for this project" : "there is no user memory root",
      scope === "project" ? "credence init --private makes one" : "credence init --scope user makes it",
    );
  }
  requireRoot(workspace);
  const synced = own.filter((root) => findRemote(workspace, root) !== null);
  const shared = scope === "project" ? workspace.roots.filter(({ kind }) => kind === "shared") : [];
  if (synced.length + shared.length > 0) return [...shared, ...synced];
  return own.slice(-1).length > 0 ? own.slice(-1) : workspace.roots.slice(0, 1);
}

type One = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  /** One that was just named. */
  readonly url: ReturnType<typeof nameRemote>;
  readonly call: Call;
};

async function syncOne(io: Io, { workspace, root, url: named, call }: One): Promise<SyncReport> {
  const isGiven = (option: string): boolean => call.values[option] === true;
  const dryRun = isGiven("dry-run");
  if (root.kind === "shared" && scopeOf(call) === "project") {
    // First whose word counts: a statement that came along may revoke a key.
    return checkPulled(followPeople(workspace), root, { dryRun });
  }
  const url = named ?? requireRemote(workspace, root);
  const stage = createStages(io);
  try {
    return await syncRoot(
      workspace,
      { root, url },
      {
        dryRun,
        pullOnly: isGiven("pull-only"),
        pushOnly: isGiven("push-only"),
        acceptChanges: isGiven("accept-changes"),
        acceptSettings: isGiven("accept-settings"),
        env: envOf(io),
        onStage: stage,
      },
    );
  } finally {
    stage("");
  }
}

/** What is under way, in one line that is overwritten, only where a person looks. */
export function createStages(io: Io): (text: string) => void {
  if (!io.terminal.out) return () => undefined;
  return (text) => io.err(says`${[CLEAR]}${text.slice(0, Math.max(20, io.columns - 1))}`);
}

/** What keeps memories from travelling comes before what only has to be looked at. */
const ORDER = [1, 6, 3, 2, 0];

export function worst(exits: readonly number[]): number {
  return ORDER.find((exit) => exits.includes(exit)) ?? 0;
}

type Outcome = SyncReport["memories"][number]["outcome"];

const WORDS: readonly (readonly [Outcome, string])[] = [
  ["taken", "taken"],
  ["sent", "sent"],
  ["kept-both", "in two versions, for you to choose: credence review"],
  ["held", "withheld: others take so many out of use; if that is right: credence sync --accept-changes"],
  ["asked", "as they were, though another machine asks you: credence review"],
  ["came-back", "came back: deleted without a statement"],
  ["archived", "archived elsewhere"],
  ["forgotten", "forgotten elsewhere, erased here"],
  ["quarantined", "in quarantine: failed validation"],
  ["blocked", "not sent: fails validation"],
  ["left", "left as it is on both sides"],
  ["out", "approved, and taken out of use by the repository: credence review"],
];
const NAMED_MAX = 20;
export function sayReport(report: SyncReport): string[] {
  const { root, remote, refused, statements, cards, waits, dryRun } = report;
  const head = `${root}${remote === null ? "" : ` and ${remote}`}${dryRun ? " (nothing was changed)" : ""}`;
  const said = [
    ...WORDS.flatMap(([outcome, words]) => renderOutcome(report, outcome, words)),
    ...renderOutOfUse(report),
    ...renderCounts(statements, ["statement", "statements"]),
    ...renderCounts(cards, ["card", "cards"]),
    ...renderSettings(report),
    ...(refused.length === 0 ? [] : [`  ${refused.length} not taken from the remote`]),
    ...listFew(refused.map(({ path, why }) => `${path}: ${why}`)),
    ...(waits.length === 0
      ? []
      : [`  ${waits.length} ${waits.length === 1 ? "waits" : "wait"} for you: credence review`]),
    ...listFew(waits),
  ];
  const nothing = remote === null ? "  nothing fails validation" : "  nothing new on either side";
  return [head, ...(said.length === 0 ? [nothing] : said)];
}

function renderOutOfUse({ outOfUse }: SyncReport): string[] {
  if (outOfUse.length === 0) return [];
  const what = pluralize(outOfUse.length, "approved memory is", "approved memories are");
  return [
    `  ${what} out of use by what was signed elsewhere`,
    ...listFew(
      outOfUse.map(
        ({ id, by, undoneBy }) =>
          `${id}:${by === null ? "" : ` by ${by};`} credence ${undoneBy} ${id} brings it back`,
      ),
    ),
  ];
}

function renderCounts({ taken, sent }: Counts, words: readonly [string, string]): string[] {
  return taken + sent === 0 ? [] : [`  ${pluralize(taken + sent, ...words)}: ${taken} taken, ${sent} sent`];
}

const SETTINGS_WORDS = {
  taken: "settings taken",
  waits: "settings wait there; to take them, at a terminal: credence sync --accept-settings",
  blocked: "settings are not sent, and nothing else is: memory-config.json fails validation",
};

function renderSettings({ settings }: SyncReport): string[] {
  if (settings === null) return [];
  const changes = settings.changes.map(({ key, from, to }) => `${key}: ${from} → ${to}`);
  const why = settings.why === undefined ? [] : [settings.why];
  return [`  ${SETTINGS_WORDS[settings.outcome]}`, ...listFew([...changes, ...why])];
}

function renderOutcome({ memories }: SyncReport, outcome: Outcome, words: string): string[] {
  const found = memories.filter((each) => each.outcome === outcome);
  if (found.length === 0) return [];
  const isPlain = outcome === "taken" || outcome === "sent";
  const named = isPlain ? [] : found.map(({ id, why }) => `${id}${why === null ? "" : `: ${why}`}`);
  return [`  ${found.length} ${words}`, ...listFew(named)];
}

function listFew(items: readonly string[]): string[] {
  return firstOf(items, NAMED_MAX, "    ");
}
