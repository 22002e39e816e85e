import { resolve } from "node:path";
import type { KeySeal } from "../../app/people/choose-passphrase.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openAsPerson, openForPerson, openWorkspaceFor, unlockFor } from "../call/open-workspace.ts";
import { textOf } from "../call/values.ts";
import { type Answer, answerIn } from "../frames/answer.ts";
import { isPersonsCall } from "../frames/person-call.ts";
import type { TeamVerb } from "../people/team.ts";
import { askYes, isPlayed } from "../terminal/confirm.ts";

export const trust: Command = {
  name: "trust",
  summary: "Show or change the signers you trust in this root",
  usage: [
    "trust [list]",
    "trust show",
    "trust add NAME",
    "trust remove NAME",
    "trust policy FILE [--enrol SIGNER=KEY=NAME] [--end SIGNER]",
    "trust policy FILE --introduces NAME",
  ],
  options: {
    name: { type: "string", value: "NAME", help: "a name for them on this machine" },
    "all-roots": { type: "boolean", help: "in all projects, never in your user root" },
    introduces: {
      type: "string",
      multiple: true,
      value: "NAME",
      help: "policy: a person who may sign the next one",
    },
    organisation: { type: "string", value: "NAME", help: "policy: whose agents it is for" },
    enrol: {
      type: "string",
      multiple: true,
      value: "KEY",
      help: "policy: a machine that may write, and nothing else",
    },
    end: { type: "string", multiple: true, value: "SIGNER", help: "policy: such a machine writes no more" },
  },
  examples: ["trust show", "trust add ana", "trust add ana --all-roots"],
  async run(io, call) {
    const [verb = "list", given, ...more] = call.positionals;
    if (more.length > 0) throw new CredenceError("USAGE", "trust takes one action at a time");
    if (verb === "list" || verb === "show")
      return answerIn({ io, call }, async (workspace) => {
        const { describeTrust } = await import("../../app/people/list-trust.ts");
        const { sayTrust } = await import("../people/render-trust.ts");
        const json = describeTrust(workspace);
        return { json, says: sayTrust(json, { withIds: verb === "show" }) };
      });
    if (verb === "policy") {
      if (given === undefined) throw new CredenceError("USAGE", "name the file of the policies");
      return answerIn({ io, call, act: "sign a policy", open: openAsPerson }, async (workspace) => {
        const { signPolicyHere } = await import("../people/policy.ts");
        return signPolicyHere({ io, call, workspace }, resolve(io.cwd, given));
      });
    }
    if (verb !== "add" && verb !== "remove") {
      throw new CredenceError("USAGE", "trust takes list, show, add, remove or policy");
    }
    const act = `${verb} a trusted signer`;
    return answerIn(
      { io, call, act, open: verb === "add" ? openAsPerson : openForPerson },
      async (opened) => {
        const { followPeople } = await import("../../app/people/follow-people.ts");
        const workspace = followPeople(opened);
        const name = textOf(call, "name");
        if (verb === "remove") {
          const { removeNamed } = await import("../people/team-end.ts");
          return removeNamed({ io, call, workspace, purpose: act }, given ?? name ?? "");
        }
        const allRoots = call.values["all-roots"] === true;
        const { addTrusted } = await import("../people/trust-changes.ts");
        return addTrusted({ io, call, workspace }, { given: given ?? null, name, allRoots });
      },
    );
  },
};

const TEAM_PURPOSES: Readonly<Record<TeamVerb, string>> = {
  list: "read",
  add: "accept keys of your team",
  join: "put your card into this root",
  remove: "stop trusting somebody",
};

function isTeamVerb(given: string): given is TeamVerb {
  return Object.hasOwn(TEAM_PURPOSES, given);
}

export const team: Command = {
  name: "team",
  summary: "Join the people of this project and accept them",
  usage: [
    "team [list]",
    "team add [NAME…] [--mine] [--all-roots]",
    "team join [--name NAME]",
    "team remove NAME",
  ],
  options: {
    name: { type: "string", value: "NAME", help: "the name that your team knows you by" },
    mine: { type: "boolean", help: "the key is of another machine of yours" },
    "all-roots": { type: "boolean", help: "in all projects, never in your user root" },
  },
  exits: {
    0: "done",
    1: "no such card or name, no person, or no yes",
  },
  examples: ["team join --name Ana", "team add Ana", "team remove Ana"],
  async run(io, call) {
    const [verb = "list", ...names] = call.positionals;
    if (!isTeamVerb(verb)) {
      throw new CredenceError("USAGE", "team takes list, add, join or remove");
    }
    // A person is asked for the passphrase once it is known that there is something to do.
    const open = verb === "list" ? openWorkspaceFor : openForPerson;
    const purpose = TEAM_PURPOSES[verb];
    return answerIn({ io, call, act: purpose, open }, async (workspace) => {
      const { runTeam } = await import("../people/team.ts");
      return runTeam({ io, call, workspace, purpose }, verb, names);
    });
  },
};

export const machine: Command = {
  name: "machine",
  summary: "Add a second machine of yours, or end a lost one",
  usage: ["machine add [URL|PATH]", "machine lost NAME"],
  options: {},
  exits: {
    0: "done",
    1: "no such machine, no person, no yes, or not finished",
    6: "the remote cannot be reached or used",
  },
  examples: ["machine add git@example.com:ana/memories.git", "machine add", "machine lost laptop"],
  async run(io, call) {
    const [verb, name, ...more] = call.positionals;
    if (more.length > 0 || (verb !== "add" && verb !== "lost"))
      throw new CredenceError("USAGE", "machine takes add and an address, or lost and a name");
    if (verb === "add") return (await import("../people/machine-add.ts")).addMachine(io, call, name ?? null);
    const purpose = "end a machine of yours";
    return answerIn({ io, call, act: purpose, open: openForPerson }, async (workspace) => {
      const { followPeople } = await import("../../app/people/follow-people.ts");
      const { loseMachine } = await import("../people/team-end.ts");
      return loseMachine({ io, call, workspace: followPeople(workspace), purpose }, name ?? "");
    });
  },
};

const ACT = "change your person key";

export const key: Command = {
  name: "key",
  summary: "Show or replace your person key",
  usage: ["key [show]", "key passphrase", "key recover", "key rotate [--distrust]"],
  options: {
    distrust: { type: "boolean", help: "ignore everything the old key signed" },
  },
  async run(io, call) {
    const [verb = "show"] = call.positionals;
    const change = CHANGES.get(verb);
    if (change === undefined || call.positionals.length > 1) {
      throw new CredenceError("USAGE", "key takes show, passphrase, recover or rotate");
    }
    return answerIn({ io, call, act: ACT }, async (opened) => {
      const isFirst = opened.keys.personFile === null;
      const workspace = await openAs(io, call, opened);
      return isFirst && verb === "passphrase" ? sayMade(workspace) : change(io, call, workspace);
    });
  },
};

async function openAs(io: Io, call: Call, workspace: Workspace): Promise<Workspace> {
  if (!isPersonsCall("key", call)) return workspace;
  if (call.positionals[0] !== "recover") return unlockFor(io, workspace, ACT);
  const { recoverPerson } = await import("../../app/people/unlock-person.ts");
  return recoverPerson(workspace, { act: ACT, io, asTestPerson: false });
}

type Change = (io: Io, call: Call, workspace: Workspace) => Promise<Answer>;

const show: Change = async (_io, _call, workspace) => {
  const { describeTrust } = await import("../../app/people/list-trust.ts");
  const { own } = describeTrust(workspace);
  const { sayTrust } = await import("../people/render-trust.ts");
  return { json: own, says: sayTrust({ own, signers: [], unknown: [] }, { withIds: false }) };
};

/** Its passphrase was chosen a moment ago. */
function sayMade({ keys }: Workspace): Answer {
  const sealed = keys.personFile?.secret.sealed === true;
  return { json: { kind: "passphrase", sealed }, says: ["you have a person key now"] };
}

const passphrase: Change = async (io, call, workspace) => {
  const { changePassphrase } = await import("../../app/people/change-key.ts");
  const chosen = await choose(io, call, workspace);
  changePassphrase(workspace, chosen);
  const said = chosen === null ? "your person key has no passphrase now" : "the passphrase is changed";
  return { json: { kind: "passphrase", sealed: chosen !== null }, says: [said] };
};

const rotate: Change = async (io, call, workspace) => {
  const { rotateKey } = await import("../../app/people/change-key.ts");
  const distrust = call.values["distrust"] === true;
  const loss = distrust
    ? "No approval by the old key counts any more: you review those memories one by one."
    : "Approvals by the old key still count here; those that appear later do not.";
  const { findStandsOn } = await import("../../app/people/stands-on.ts");
  const old = workspace.keys.personFile?.signer;
  const { falls } = findStandsOn(
    workspace,
    workspace.signers.filter(({ signer }) => signer !== old),
  );
  const stands = `${pluralize(falls.length, "memory stands", "memories stand")} on what it said.`;
  const others = "On other machines the new key is unknown until it is trusted there.";
  await askYes({ io, call, workspace }, says`${stands}\n${loss}\n${others}\nreplace your person key?`);
  const chosen = await choose(io, call, workspace);
  const rotated = rotateKey(workspace, {
    seal: chosen,
    terminal: io.terminalName?.() ?? null,
    distrust,
  });
  const { findPlacesLeft } = await import("../../app/people/own-statements.ts");
  const { sayPlaces } = await import("../people/team.ts");
  const places = sayPlaces(workspace.home, rotated.passedOn ? findPlacesLeft(workspace) : []);
  return { json: { kind: "rotated", ...rotated }, says: ["you have a new person key", ...places] };
};

async function choose(io: Io, call: Call, workspace: Workspace): Promise<KeySeal> {
  if (isPlayed({ call, workspace })) return null;
  const { chooseSeal } = await import("../../app/people/choose-passphrase.ts");
  return chooseSeal(io.askSecret, says``);
}

const CHANGES: ReadonlyMap<string, Change> = new Map([
  ["show", show],
  ["passphrase", passphrase],
  ["recover", passphrase],
  ["rotate", rotate],
]);
