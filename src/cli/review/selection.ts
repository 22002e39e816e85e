// What a plain word is said about, and what became of each: one that fails is named with its error, and the others are done.

import type { LoadedMemory } from "../../app/memories/load-memory.ts";
import { type Filter, type Selection, selectMemories } from "../../app/review/select-memories.ts";
import { isPersonThere, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError, type FailureCode } from "../../memory/errors.ts";
import { MEMORY_TYPES } from "../../memory/memory.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { parseSpan, textOf, wordOf } from "../call/values.ts";
import type { Answer } from "../frames/answer.ts";

export type Selected = Selection & {
  /** By what they are like: nobody has named them. */
  readonly isFound: boolean;
  /** One name was given. */
  readonly isOne: boolean;
};

export async function selectCalled(workspace: Workspace, call: Call): Promise<Selected> {
  const { positionals: names } = call;
  const filter = filterOf(call, workspace);
  if (names.length === 0 && filter === null)
    throw new CredenceError(
      "USAGE",
      "name a memory, or say which: --tag, --type, --query, --older-than, --by",
    );
  const isFound = names.length === 0;
  // Withheld memories among them would be told apart by asking.
  if (isFound && !isPersonThere(workspace))
    throw new CredenceError("NEEDS_PERSON", "only a person selects memories by what they are like");
  const selection = await selectMemories(workspace, names, filter);
  const [first] = selection.unmeant;
  if (names.length === 1 && first !== undefined) throw first.error;
  return { ...selection, isFound, isOne: names.length === 1 };
}

function filterOf(call: Call, { now }: Workspace): Filter | null {
  const [tag, query, by, age] = ["tag", "query", "by", "older-than"].map(
    (name) => textOf(call, name) ?? null,
  );
  const type = wordOf(call, "type", MEMORY_TYPES);
  const span = age === null || age === undefined ? null : parseSpan(age, "hdw");
  if (age !== null && span === null) throw new CredenceError("USAGE", "--older-than takes 12h, 30d or 8w");
  if ([tag, query, by, type, span].every((each) => each === null)) return null;
  return {
    tag: tag ?? null,
    type,
    query: query ?? null,
    before: span === null ? null : now - span,
    by: by ?? null,
  };
}

export type Done = { readonly id: string; readonly did: string; readonly says: string };
type Failed = { readonly id: string; readonly error: CredenceError };

/** Each for itself. Where one alone was meant, its failure is the command's. */
export async function doEach(
  targets: readonly LoadedMemory[],
  isOne: boolean,
  act: (target: LoadedMemory) => Promise<Done | null>,
): Promise<Results> {
  const done: Done[] = [];
  const failed: Failed[] = [];
  for (const target of targets) {
    try {
      const did = await act(target);
      if (did !== null) done.push(did);
    } catch (error) {
      // Nobody is left to answer, or it is our own fault: then nothing else is tried.
      if (isOne || !(error instanceof CredenceError) || ENDING.has(error.code)) throw error;
      failed.push({ id: target.file.id, error });
    }
  }
  return { done, failed };
}

const ENDING: ReadonlySet<FailureCode> = new Set(["INTERNAL", "NEEDS_PERSON"]);

export type Results = { readonly done: readonly Done[]; readonly failed: readonly Failed[] };

/** With the names that mean no memory. */
export function answerResults(io: Io, { unmeant }: Selected, all: readonly Results[]): Answer {
  const done = all.flatMap((each) => each.done);
  const unknown = unmeant.map(({ given, error }) => ({ id: given, error }));
  const failed = [...unknown, ...all.flatMap((each) => each.failed)];
  for (const { id, error } of failed)
    io.err(says`error: ${error.code}: ${id}: ${error.message}\nhint: ${error.hint}\n`);
  const nothing = done.length + failed.length === 0 ? ["nothing fits, so nothing was changed"] : [];
  return {
    json: {
      done: done.map(({ id, did }) => ({ id, did })),
      failed: failed.map(({ id, error: { code, message, hint } }) => ({
        id,
        error: { code, message, hint },
      })),
    },
    says: [...nothing, ...done.map((each) => each.says)],
    exit: failed.length === 0 ? 0 : 1,
  };
}
