// Which approved memories went out of use because of what was signed elsewhere. Their files may be the same on both sides, so no
// decision about a file tells of them.
//
// Attack: whoever has the key of one machine lowers what a person approved, unseen. The statement counts, as every negative one
// of somebody trusted does; so it is named, with its signer.

import { kindOfSigner } from "../../memory/law/attestation.ts";
import { NEGATIVE_ACTS } from "../../memory/law/evidence.ts";
import { computeStanding, type StandingInput } from "../../memory/law/standing.ts";
import { isForAgent, nameOfId } from "../memories/foreign-names.ts";
import { hideSecrets } from "../memories/hide-secrets.ts";
import { findSigner } from "../memories/known-signers.ts";
import { loadMemory } from "../memories/load-memory.ts";
import type { Met } from "./apply-meeting.ts";
import { gatherVersions, inputFor, type Meeting } from "./meeting.ts";

export type OutOfUse = {
  readonly id: string;
  /** What this machine calls the signer; null for an agent, who is told no name. */
  readonly by: string | null;
  /** The person who works here said it themselves, on another machine. */
  readonly isYours: boolean;
  /** The command that brings it back. */
  readonly undoneBy: "restore" | "unretire";
};

/** Every other outcome names its memory anyway. */
const UNNAMED: ReadonlySet<string> = new Set(["same", "sent", "taken", "merged", "came-back"]);

export function listOutOfUse({ meeting, decided }: Met, isDry: boolean): OutOfUse[] {
  const { workspace, root, incoming } = meeting;
  const named = new Set(decided.decisions.filter(({ kind }) => !UNNAMED.has(kind)).map(({ id }) => id));
  const lowered = [...incoming.statements].flatMap(([id, said]) =>
    !named.has(id) && said.some(({ act }) => NEGATIVE_ACTS.has(act)) ? [id] : [],
  );
  return gatherVersions(meeting, lowered.sort()).flatMap(({ id, ours }) => {
    if (ours === null) return [];
    const input = inputFor(meeting, { id, text: ours.text, directory: ours.directory });
    const standing = isDry ? computeStanding(input) : loadMemory(workspace, root, id)?.standing;
    if (!isFact(withoutIncoming(meeting, input)) || standing?.standing === "verified") return [];
    return nameSigner(meeting, id, standing?.standing === "retired" ? "unretire" : "restore");
  });
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
  const said = (incoming.statements.get(id) ?? []).filter(({ act }) => NEGATIVE_ACTS.has(act));
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
