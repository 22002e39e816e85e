// The acts of a team, at the terminal: what is published or decided is shown first, and only a person's yes does it.

import type { Grant } from "../../app/people/signers.ts";
import type { OpenRoot } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import { unlockFor } from "../call/open-workspace.ts";
import { textOf } from "../call/values.ts";
import type { Answer } from "../frames/answer.ts";
import { type Asking, askUnder, isPlayed } from "../terminal/confirm.ts";
import { groupFingerprint } from "./render-trust.ts";

export type TeamVerb = "list" | "add" | "join" | "accept" | "introduce" | "leave" | "remove";

export type TeamCall = Asking & {
  /** What a person is asked for who has not been asked yet. */
  readonly purpose: string;
};

export type TeamAsking = TeamCall & { readonly root: OpenRoot };

export async function runTeam(asking: TeamCall, verb: TeamVerb, names: readonly string[]): Promise<Answer> {
  const { followCards } = await import("../../app/people/team/follow-cards.ts");
  const looking = { ...asking, workspace: followCards(asking.workspace) };
  if (verb === "remove") {
    const { removeNamed } = await import("./team-end.ts");
    return removeNamed(looking, names[0] ?? "");
  }
  const machine = verb === "leave" ? textOf(asking.call, "machine") : null;
  if (machine !== null) {
    const { loseMachine } = await import("./machine-lost.ts");
    return loseMachine(looking, machine);
  }
  // Before the passphrase is asked for.
  const here = { ...looking, root: await teamRoot(looking) };
  switch (verb) {
    case "list": {
      const { listTeam } = await import("./render-team.ts");
      return listTeam(here);
    }
    case "add": {
      const { addNamed } = await import("./team-accept.ts");
      return addNamed(here, grantOf(asking), names);
    }
    case "accept": {
      const { acceptTeam } = await import("./team-accept.ts");
      return acceptTeam(here, grantOf(asking), names);
    }
    case "join":
      return join(await unlocked(here));
    case "introduce":
      return introduceNamed(await unlocked(here), names);
    case "leave": {
      const { leave } = await import("./team-end.ts");
      return leave(await unlocked(here));
    }
  }
}

async function unlocked<Here extends TeamCall>(here: Here): Promise<Here> {
  return { ...here, workspace: await unlockFor(here.io, here.workspace, here.purpose) };
}

function grantOf({ call }: Asking): Grant {
  return { allRoots: call.values["all-roots"] === true, introduces: false };
}

/** Cards lie where others see them, or where a person's other machines do. */
async function teamRoot({ call, workspace }: Asking): Promise<OpenRoot> {
  const { rootOf } = await import("../../app/workspace/workspace.ts");
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
  const { joinTeam } = await import("../../app/people/team/own-card.ts");
  const { findCardName, planJoin } = await import("../../app/people/team/next-version.ts");
  const given = textOf(call, "name");
  const { askPerson } = await import("../terminal/pager.ts");
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
  const fingerprint = await ownFingerprint(asking, card.key);
  const { listPlacesLeft, sayPlaces } = await import("./team-end.ts");
  const places = kind === "updated" ? await listPlacesLeft(asking, card) : [];
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

async function ownFingerprint({ workspace }: TeamAsking, key: string): Promise<string> {
  const { fingerprintOf } = await import("../../app/people/team/accept-cards.ts");
  return fingerprintOf(workspace, "person", key);
}

/** One yes for all who are named: each was checked by this person before. */
async function introduceNamed(asking: TeamAsking, names: readonly string[]): Promise<Answer> {
  const { workspace, root } = asking;
  const { findNamed } = await import("../../app/people/signers.ts");
  const { findIntroducible, introduce } = await import("../../app/people/team/introduce.ts");
  if (names.length === 0)
    throw new CredenceError("USAGE", "say whom to introduce, by the name they have here");
  const signers = names.map((name) => findNamed(workspace, name));
  const cards = signers.map((signer) => findIntroducible(signer, root));
  const whom = signers.map(({ petname }) => petname).join(", ");
  const rows = signers.map(({ signer, petname }) => {
    return `${groupFingerprint(signer.slice(signer.indexOf(":") + 1))}, called ${petname}`;
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
