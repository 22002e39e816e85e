import type { ForgetOutcome, Forgettable } from "../../app/change/forget-memory.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Command } from "../call/command.ts";
import { openForPerson, unlockFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { textOf } from "../call/values.ts";
import { REASON } from "../frames/id-command.ts";
import { confirmLoss } from "../terminal/confirm.ts";

export const forget: Command = {
  name: "forget",
  summary: "Erase a memory for good and keep it from coming back",
  usage: ["forget ID --reason TEXT"],
  options: REASON,
  async run(io, call) {
    const id = call.positionals[0];
    if (id === undefined) throw new CredenceError("USAGE", "forget takes the id of a memory");
    const reason = textOf(call, "reason");
    if (reason === null) throw new CredenceError("USAGE", "give a reason with --reason");
    const act = `forget ${id}`;
    const opened = await openForPerson(io, call, act);
    try {
      const { findForgettable } = await import("../../app/change/forget-memory.ts");
      const { forgetMemory } = await import("../../app/change/forget-memory.ts");
      const { showTarget } = await import("../../app/change/signing-preview.ts");
      // Refused before the passphrase is asked for, and looked for again after it was typed.
      findForgettable(opened, id);
      const workspace = await unlockFor(io, opened, act);
      const forgettable = findForgettable(workspace, id);
      const confirm = confirmLoss({ io, call, workspace }, askAbout(forgettable));
      await confirm(await showTarget(workspace, forgettable.target));
      const outcome = forgetMemory(workspace, forgettable, reason);
      io.out(call.json ? renderJson(outcome) : renderOutcome(outcome));
      return 0;
    } finally {
      opened.close();
    }
  },
};

function askAbout({ target, proposals }: Forgettable): string {
  const { id } = target.file;
  const lines = proposals.map(({ file }) => `  ${file.id}\n`).join("");
  const more =
    lines === "" ? "" : `these proposals for ${id} contain its text, so they are erased too:\n${lines}`;
  return `${more}erase ${id} for good?`;
}

function renderOutcome({ id, proposals, stays, holding, named, inGit }: ForgetOutcome): string {
  const lines = [
    `forgot ${id}; a tombstone keeps it from coming back`,
    ...proposals.map((each) => `forgot ${each}, a proposal to change it`),
    ...stays.map((each) => `${each} replaces it and is approved, so it stays`),
    ...holding.map(
      (each) => `${renderTerminalLine(each)} still contains its text: edit or forget that one, too`,
    ),
    ...named.map((each) => `${renderTerminalLine(each)} still mentions it, in words that are not its own`),
    ...(inGit ? ["If it was ever committed, git history still contains it."] : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
