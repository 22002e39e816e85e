import type { KeySeal } from "../../app/people/choose-passphrase.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { unlockFor } from "../call/open-workspace.ts";
import { type Answer, answerIn } from "../frames/answer.ts";
import { isPersonsCall } from "../frames/person-call.ts";
import { askYes, isPlayed } from "../terminal/confirm.ts";

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
  const { findStandsOn } = await import("../../app/people/team/stands-on.ts");
  const old = new Set([workspace.keys.personFile?.signer ?? ""]);
  const { falls } = findStandsOn(workspace, workspace.roots, old);
  const stands = `${pluralize(falls.length, "memory stands", "memories stand")} on what it said.`;
  const others = "On other machines the new key is unknown until it is trusted there.";
  await askYes({ io, call, workspace }, says`${stands}\n${loss}\n${others}\nreplace your person key?`);
  const chosen = await choose(io, call, workspace);
  const rotated = rotateKey(workspace, {
    seal: chosen,
    terminal: io.terminalName?.() ?? null,
    distrust,
  });
  const { sayEnded, sayPlaces } = await import("../people/team-end.ts");
  const { findEndedCards, findOldCards } = await import("../../app/people/team/card-places.ts");
  const card = distrust ? sayEnded(findEndedCards(workspace)) : sayPlaces(findOldCards(workspace));
  return { json: { kind: "rotated", ...rotated }, says: ["you have a new person key", ...card] };
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
