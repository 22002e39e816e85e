// A second machine, in one command: it fetches the user root that another machine of yours has sent to a remote, asks whom to
// trust in it, and puts a card with this machine's own keys there, which the first machine takes into yours. No key travels.

import { hideSecrets } from "../../app/memories/hide-secrets.ts";
import {
  findUnknownSigners,
  isBeginningOf,
  matchesStranger,
  type Stranger,
} from "../../app/people/describe-trust.ts";
import { fingerprintOf, followPeople } from "../../app/people/follow-people.ts";
import { findOwnName } from "../../app/people/own-statements.ts";
import { acceptKeys, cleanPetname } from "../../app/people/signers.ts";
import { type PersonHere, surveyPeople } from "../../app/people/survey-people.ts";
import { beginFrom, orUndo, refuseFilled } from "../../app/sync/first-pull.ts";
import { checkRemote, refuseRootless } from "../../app/sync/named-remote.ts";
import { exitOf, type SyncReport } from "../../app/sync/report.ts";
import { syncRoot } from "../../app/sync/sync-root.ts";
import { type OpenRoot, renewWorkspace, rootOf, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError, FAILURES } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openForPerson, unlockFor } from "../call/open-workspace.ts";
import { scopeOf, textOf } from "../call/values.ts";
import { tell } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { isPlayed } from "../terminal/confirm.ts";
import { askHubToken, createStages, envOf, sayReport } from "../work/sync.ts";
import { askAutomatic } from "../work/sync-due.ts";
import { groupFingerprint } from "./render-trust.ts";
import { runTeam } from "./team.ts";
import { acceptMine, askBeginning } from "./team-add.ts";

export type Beginning = {
  readonly io: Io;
  readonly call: Call;
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly url: ReturnType<typeof checkRemote>;
};

const PURPOSE = "bring your memories to this machine";

export async function initFrom(io: Io, call: Call): Promise<number> {
  const given = textOf(call, "from") ?? "";
  if (scopeOf(call) !== "user")
    throw new CredenceError("USAGE", "--from brings your user root", "credence init --scope user --from URL");
  const url = checkRemote(given);
  refuseRootless(url);
  let workspace = await openForPerson(io, call, PURPOSE);
  try {
    // Before the passphrase is asked for.
    refuseFilled(workspace, url);
    const unlocked = await unlockFor(io, workspace, PURPOSE);
    io.setEcho?.(true);
    await askHubToken(io, unlocked, url);
    const begun = await staged(io, (onStage) => beginFrom(unlocked, url, { env: envOf(io), onStage }));
    workspace = begun.workspace;
    const here = { io, call, workspace, root: rootOf(workspace, "user"), url };
    const met = await orUndo(begun, { sync: () => meet(here, { pullOnly: true }), isDry: false });
    // What waits is known once it is known whom to trust.
    const first = { ...met, waits: [], waiting: 0 };
    if (!call.json) io.out(showReport(sayReport(first), io));
    await askWhomToTrust(here);
    const card = await putCard(here);
    const last = await meet(here, { pullOnly: false });
    await askAutomatic(io, call, here);
    return tell(io, call, {
      json: { ...first, pushed: last.pushed, fingerprint: card },
      says: sayNext(card),
      // The memories are here, and what was asked for is not done.
      exit: card === null ? FAILURES.DECLINED.exit : exitOf(first),
    });
  } finally {
    workspace.close();
  }
}

export async function meet(
  { io, workspace, root, url }: Beginning,
  { pullOnly }: { readonly pullOnly: boolean },
): Promise<SyncReport> {
  const answers = { dryRun: false, pushOnly: false, acceptChanges: false, acceptSettings: false };
  return staged(io, (onStage) =>
    syncRoot(workspace, { root, url }, { ...answers, pullOnly, env: envOf(io), onStage }),
  );
}

/** What is under way is taken off the line before anything else is said. */
async function staged<Result>(
  io: Io,
  work: (onStage: (stage: string) => void) => Promise<Result>,
): Promise<Result> {
  const onStage = createStages(io);
  try {
    return await work(onStage);
  } finally {
    onStage("");
  }
}

/** Each signer that was found: by their card where there is one, else by what they signed. */
async function askWhomToTrust(here: Beginning): Promise<void> {
  const { workspace, root } = here;
  const asked = new Set<string>();
  for (const { key } of surveyPeople(workspace, root).people) {
    const now = followPeople(renewWorkspace(workspace, workspace.now));
    const person = surveyPeople(now, root).people.find((each) => each.key === key);
    if (person === undefined) continue;
    for (const each of [person, ...person.machines]) asked.add(each.key);
    if (person.kind === "waits") await askAboutPerson({ ...here, workspace: now }, person);
  }
  for (const stranger of findUnknownSigners(followPeople(renewWorkspace(workspace, workspace.now)))) {
    if (stranger.root.path === root.path && !asked.has(stranger.key)) await askAbout(here, stranger);
  }
}

/** Is it theirs? */
async function askAboutPerson({ io, call, workspace }: Beginning, person: PersonHere): Promise<void> {
  if (isPlayed({ call, workspace })) return;
  const machines = person.machines.map(({ label }) => label).join(", ");
  const fingerprint = fingerprintOf(workspace, { kind: "person", key: person.key });
  const question = says`the card of ${hideSecrets(person.name ?? "somebody")}, …${fingerprint.slice(-6)}, machines: ${hideSecrets(machines)}
If it is yours, what you approve there applies here as your own word, in every root.
the first 8 characters on that machine's screen (credence machine add shows them),
or Enter to leave it: `;
  if (await askBeginning(io, question, (typed) => isBeginningOf(fingerprint, typed)))
    acceptMine(workspace, person);
  else io.err(says`left out; credence team add --scope user asks again\n`);
}

async function askAbout({ io, call, workspace }: Beginning, stranger: Stranger): Promise<void> {
  if (isPlayed({ call, workspace })) return;
  const { kind, signer, ids } = stranger;
  const what = kind === "person" ? "a person's key" : "the key of a machine";
  const question = says`${what}, …${signer.slice(-6)}, signed ${pluralize(ids.length, "memory", "memories")} here.
The other machine shows its fingerprints with: credence trust show
its first 8 characters, if it is yours, or Enter to leave it: `;
  if (!(await askBeginning(io, question, (typed) => matchesStranger(workspace, stranger, typed)))) {
    io.err(says`left out; credence trust add NAME --scope user asks again\n`);
    return;
  }
  const now = renewWorkspace(workspace, workspace.now);
  const petname = cleanPetname(
    now,
    kind === "person" ? `me, …${signer.slice(-6)}` : `my machine …${signer.slice(-6)}`,
  );
  const { key } = stranger;
  const proposes = kind === "machine" ? ({ proposes: true } as const) : {};
  acceptKeys(now, { entries: [{ signer, key, root: stranger.root.id, petname, ...proposes }], machines: [] });
}

/** @returns the fingerprint that the first machine asks for; null when the person put no card there. */
export async function putCard({ io, call, workspace, root }: Beginning): Promise<string | null> {
  const now = followPeople(renewWorkspace(workspace, workspace.now));
  const accepted = findOwnName(now) ?? surveyPeople(now, root).people.find(({ kind }) => kind === "in")?.name;
  const values = { ...call.values, ...(accepted == null ? {} : { name: accepted }) };
  try {
    const { json } = await runTeam(
      { io, call: { ...call, values }, workspace: now, purpose: PURPOSE },
      "join",
      [],
    );
    return (json as { readonly fingerprint: string }).fingerprint;
  } catch (error) {
    // What was typed is no name: the memories are here, and the card can be put there later.
    const isLeft = error instanceof CredenceError && ["DECLINED", "USAGE"].includes(error.code);
    if (!isLeft) throw error;
    return null;
  }
}

function sayNext(fingerprint: string | null): string[] {
  if (fingerprint === null)
    return [
      "this machine has no card there: credence team join --scope user puts one, so that your first machine can trust it",
    ];
  return [
    "On your first machine, where `credence machine add` asks for them, type the first 8 characters of",
    `  ${groupFingerprint(fingerprint)}`,
    "Then run `credence sync` here.",
  ];
}
