// What stays of a memory that was forgotten: one signed statement that ends all others, and tells neither the id nor the text.

import { CredenceError } from "../../../memory/errors.ts";
import { renderInstant } from "../../../memory/instant.ts";
import type { Statement } from "../../../memory/law/attestation.ts";
import type { Vouching } from "../../../memory/law/evidence.ts";
import { bornOfVersion1 } from "../../../memory/law/sets/sets.ts";
import { placeFile } from "../../../memory/law/sets/standing-of-file.ts";
import type { StandingInput } from "../../../memory/law/standing.ts";
import { ENDED_MAX } from "../../../memory/limits.ts";
import type { Change } from "../../../store/transaction.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { writeSigned, writeStatement } from "../sign/attest.ts";
import { isSaidInSets, signTombstone } from "../sign/sign-set.ts";

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
  const { own } = splitByMemory(input);
  const ended = new Set(own.map(({ hash }) => hash));
  const ends = [...ended].slice(-ENDED_MAX).sort();
  if (isSaidInSets(workspace, input)) {
    const said = own.map((each) => each.digest);
    const digests = [...new Set([digest, ...said, ...(folded === null ? [] : [folded])])]
      .slice(0, ENDED_MAX)
      .sort();
    const born = bornOf(input);
    const isOfVersion1 = born === bornOfVersion1(input.place);
    const tombstone = { born: isOfVersion1 ? null : born, id: opaque, digests, ends, reason };
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

type Split = { readonly own: readonly Vouching[]; readonly others: readonly Vouching[] };

/** What was said of the memory that is to be forgotten, and of others that have its id: their words are not its. */
export function splitByMemory(input: StandingInput): Split {
  const said = [...input.attestations, ...input.remembered];
  const born = bornOf(input);
  if (born === null) return { own: said, others: [] };
  const isOther = ({ ends, set, root, scope, id }: Vouching): boolean =>
    ends !== true && (set?.born ?? bornOfVersion1({ root, scope, id })) !== born;
  return { own: said.filter((each) => !isOther(each)), others: said.filter(isOther) };
}

/** A tombstone tells a memory of version 1 by its opaque id alone. */
function bornOf(input: StandingInput): string | null {
  return placeFile(input, input.sets)?.memory.born ?? null;
}
