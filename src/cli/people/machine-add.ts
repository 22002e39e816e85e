// A second machine of the same person, by the same command on both, through a repository that nobody has to trust: a git remote, or
// a path on a disk that is carried from one to the other. The machine that finds the remote empty sends its root with its card,
// and waits for the characters that the new one shows; the new one begins with what was sent (init-from.ts). Whatever ends it,
// the same command goes on: each step looks first whether it is done.

import { isBeginningOf } from "../../app/people/describe-trust.ts";
import { fingerprintOf, followPeople } from "../../app/people/follow-people.ts";
import { type PersonHere, surveyPeople } from "../../app/people/survey-people.ts";
import { isEmptyRemote, isInUse, makeFileRemote } from "../../app/sync/first-pull.ts";
import { findRemote, hasMet } from "../../app/sync/known-remote.ts";
import { addressOf, checkRemote } from "../../app/sync/named-remote.ts";
import { initRoot } from "../../app/workspace/init-root.ts";
import { type OpenRoot, renewWorkspace, rootOf, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError, FAILURES } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openForPerson, unlockFor } from "../call/open-workspace.ts";
import { scopeOf } from "../call/values.ts";
import { type Answer, tell } from "../frames/answer.ts";
import { isPlayed } from "../terminal/confirm.ts";
import { askPerson } from "../terminal/pager.ts";
import { askHubToken, envOf } from "../work/sync.ts";
import { askAutomatic } from "../work/sync-due.ts";
import { type Beginning, initFrom, meet, putCard } from "./init-from.ts";
import { groupFingerprint } from "./render-trust.ts";
import { acceptMine } from "./team-add.ts";

const PURPOSE = "add a machine of yours";
const TRIES = 3;

const TRAVELS =
  "Your user root travels. The memories of a project come with its repository, or, where only you have them, by `credence sync --scope project --remote URL`.";

export async function addMachine(io: Io, given: Call, address: string | null): Promise<number> {
  if (scopeOf(given) === "project")
    throw new CredenceError("USAGE", "your machines meet in your user root", "leave --scope out");
  const call = { ...given, values: { ...given.values, scope: "user" } };
  let workspace = await openForPerson(io, call, PURPOSE);
  try {
    // Before the passphrase is asked for.
    const url = findUrl(workspace, address);
    const side = await findSide(io, workspace, url);
    if (side === "second") {
      workspace.close();
      io.err(
        says`This machine takes your memories from ${url.url}, and puts a card with its keys there.\n${TRAVELS}\n`,
      );
      return await initFrom(io, { ...call, values: { ...call.values, from: url.url } });
    }
    if (findUserRoot(workspace) === undefined) {
      workspace.close();
      initRoot(workspace.hints, { kind: "user", testState: false });
      workspace = await openForPerson(io, call, PURPOSE);
    }
    const root = rootOf(workspace, "user");
    // The other machine has to name the root, too, where a remote has many.
    const whole = addressOf(url, root);
    io.err(
      says`${root.shown} goes to ${whole.url}, with a card of this machine's keys. Then this waits for the other machine.\n${TRAVELS}\n`,
    );
    if (!isInUse(root.path) && side === "first") io.err(says`${EMPTY}\n`);
    workspace = await unlockFor(io, workspace, PURPOSE);
    io.setEcho?.(true);
    await askHubToken(io, workspace, url);
    if (makeFileRemote(url)) io.err(says`made the empty repository ${url.url}\n`);
    const answer = await welcome({ io, call, workspace, root, url: whole });
    await askAutomatic(io, call, { workspace, root, url: whole });
    return tell(io, call, answer);
  } finally {
    workspace.close();
  }
}

const EMPTY =
  "Both are still empty, so this is your first machine. If another one has your memories, stop here and run this there first.";

/** The one that was given, or is known; a root has only one. */
function findUrl(workspace: Workspace, address: string | null): Beginning["url"] {
  const root = findUserRoot(workspace);
  const known = root === undefined ? null : findRemote(workspace, root);
  const url = address === null ? known : checkRemote(address);
  if (url === null)
    throw new CredenceError(
      "NO_REMOTE",
      "no remote is named for your user root",
      "credence machine add URL, with an empty git repository of yours, or a path on a disk that both machines read; then the same on the other machine",
    );
  if (root === undefined || known === null || known.url === url.url) return url;
  throw new CredenceError(
    "EXISTS",
    `${root.shown} is synced with ${known.url}`,
    `run credence machine add here, and credence machine add ${known.url} on the other; credence sync --remote names another one`,
  );
}

/** Whoever finds the remote empty is the first one. A root that is in use never becomes another one, and one that has met the
 * remote is known there. */
async function findSide(
  io: Io,
  workspace: Workspace,
  url: Beginning["url"],
): Promise<"first" | "second" | "known"> {
  const root = findUserRoot(workspace);
  if (root !== undefined && (isInUse(root.path) || hasMet(workspace, root))) return "known";
  return (await isEmptyRemote(workspace, url, { env: envOf(io) })) ? "first" : "second";
}

function findUserRoot({ roots, failed }: Workspace): OpenRoot | undefined {
  const root = roots.find(({ kind }) => kind === "user");
  const trouble = failed.find(({ scope }) => scope === "user");
  if (root === undefined && trouble !== undefined) throw trouble.error;
  return root;
}

/** On the machine whose root went there. */
async function welcome(here: Beginning): Promise<Answer> {
  await meet(here, { pullOnly: false });
  if (findYou(here) === undefined && (await putCard(here)) !== null) await meet(here, { pullOnly: false });
  const you = findYou(here);
  const remote = here.url.url;
  if (you === undefined) return unfinished("your card is not there", { remote, fingerprint: null });
  const fingerprint = fingerprintOf(here.workspace, { kind: "person", key: you.key });
  if (isPlayed(here) || !(await waitForOther(here, fingerprint)))
    return unfinished("no further machine is accepted here", { remote, fingerprint });
  await meet(here, { pullOnly: false });
  return {
    json: { kind: "united", remote, fingerprint },
    says: ["what you approve on either machine counts on both"],
  };
}

/** Which side still has to accept the other is not known here, so the characters of this machine are shown again. */
function unfinished(
  why: string,
  found: { readonly remote: string; readonly fingerprint: string | null },
): Answer {
  const { fingerprint } = found;
  const asked = fingerprint === null ? [] : [ASKS_FOR, `  ${groupFingerprint(fingerprint)}`];
  return {
    json: { kind: "waits", ...found },
    says: [`${why} yet: credence machine add goes on`, ...asked],
    exit: FAILURES.DECLINED.exit,
  };
}

const ASKS_FOR = "On the other machine `credence machine add` asks for the first 8 characters of";

function renew({ workspace }: Beginning): Workspace {
  return followPeople(renewWorkspace(workspace, workspace.now));
}

function findYou(here: Beginning): PersonHere | undefined {
  return surveyPeople(renew(here), here.root).people.find(({ kind }) => kind === "you");
}

/** Its characters are typed once it has put its card there, which is fetched then. */
async function waitForOther(here: Beginning, fingerprint: string): Promise<boolean> {
  const { io, url } = here;
  let question = says`On the other machine run
  credence machine add ${url.url.replace(/^file:\/\//, "")}
It asks for the first 8 characters of this one:
  ${groupFingerprint(fingerprint)}
What you approve there applies here as your own word then, in every root.
the first 8 characters that it shows at its end, or Enter to go on later: `;
  for (let left = TRIES; left > 0; left -= 1) {
    const typed = (await askPerson(io, question)).trim();
    if (typed === "") return false;
    await meet(here, { pullOnly: true });
    const workspace = renew(here);
    const other = surveyPeople(workspace, here.root).people.find(
      ({ kind, key }) =>
        kind === "waits" && isBeginningOf(fingerprintOf(workspace, { kind: "person", key }), typed),
    );
    if (other !== undefined) {
      acceptMine(workspace, other);
      return true;
    }
    question = says`no card there has a fingerprint that begins with that: see that the other machine is done\nits first 8 characters, or Enter to go on later: `;
  }
  return false;
}
