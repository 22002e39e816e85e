import { CredenceError } from "../../memory/errors.ts";
import {
  isRaise,
  STATUS_WORDS,
  TRANSITION_WORDS,
  type TransitionRows,
} from "../../memory/law/transition-words.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Command } from "../call/command.ts";
import { openForPerson, unlockFor, unlockIfApproved } from "../call/open-workspace.ts";
import { scopeOf, textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import {
  ACKNOWLEDGE,
  defineIdCommand,
  defineRaiseCommand,
  defineStatusCommand,
  IF_DIGEST,
  ifDigestOf,
  REASON,
} from "../frames/id-command.ts";
import { isPersonsCall } from "../frames/person-call.ts";
import { askYes, confirmText } from "../terminal/confirm.ts";

const demote = defineIdCommand({
  name: "demote",
  summary: TRANSITION_WORDS.demote.summary,
  form: "ID --reason TEXT [--if-digest SHA256]",
  options: { ...REASON, ...IF_DIGEST },
  personIfApproved: true,
  async act({ call, workspace, target }) {
    const { demoteMemory } = await import("../../app/change/demote-memory.ts");
    const reason = textOf(call, "reason");
    if (reason === null) throw new CredenceError("USAGE", "give a reason with --reason");
    const outcome = demoteMemory(workspace, target, { reason, ifDigest: ifDigestOf(call) });
    switch (outcome.kind) {
      case "demoted":
        return { json: outcome, says: [`quarantined ${outcome.id}: ${outcome.path}`] };
      case "unchanged":
        return { json: outcome, says: [`${outcome.id} is ${TRANSITION_WORDS.demote.done} already`] };
      case "requested":
        return { json: outcome, says: [`not changed: ${outcome.why}; filed as a request (credence review)`] };
    }
  },
});

/** Commands for the transitions that do not raise: each has a frame of its own. */
const LOWERING: Readonly<Record<string, Command>> = { demote };

/** A command per row, in the order of the rows. */
export function transitionCommands(rows: TransitionRows = TRANSITION_WORDS): readonly Command[] {
  return Object.entries(rows).flatMap((row) =>
    isRaise(row) ? [defineRaiseCommand(...row)] : (LOWERING[row[0]] ?? []),
  );
}

export const statusCommands: readonly Command[] = [
  defineStatusCommand("retire", STATUS_WORDS.retire),
  defineStatusCommand("unretire", STATUS_WORDS.unretire),
  defineStatusCommand("archive", STATUS_WORDS.archive),
  defineStatusCommand("unarchive", STATUS_WORDS.unarchive),
];

/** Says yes to a memory, whatever that means for its standing: the act and its result are named before the question. */
export const approve = defineIdCommand({
  name: "approve",
  summary: "Approve a memory: as fact, or as advice if foreign",
  form: "ID [--restore [--redact]] [--acknowledge]",
  options: {
    restore: { type: "boolean", help: "also where it is in quarantine" },
    redact: { type: "boolean", help: "with --restore: wrap what looks like a secret" },
    ...ACKNOWLEDGE,
  },
  exits: { 0: "done", 2: "a validator fails it" },
  async foresee(context) {
    const { findApproval } = await import("../work/approve.ts");
    if (context.call.values["redact"] !== true) await findApproval(context);
  },
  async act(context) {
    const { approveMemory } = await import("../work/approve.ts");
    return approveMemory(context);
  },
});

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
    return answerIn({ io, call, act, open: openForPerson }, async (opened) => {
      const { findForgettable } = await import("../../app/change/forget-memory.ts");
      const { forgetAtTerminal, sayForgotten } = await import("../work/forget.ts");
      // Refused before the passphrase is asked for, and looked for again after it was typed.
      findForgettable(opened, id);
      const workspace = await unlockFor(io, opened, act);
      const forgettable = findForgettable(workspace, id);
      const outcome = await forgetAtTerminal({ io, call, workspace }, forgettable, reason);
      const { findRemote } = await import("../../app/sync/known-remote.ts");
      const remote = findRemote(workspace, forgettable.target.root);
      const synced =
        remote === null
          ? []
          : [
              `If it was ever synced, the history of ${remote.url} still contains it, and so does its copy in machine state.`,
            ];
      return { json: outcome, says: [...sayForgotten(outcome), ...synced] };
    });
  },
};

export const move: Command = {
  name: "move",
  summary: "Move a memory to the other scope",
  usage: ["move ID --scope project|user"],
  options: {},
  async run(io, call) {
    const [id] = call.positionals;
    const scope = scopeOf(call);
    if (id === undefined || scope === null)
      throw new CredenceError("USAGE", "move takes an id and --scope project|user");
    // Here --scope says where to, so both roots are open.
    const act = `move ${id}`;
    const both = { ...call, values: { ...call.values, scope: undefined } };
    return answerIn({ io, call: both, act }, async (opened) => {
      const { findMemory } = await import("../../app/memories/find-memory.ts");
      const { moveMemory } = await import("../../app/change/move-memory.ts");
      const { rootOf } = await import("../../app/workspace/workspace.ts");
      const found = findMemory(opened, id, scope);
      const workspace = await unlockIfApproved(io, opened, { targets: [found], act });
      const target = findMemory(workspace, id, scope);
      const question = says`sign exactly this text in the ${scope} scope?`;
      const confirm = confirmText({ io, call, workspace }, question);
      const outcome = await moveMemory(workspace, target, { destination: rootOf(workspace, scope), confirm });
      return { json: outcome, says: [`moved ${outcome.id}: ${outcome.path}`] };
    });
  },
};

export const merge = defineIdCommand({
  name: "merge",
  summary: "Merge a second memory into the first and retire it",
  form: "ID ID",
  async act({ io, call, workspace: opened, target }) {
    const { findByName } = await import("../../app/memories/find-by-name.ts");
    const { findMemory } = await import("../../app/memories/find-memory.ts");
    const { mergeMemories } = await import("../../app/change/merge/merge-memories.ts");
    const given = call.positionals[1];
    if (given === undefined) throw new CredenceError("USAGE", "merge takes two ids");
    const named = findByName(opened, given);
    const second = named.file.id;
    const targets = [target, named];
    const workspace = await unlockIfApproved(io, opened, { targets, act: `merge ${second}` });
    const pair = { first: findMemory(workspace, target.file.id), second: findMemory(workspace, second) };
    const confirm = confirmText(
      { io, call, workspace },
      says`sign exactly this text, and retire ${pair.second.file.id}?`,
    );
    const outcome = await mergeMemories(workspace, pair, confirm);
    return { json: outcome, says: [`merged ${outcome.retired} into ${outcome.id}`] };
  },
});

export const gc: Command = {
  name: "gc",
  summary: "Delete memories that were retired long ago",
  usage: ["gc [--dry-run]"],
  options: { "dry-run": { type: "boolean", help: "only list them" } },
  async run(io, call) {
    const dryRun = call.values["dry-run"] === true;
    const act = "delete retired memories";
    const asked = isPersonsCall("gc", call) ? { act, open: openForPerson } : {};
    return answerIn({ io, call, ...asked }, async (opened) => {
      const { collectGarbage } = await import("../../app/change/collect-garbage.ts");
      const due = opened.roots.map((root) => ({
        root,
        only: collectGarbage(opened, root, { dryRun: true }),
      }));
      const shown = due.flatMap(({ only }) => only);
      let done = due.map(({ only }) => only);
      if (!dryRun && shown.length > 0) {
        const workspace = await unlockFor(io, opened, act);
        const list = shown.map((id) => says`  ${id}\n`);
        const question = says`retired longer ago than the grace period:\n${list}delete these for good?`;
        await askYes({ io, call, workspace }, question);
        done = due.map(({ root, only }) => collectGarbage(workspace, root, { dryRun, only }));
      }
      // Root by root: another may have a memory of the same id.
      const lines = due.flatMap(({ only }, at) =>
        only.map((id) =>
          done[at]?.includes(id) === true
            ? `${dryRun ? "would delete" : "deleted"} ${id}`
            : `kept ${id}: it can no longer be read, or is no longer due`,
        ),
      );
      return { json: { dryRun, ids: done.flat() }, says: lines.length === 0 ? ["nothing is due"] : lines };
    });
  },
};

export const undo: Command = {
  name: "undo",
  summary: "Take back your last change, or the last one of a memory",
  usage: ["undo [ID]", "undo last", "undo --list"],
  options: { list: { type: "boolean", help: "the last ten changes made at this terminal or page" } },
  exits: { 0: "done", 2: "a validator fails what would come back" },
  examples: ["undo", "undo project_deploy_window"],
  run: async (io, call) => {
    const { listUndoable, undoAtTerminal } = await import("../work/undo.ts");
    return call.values["list"] === true ? listUndoable(io, call) : undoAtTerminal(io, call);
  },
};
