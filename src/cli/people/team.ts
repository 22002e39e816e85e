// The acts of a team, at the terminal: what is published or decided is shown first, and only a person's yes does it.

import { fingerprintOfSigner } from "../../app/people/describe-trust.ts";
import { findNamed, type Grant } from "../../app/people/signers.ts";
import { fingerprintOf } from "../../app/people/team/accept-cards.ts";
import { followCards } from "../../app/people/team/follow-cards.ts";
import { findIntroducible, introduce } from "../../app/people/team/introduce.ts";
import { findCardName, planJoin } from "../../app/people/team/next-version.ts";
import { joinTeam } from "../../app/people/team/own-card.ts";
import { type OpenRoot, rootOf } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import { unlockFor } from "../call/open-workspace.ts";
import { textOf } from "../call/values.ts";
import type { Answer } from "../frames/answer.ts";
import { type Asking, askUnder, isPlayed } from "../terminal/confirm.ts";
import { askPerson } from "../terminal/pager.ts";
import { groupFingerprint } from "./render-trust.ts";

export type TeamVerb = "list" | "add" | "join" | "accept" | "introduce" | "leave" | "remove";

export type TeamCall = Asking & {
  /** What a person is asked for who has not been asked yet. */
  readonly purpose: string;
};

export type TeamAsking = TeamCall & { readonly root: OpenRoot };

type TeamAct = (asking: TeamCall, names: readonly string[]) => Promise<Answer>;

const ACTS: Readonly<Record<TeamVerb, TeamAct>> = {
  list: async (asking) => (await import("./render-team.ts")).listTeam(inRoot(asking)),
  add: async (asking, names) =>
    (await import("./team-accept.ts")).addNamed(inRoot(asking), grantOf(asking), names),
  accept: async (asking, names) =>
    (await import("./team-accept.ts")).acceptTeam(inRoot(asking), grantOf(asking), names),
  join: async (asking) => join(await unlocked(inRoot(asking))),
  introduce: async (asking, names) => introduceNamed(await unlocked(inRoot(asking)), names),
  leave: async (asking) => {
    const machine = textOf(asking.call, "machine");
    if (machine !== null) return (await import("./machine-lost.ts")).loseMachine(asking, machine);
    return (await import("./team-end.ts")).leave(await unlocked(inRoot(asking)));
  },
  remove: async (asking, [name = ""]) => (await import("./team-end.ts")).removeNamed(asking, name),
};

export async function runTeam(asking: TeamCall, verb: TeamVerb, names: readonly string[]): Promise<Answer> {
  return ACTS[verb]({ ...asking, workspace: followCards(asking.workspace) }, names);
}

/** Whatever is refused without a root is refused before the passphrase is asked for. */
function inRoot(asking: TeamCall): TeamAsking {
  return { ...asking, root: teamRoot(asking) };
}

async function unlocked(here: TeamAsking): Promise<TeamAsking> {
  return { ...here, workspace: await unlockFor(here.io, here.workspace, here.purpose) };
}

function grantOf({ call }: Asking): Grant {
  return { allRoots: call.values["all-roots"] === true, introduces: false };
}

/** Cards lie where others see them, or where a person's other machines do. */
function teamRoot({ call, workspace }: Asking): OpenRoot {
  const root = rootOf(workspace, call.values["scope"] === "user" ? "user" : "project");
  if (root.kind !== "personal") return root;
  throw new CredenceError(
    "NO_ROOT",
    "the memories of this project are yours alone, so there is no team",
    "credence init --share makes a root that the repository carries",
  );
}

export async function join(asking: TeamAsking): Promise<Answer> {
  const { io, call, workspace, root } = asking;
  const given = textOf(call, "name");
  const isAsked = given === null && findCardName(workspace, root) === null && !isPlayed(asking);
  const name = isAsked ? await askPerson(io, says`the name that your team knows you by: `) : given;
  const plan = planJoin(workspace, root, name);
  const inUse = plan.machines.filter(({ until }) => until === undefined);
  const persons = plan.persons.filter(({ until }) => until === undefined).length;
  const keys = persons === 1 ? "your key" : `${persons} keys of yours`;
  const screen = [
    `Your card: ${plan.name}, with ${keys} and the names of your machines: ${inUse.map(({ label }) => label).join(", ")}.`,
    `Whoever has ${root.shown} can read it. It makes nobody trust you.`,
  ];
  await askUnder(asking, screen, "sign it and put it there?");
  const { kind, card } = joinTeam(workspace, root, plan);
  const fingerprint = fingerprintOf(workspace, "person", card.key);
  const { listPlacesLeft, sayPlaces } = await import("./team-end.ts");
  const places = kind === "updated" ? listPlacesLeft(asking, card) : [];
  return {
    json: { kind, name: card.name, owner: card.owner, seq: card.seq, fingerprint },
    says: [...sayJoined(root, kind), `  ${groupFingerprint(fingerprint)}`, ...sayPlaces(places)],
  };
}

/** The fingerprint follows. */
function sayJoined({ kind: of, shown }: OpenRoot, kind: "joined" | "updated" | "unchanged"): string[] {
  const said = {
    joined: `your card is in ${shown}team/`,
    updated: `a new version of your card is in ${shown}team/`,
    unchanged: `your card was in ${shown}team/ already`,
  }[kind];
  if (of !== "shared") {
    return [
      `${said}: credence sync sends it`,
      "On another machine of yours run `credence sync`, then `credence team accept --mine --scope user`,",
      "and type the first 8 characters of",
    ];
  }
  const how = {
    joined: ["Commit and push it. The others run `credence team accept`, and type the first 8 characters of"],
    updated: [
      "Commit and push it. Whoever accepted you before needs a yes at most (`credence team accept`),",
      "and whoever has not types the first 8 characters of",
    ],
    unchanged: ["Whoever has not accepted you types the first 8 characters of"],
  }[kind];
  return [said, ...how];
}

/** One yes for all who are named: each was checked by this person before. */
async function introduceNamed(asking: TeamAsking, names: readonly string[]): Promise<Answer> {
  const { workspace, root } = asking;
  if (names.length === 0)
    throw new CredenceError("USAGE", "say whom to introduce, by the name they have here");
  const signers = names.map((name) => findNamed(workspace, name));
  const cards = signers.map((signer) => findIntroducible(signer, root));
  const whom = signers.map(({ petname }) => petname).join(", ");
  const rows = signers.map(({ signer, petname }) => {
    return `${groupFingerprint(fingerprintOfSigner(signer))}, called ${petname}`;
  });
  const screen = [
    ...rows,
    `You vouch that ${signers.length === 1 ? "this key is" : "these keys are"} theirs. Whoever trusts you to introduce`,
    "sees your name beside the card, and need not compare its fingerprint.",
  ];
  await askUnder(asking, screen, `introduce ${whom} to the others of ${root.shown}?`);
  const kinds = cards.map((card) => introduce(workspace, root, card));
  const isNew = kinds.includes("introduced");
  return {
    json: signers.map(({ petname, card }, at) => ({ kind: kinds[at], petname, owner: card })),
    says: [isNew ? `you introduced ${whom}: commit and push it` : `you introduced ${whom} before`],
  };
}
