// Which approved memories went out of use because of what was signed elsewhere. Their files may be the same on both sides, so no
// decision about a file tells of them.
//
// Attack: whoever has the key of one machine lowers what a person approved, unseen. The statement counts, as every negative one
// of somebody trusted does; so it is named, with its signer.

import { isNegative } from "../../memory/law/acts.ts";
import { kindOfSigner } from "../../memory/law/attestation.ts";
import { computeStanding, type StandingInput } from "../../memory/law/standing.ts";
import type { Standing } from "../../memory/memory.ts";
import { isForAgent, nameOfId } from "../memories/foreign-names.ts";
import { hideSecrets } from "../memories/hide-secrets.ts";
import { findSigner } from "../memories/known-signers.ts";
import { loadMemory } from "../memories/load-memory.ts";
import type { Met } from "./apply-meeting.ts";
import type { Decision } from "./decide/decision.ts";
import { gatherVersions, inputFor, type Meeting, type Version } from "./meeting.ts";

export type OutOfUse = {
  readonly id: string;
  /** What this machine calls the signer; null for an agent, who is told no name. */
  readonly by: string | null;
  /** The person who works here said it themselves, on another machine. */
  readonly isYours: boolean;
  /** The command that brings it back. */
  readonly undoneBy: "restore" | "unretire" | "approve";
};

/** Every other outcome names its memory anyway. */
const UNNAMED: ReadonlySet<string> = new Set(["same", "sent", "taken", "merged", "came-back"]);

/** By the standing that the memory has after the sync. One that is not here is in use, as fact or as advice. */
const UNDONE_BY: Readonly<Partial<Record<Standing, OutOfUse["undoneBy"]>>> = {
  quarantined: "restore",
  retired: "unretire",
  foreign: "approve",
};

export function listOutOfUse({ meeting, decided }: Met, isDry: boolean): OutOfUse[] {
  const { workspace, root, incoming } = meeting;
  const decisions = new Map(decided.decisions.map((each) => [each.id, each]));
  const isNamed = (id: string): boolean => !UNNAMED.has(decisions.get(id)?.kind ?? "same");
  const lowered = [...incoming.statements].flatMap(([id, said]) =>
    !isNamed(id) && said.some(isNegative) ? [id] : [],
  );
  return gatherVersions(meeting, lowered.sort()).flatMap(({ id, ours }) => {
    if (ours === null) return [];
    const input = inputFor(meeting, { id, text: ours.text, directory: ours.directory });
    if (!isFact(withoutIncoming(meeting, input))) return [];
    const standing = isDry
      ? computeStanding(inputFor(meeting, { id, ...foresee(ours, decisions.get(id)) })).standing
      : loadMemory(workspace, root, id)?.standing.standing;
    const undoneBy = standing && UNDONE_BY[standing];
    return undoneBy === undefined ? [] : nameSigner(meeting, id, undoneBy);
  });
}

/** The text that a sync would leave. No machine vouches for a merged one before it is written, so ours stands for that. */
function foresee(ours: Version, decision: Decision | undefined): Pick<Version, "directory" | "text"> {
  for (const directory of ["memories", "quarantine"] as const) {
    const path = `${directory}/${decision?.id}.md`;
    const change = decision?.changes.find((each) => each.kind === "write" && each.path === path);
    if (change?.kind === "write") return { directory, text: change.text };
  }
  return ours;
}

/** As it stood before. */
function withoutIncoming({ incoming }: Meeting, input: StandingInput): StandingInput {
  const arrived = new Set((incoming.statements.get(input.place.id) ?? []).map(({ hash }) => hash));
  const isOld = ({ hash }: { readonly hash: string }): boolean => !arrived.has(hash);
  return {
    ...input,
    attestations: input.attestations.filter(isOld),
    remembered: input.remembered.filter(isOld),
  };
}

function isFact(input: StandingInput): boolean {
  return computeStanding(input).standing === "verified";
}

function nameSigner(
  { workspace, root, incoming }: Meeting,
  id: string,
  undoneBy: OutOfUse["undoneBy"],
): OutOfUse[] {
  const said = (incoming.statements.get(id) ?? []).filter(isNegative);
  const by = said.flatMap(({ signer }) => findSigner(workspace, root, signer) ?? []);
  // Nobody trusted said it: then something else is the reason, and told as that.
  const [first] = by;
  if (first === undefined) return [];
  const isYours = by.every(
    ({ signer, own, mine }) => (own || mine === true) && kindOfSigner(signer) === "person",
  );
  return [
    {
      id: nameOfId(workspace, root, id),
      by: isForAgent(workspace) ? null : hideSecrets(first.petname),
      isYours,
      undoneBy,
    },
  ];
}
