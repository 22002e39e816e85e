// Shows what is about to be erased, asks, and erases it.

import { type ForgetOutcome, type Forgettable, forgetMemory } from "../../app/change/forget-memory.ts";
import { showTarget } from "../../app/change/sign/signing-preview.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import { type Asking, confirmLoss } from "../terminal/confirm.ts";

export async function forgetAtTerminal(
  asking: Asking,
  forgettable: Forgettable,
  reason: string,
): Promise<ForgetOutcome> {
  const confirm = confirmLoss(asking, askAbout(forgettable));
  await confirm(await showTarget(asking.workspace, forgettable.target));
  return forgetMemory(asking.workspace, forgettable, reason);
}

function askAbout({ target, proposals }: Forgettable): Shown {
  const { id } = target.file;
  const lines = proposals.map(({ file }) => says`  ${file.id}\n`);
  const more =
    lines.length === 0 ? [] : [says`these proposals for ${id} contain its text, so they are erased too:\n`];
  return says`${[...more, ...lines]}erase ${id} for good?`;
}

export function sayForgotten(outcome: ForgetOutcome): string[] {
  const { id, proposals, stays, holding, named, inGit } = outcome;
  return [
    `forgot ${id}; a tombstone keeps it from coming back`,
    ...proposals.map((each) => `forgot ${each}, a proposal to change it`),
    ...stays.map((each) => `${each} replaces it and is approved, so it stays`),
    ...holding.map((each) => `${each} still contains its text: edit or forget that one, too`),
    ...named.map(
      (each) => `${each} still names it, in a text that somebody signed or wrote: edit that one, too`,
    ),
    ...(inGit ? ["If it was ever committed, git history still contains it."] : []),
  ];
}
