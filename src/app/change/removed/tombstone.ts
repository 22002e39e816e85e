// What stays of a memory that was forgotten: one signed statement that ends all others, and tells neither the id nor the text.

import { CredenceError } from "../../../memory/errors.ts";
import { renderInstant } from "../../../memory/instant.ts";
import type { Statement } from "../../../memory/law/attestation.ts";
import type { FileInSets } from "../../../memory/law/evidence.ts";
import { bornOfVersion1 } from "../../../memory/law/sets/sets.ts";
import { placeFile } from "../../../memory/law/sets/standing-of-file.ts";
import type { StandingInput } from "../../../memory/law/standing.ts";
import { ENDED_MAX } from "../../../memory/limits.ts";
import type { Change } from "../../../store/transaction.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { writeSigned, writeStatement } from "../sign/attest.ts";
import { signTombstone } from "../sign/sign-set.ts";

type ForgottenText = {
  readonly opaque: string;
  readonly digest: string;
  readonly folded: string | null;
  readonly reason: string | null;
};

/** The tombstone of a memory, as a change of the root: it ends every statement that is known about the id. */
export function attestForgotten(workspace: Workspace, input: StandingInput, said: ForgottenText): Change {
  const { person } = workspace.keys;
  if (person === null) throw new CredenceError("INTERNAL", "only a person forgets");
  const { opaque, digest, folded, reason } = said;
  const ended = new Set([...input.attestations, ...input.remembered].map(({ hash }) => hash));
  const ends = [...ended].slice(-ENDED_MAX).sort();
  if (input.sets !== undefined) {
    const said = [...input.attestations, ...input.remembered].map((each) => each.digest);
    const digests = [...new Set([digest, ...said, ...(folded === null ? [] : [folded])])]
      .slice(0, ENDED_MAX)
      .sort();
    const born = bornOf(input, input.sets);
    const tombstone = { born, id: opaque, digests, ends, reason };
    return writeSigned(
      { v: 3, id: opaque, act: "forget" },
      signTombstone({ workspace, key: person, input }, tombstone),
    );
  }
  const statement: Omit<Statement, "signer"> = {
    v: 2,
    root: input.place.root,
    scope: input.place.scope,
    id: opaque,
    digest,
    folded,
    act: "forget",
    acknowledged: [],
    reason,
    time: renderInstant(workspace.now),
    parents: ends,
    ...(workspace.state.isTest ? { test: true as const } : {}),
  };
  return writeStatement(statement, person);
}

/** A memory of version 1 is told by its opaque id alone. */
function bornOf(input: StandingInput, own: FileInSets): string | null {
  const born = placeFile(input, own)?.memory.born ?? null;
  return born === bornOfVersion1(input.place) ? null : born;
}
