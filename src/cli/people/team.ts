// The team of a root at the terminal: who is in it, and this person's own card. What is published is shown first, and only a person's
// yes does it.

import { fingerprintOf, followPeople } from "../../app/people/follow-people.ts";
import {
  cleanName,
  findOwnName,
  findPlacesLeft,
  joinTeam,
  labelHere,
} from "../../app/people/own-statements.ts";
import {
  countCardless,
  describeClaim,
  type PeopleHere,
  type PersonHere,
  surveyPeople,
} from "../../app/people/survey-people.ts";
import { type OpenRoot, rootOf } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { nameTrusted } from "../../memory/people/name-keys.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { isSameName } from "../../memory/text/look-alikes.ts";
import { says } from "../../memory/text/render-terminal.ts";
import { unlockFor } from "../call/open-workspace.ts";
import { textOf } from "../call/values.ts";
import type { Answer } from "../frames/answer.ts";
import type { LabelledRow } from "../report/report.ts";
import { type Asking, askUnder, isPlayed } from "../terminal/confirm.ts";
import { askPerson } from "../terminal/pager.ts";
import { groupFingerprint, scopeIn } from "./render-trust.ts";

export type TeamVerb = "list" | "add" | "join" | "remove";

export type TeamCall = Asking & {
  /** What a person is asked for who has not been asked yet. */
  readonly purpose: string;
};

export type TeamAsking = TeamCall & { readonly root: OpenRoot };

const ACTS: Readonly<Record<TeamVerb, (asking: TeamCall, names: readonly string[]) => Promise<Answer>>> = {
  list: async (asking) => listTeam(inRoot(asking)),
  add: async (asking, names) => (await import("./team-add.ts")).addToTeam(inRoot(asking), names),
  join: async (asking) => join(await unlocked(inRoot(asking))),
  remove: async (asking, [name = ""]) => (await import("./team-end.ts")).removeNamed(asking, name),
};

export async function runTeam(asking: TeamCall, verb: TeamVerb, names: readonly string[]): Promise<Answer> {
  return ACTS[verb]({ ...asking, workspace: followPeople(asking.workspace) }, names);
}

/** Whatever is refused without a root is refused before the passphrase is asked for. */
function inRoot(asking: TeamCall): TeamAsking {
  return { ...asking, root: teamRoot(asking) };
}

export async function unlocked<Here extends TeamCall>(here: Here): Promise<Here> {
  return { ...here, workspace: await unlockFor(here.io, here.workspace, here.purpose) };
}

/** Statements about keys lie where others see them, or where a person's other machines do. */
function teamRoot({ call, workspace }: Asking): OpenRoot {
  const root = rootOf(workspace, call.values["scope"] === "user" ? "user" : "project");
  if (root.kind !== "personal") return root;
  throw new CredenceError(
    "NO_ROOT",
    "the memories of this project are yours alone, so there is no team",
    "credence init --share makes a root that the repository carries",
  );
}

async function join(asking: TeamAsking): Promise<Answer> {
  const { io, call, workspace, root } = asking;
  const given = textOf(call, "name") ?? findOwnName(workspace);
  const isAsked = given === null && !isPlayed(asking);
  const name = cleanName(
    (isAsked ? await askPerson(io, says`the name that your team knows you by: `) : given) ?? "",
  );
  const screen = [
    `Your card: ${name}, with your key and the name of this machine: ${labelHere(workspace, name)}.`,
    `Whoever has ${root.shown} can read it. It makes nobody trust you.`,
  ];
  await askUnder(asking, screen, "sign it and put it there?");
  const { kind, fingerprint } = joinTeam(workspace, root, name);
  const places = kind === "updated" ? findPlacesLeft(workspace) : [];
  return {
    json: { kind, name, fingerprint },
    says: [
      ...sayJoined(root, kind),
      `  ${groupFingerprint(fingerprint)}`,
      ...sayPlaces(workspace.home, places),
    ],
  };
}

/** The fingerprint follows. */
function sayJoined({ kind: of, shown }: OpenRoot, kind: "joined" | "updated" | "unchanged"): string[] {
  const said = {
    joined: `your card is in ${shown}team/`,
    updated: `your card in ${shown}team/ is up to date`,
    unchanged: `your card was in ${shown}team/ already`,
  }[kind];
  const [how, command] =
    of === "shared"
      ? ["Commit and push it.", "credence team add"]
      : ["`credence sync` sends it.", "credence team add --scope user"];
  return [said, `${how} To accept this key, \`${command}\` takes the first 8 characters of`];
}

export function sayPlaces(home: string, places: readonly string[]): string[] {
  if (places.length === 0) return [];
  const rows = places.map(
    (path) => `  ${path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path}`,
  );
  return ["Others learn of it where you sync, and in these after `credence team join` there:", ...rows];
}

// Who is in the team, under whose name, and what waits. An agent that asks is shown no name that nobody here accepted.

const END_CHARS = 6;
const LABEL_CHARS = 14;

function listTeam({ workspace, root }: TeamAsking): Answer {
  const here = surveyPeople(workspace, root);
  const isPerson = workspace.presence.kind === "person";
  const order = ["you", "in", "waits", "revoked", "removed"] satisfies PersonHere["kind"][];
  const sorted = here.people.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const members = sorted.map((each, at) => {
    const fingerprint = fingerprintOf(workspace, { kind: "person", key: each.key });
    const shown = each.kind === "you" ? fingerprint : `…${fingerprint.slice(-END_CHARS)}`;
    const name = nameOf(each) ?? (isPerson ? each.name : null);
    const note = `${noteOf(each)}${isPerson ? sayAlike(each, sorted.slice(0, at)) : ""}`;
    return { kind: each.kind, name, fingerprint: shown, machines: each.machines.length, note };
  });
  const cardless = countCardless(workspace, here);
  const claims = here.decision.claims.map((claim) => describeClaim(workspace, claim));
  const odd = here.odd.map(({ name, why }) => ({ file: isPerson ? name : "a file", why }));
  const rows: LabelledRow[] = [
    ...members.map(({ kind, name, fingerprint, machines, note }): LabelledRow => {
      const whole = kind === "you" ? groupFingerprint(fingerprint) : fingerprint;
      return [name ?? "somebody", `${whole} ${note}, ${pluralize(machines, "machine", "machines")}`];
    }),
    ...odd.map(({ file, why }): LabelledRow => ["not a card", `${file}: ${why}`]),
    ...sayWarnings(here, claims),
    [
      "no card",
      cardless === 0
        ? null
        : `${pluralize(cardless, "unknown signer", "unknown signers")}: ask them to run credence team join`,
    ],
    ...sayDecisions(here),
  ];
  return {
    json: { root: root.shown, members, odd, claims, cardless },
    says: [...rows.flatMap(sayRow), ...sayNext(here, scopeIn(root))],
  };
}

function nameOf({ kind, petname, name }: PersonHere): string | null {
  return kind === "you" ? name : petname;
}

function noteOf({ kind, isMine, petname }: PersonHere): string {
  if (kind === "you") return "you";
  if (kind !== "waits") return isMine ? `${kind}, another machine of yours` : kind;
  if (isMine) return "waits, and your card names it as another machine of yours";
  return petname === null ? "waits" : "waits, another key that a known key of theirs names";
}

/** One line, however long: the commands in it are there to be copied. */
function sayRow([label, text]: LabelledRow): string[] {
  return text ? [`${label.padEnd(LABEL_CHARS)}${text}`] : [];
}

/** People who are in come before those who wait, so a later one looks like an earlier one. */
function sayAlike(person: PersonHere, before: readonly PersonHere[]): string {
  const { kind, name, petname, isMine } = person;
  if (name === null || petname !== null || isMine || (kind !== "in" && kind !== "waits")) return "";
  const other = before.find(
    (each) => each.kind !== "you" && isSameName(each.petname ?? each.name ?? "", name),
  );
  const shown = other?.petname ?? other?.name;
  if (shown == null) return "";
  return shown === name ? ", with the same name as another" : `, looks like ${shown}`;
}

function sayWarnings({ impostors }: PeopleHere, claims: readonly string[]): LabelledRow[] {
  const alike = `${pluralize(impostors.length, "key has", "keys have")} your name, and no key of yours names ${impostors.length === 1 ? "it" : "them"}`;
  return [...(impostors.length === 0 ? [] : [alike]), ...claims].map((text) => ["warning", text]);
}

function sayDecisions({ decision, heldBack }: PeopleHere): LabelledRow[] {
  const { followed, waiting, undecided } = decision;
  const list = (keys: PeopleHere["decision"]["followed"]): string => keys.map(nameTrusted).join(", ");
  return [
    ["new", followed.length === 0 ? null : `${list(followed)}: used as advice, not confirmed`],
    ["waits", waiting.length === 0 ? null : `${list(waiting)}: more new machines than count without a yes`],
    ["revoked", undecided.length === 0 ? null : `${list(undecided)}: honour or drop what was signed`],
    [
      "came back",
      heldBack.length === 0 ? null : `${heldBack.join(", ")}: withheld until you have seen the list`,
    ],
  ];
}

function sayNext({ people, decision, heldBack }: PeopleHere, scope: string): string[] {
  if (!people.some(({ kind }) => kind === "you"))
    return [`You have no card here: credence team join${scope}`];
  const isOpen =
    people.some(({ kind }) => kind === "waits") ||
    decision.waiting.length + decision.undecided.length + decision.followed.length + heldBack.length > 0;
  return isOpen ? [`credence team add${scope} goes through what waits`] : [];
}
