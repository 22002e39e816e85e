// The tombstone of a forgotten memory: one signed statement that ends the memory's uuid, and tells neither its id nor its text.

import { join } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import { placeFile } from "../../../memory/law/sets/standing-of-file.ts";
import { NO_BORN } from "../../../memory/law/sets/view.ts";
import type { StandingInput } from "../../../memory/law/standing.ts";
import { isTextStatement, isTombstone, type TextStatement } from "../../../memory/law/statement.ts";
import { ENDED_MAX } from "../../../memory/limits.ts";
import type { Change } from "../../../store/transaction.ts";
import { FORGOTTEN } from "../../../trust/attest-files.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { writeSigned } from "../sign/attest.ts";
import { signTombstone } from "../sign/sign-set.ts";

type ForgottenText = {
  readonly born: string;
  readonly digest: string;
  readonly folded: string | null;
  readonly reason: string | null;
};

/** The tombstone of a memory, as a change of the root: it ends every statement about the memory, known or not. */
export function attestForgotten(workspace: Workspace, input: StandingInput, said: ForgottenText): Change {
  const { person } = workspace.keys;
  if (person === null) throw new CredenceError("INTERNAL", "only a person forgets");
  const { born, digest, folded, reason } = said;
  const known = splitByMemory(input).own.map((each) => each.digest);
  const digests = [...new Set([digest, ...known, ...(folded === null ? [] : [folded])])]
    .slice(0, ENDED_MAX)
    .sort();
  const file = signTombstone({ workspace, key: person, input }, { born, digests, reason });
  return writeSigned(join("attest", FORGOTTEN), file);
}

type Split = { readonly own: readonly TextStatement[]; readonly others: readonly TextStatement[] };

/** Statements about the memory that is to be forgotten, apart from those about other memories of its id. */
export function splitByMemory(input: StandingInput): Split {
  const said = [...input.attestations, ...input.remembered].filter(isTextStatement);
  const born = findUuid(input);
  if (born === null) return { own: said, others: [] };
  return {
    own: said.filter((each) => each.born === born),
    others: said.filter((each) => each.born !== born),
  };
}

/** @returns null for a file about which nothing was signed. */
export function findUuid(input: StandingInput): string | null {
  const born = placeFile(input)?.memory.born ?? null;
  if (born !== null && born !== NO_BORN) return born;
  const ended = [...input.attestations, ...input.remembered].filter(isTombstone);
  const said = [...input.attestations, ...input.remembered].filter(isTextStatement);
  return ended.find((each) => said.some((other) => other.born === each.born))?.born ?? null;
}
