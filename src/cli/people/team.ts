// The acts of a team, at the terminal: what is published or decided is shown first, and only a person's yes does it.

import type { Grant, KnownSigner } from "../../app/people/signers.ts";
import type { OpenRoot } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import { textOf } from "../call/values.ts";
import type { Answer } from "../frames/id-command.ts";
import { type Asking, askYes, isPlayed } from "../terminal/confirm.ts";
import { groupFingerprint } from "./render-trust.ts";

export type TeamVerb = "list" | "join" | "accept" | "introduce" | "leave" | "remove";

export type TeamCall = Asking & {
  /** What a person is asked for who has not been asked yet. */
  readonly purpose: string;
};

export type TeamAsking = TeamCall & { readonly root: OpenRoot };

export async function runTeam(asking: TeamCall, verb: TeamVerb, names: readonly string[]): Promise<Answer> {
  const { followCards } = await import("../../app/people/team/follow-cards.ts");
  const root = await teamRoot(asking);
  const here = { ...asking, workspace: followCards(asking.workspace), root };
  switch (verb) {
    case "list": {
      const { listTeam } = await import("./render-team.ts");
      return listTeam(here);
    }
    case "join":
      return join(here);
    case "accept": {
      const { acceptTeam } = await import("./team-accept.ts");
      return acceptTeam(here, grantOf(asking));
    }
    case "introduce":
      return introduceNamed(here, names);
    case "leave":
      return leave(here);
    case "remove":
      return removeNamed(here, names[0] ?? "");
  }
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

async function join(asking: TeamAsking): Promise<Answer> {
  const { io, call, workspace, root } = asking;
  const { findOwnCard, joinTeam, planJoin } = await import("../../app/people/team/own-card.ts");
  const given = textOf(call, "name");
  const base = findOwnCard(workspace, root);
  const { askPerson } = await import("../terminal/pager.ts");
  const isAsked = given === null && base === null && !isPlayed(asking);
  const name = isAsked ? await askPerson(io, "the name that your team knows you by: ") : given;
  const plan = planJoin(workspace, root, name);
  const machines = plan.machines.map(({ label }) => label).join(", ");
  const screen = [
    `Your card: ${renderTerminalLine(plan.name)}, with ${plan.persons.length === 1 ? "your key" : `${plan.persons.length} keys of yours`} and the names of your machines: ${machines}.`,
    `Whoever has ${root.shown} can read it. It makes nobody trust you.`,
    "sign it and put it there?",
  ];
  await askYes(asking, screen.join("\n"));
  const { kind, card } = joinTeam(workspace, root, plan);
  const fingerprint = await ownFingerprint(asking, card.key);
  const said = {
    joined: `your card is in ${root.shown}team/`,
    updated: `your card in ${root.shown}team/ is up to date`,
    unchanged: `your card was in ${root.shown}team/ already`,
  }[kind];
  const next =
    root.kind === "shared"
      ? "Commit and push it. The others run `credence team accept`, and type the first 8 characters of"
      : "On your other machine run `credence team accept`, and type the first 8 characters of";
  return {
    json: { kind, name: card.name, owner: card.owner, seq: card.seq, fingerprint },
    text: `${said}\n${kind === "unchanged" ? "The others type the first 8 characters of" : next}\n  ${groupFingerprint(fingerprint)}\n`,
  };
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
  const whom = renderTerminalLine(signers.map(({ petname }) => petname).join(", "));
  const rows = signers.map(({ signer, petname }) => {
    return `${groupFingerprint(signer.slice(signer.indexOf(":") + 1))}, called ${renderTerminalLine(petname)}`;
  });
  const screen = [
    ...rows,
    `You vouch that ${signers.length === 1 ? "this key is" : "these keys are"} theirs. Whoever trusts you to introduce`,
    "sees your name beside the card, and need not compare its fingerprint.",
    `introduce ${whom} to the others of ${root.shown}?`,
  ];
  await askYes(asking, screen.join("\n"));
  const kinds = cards.map((card) => introduce(workspace, root, card));
  const isNew = kinds.includes("introduced");
  return {
    json: signers.map(({ petname, card }, at) => ({ kind: kinds[at], petname, owner: card })),
    text: isNew ? `you introduced ${whom}: commit and push it\n` : `you introduced ${whom} before\n`,
  };
}

async function leave(asking: TeamAsking): Promise<Answer> {
  const { call, workspace, root } = asking;
  const { leaveTeam, planLeave } = await import("../../app/people/team/own-card.ts");
  const machine = textOf(call, "machine");
  const plan = planLeave(workspace, root, machine);
  const what = machine === null ? "your keys and machines" : renderTerminalLine(machine);
  const screen = [
    `Your card will say that ${what} ${machine === null ? "are" : "is"} over, from now on.`,
    "On machines that accepted you, nothing new that is signed with them counts then. Whether",
    "what they said before counts is for each person there to decide.",
    machine === null ? "leave the team of this root?" : `take ${what} off your card?`,
  ];
  await askYes(asking, screen.join("\n"));
  const card = leaveTeam(workspace, root, plan);
  return {
    json: { kind: machine === null ? "left" : "updated", owner: card.owner, seq: card.seq },
    text: `${machine === null ? "you left" : `${what} is off your card`}: commit and push it\n`,
  };
}

async function removeNamed(asking: TeamAsking, name: string): Promise<Answer> {
  const { workspace, root } = asking;
  const { findNamed } = await import("../../app/people/signers.ts");
  const { listKeysOf } = await import("../../app/people/team/accept-cards.ts");
  const person = findNamed(workspace, name);
  const over = listKeysOf(workspace, root, person);
  const { askFate } = await import("./team-fates.ts");
  const fate = await askFate(asking, { over, who: person.petname });
  const { endThoseIntroduced } = await import("./team-fates.ts");
  const dropped = await endThoseIntroduced(asking, person.petname);
  return {
    json: { kind: "removed", petname: person.petname, fate, keys: over.length, dropped },
    text: `${sayRemoved(person, fate)}${await sayCardStays(asking, person)}`,
  };
}

/** It is a file of the root, and what others have of it is theirs. */
async function sayCardStays({ root }: TeamAsking, { card }: KnownSigner): Promise<string> {
  const { findCardFile } = await import("../../app/people/team/survey-team.ts");
  const path = card === undefined ? null : findCardFile(root, card);
  if (path === null) return "";
  const remedy =
    root.kind === "shared"
      ? "if the whole team is done with it, delete the file and commit that"
      : "the other machines have it, too";
  return `their card stays in ${root.shown}${path}, and waits in credence team accept like a stranger's: ${remedy}\n`;
}

function sayRemoved({ petname }: KnownSigner, fate: "keep" | "fall"): string {
  const who = renderTerminalLine(petname);
  return fate === "keep"
    ? `${who} is no longer trusted; what they said until now counts\n`
    : `${who} is no longer trusted, and nothing they said counts\n`;
}
