// Commands that take one memory and say what became of it share their frame.

import type { Judgement } from "../../app/change/judge-text.ts";
import { sayFound } from "../../app/check/flag-wording.ts";
import type { LoadedMemory } from "../../app/memories/load-memory.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { PERSON_COMMANDS } from "../../memory/law/person-commands.ts";
import type { StatusAction } from "../../memory/law/status.ts";
import type { CommandWords, RaiseWords } from "../../memory/law/transition-words.ts";
import type { RaiseAction, TrustAction } from "../../memory/law/transitions.ts";
import { says } from "../../memory/text/render-terminal.ts";
import { WITHHELD } from "../../memory/wording.ts";
import type { Call, Command, Io, Option } from "../call/command.ts";
import { openForPerson, openWorkspaceFor, unlockIfApproved } from "../call/open-workspace.ts";
import { textOf } from "../call/values.ts";
import { confirmShowing, confirmText } from "../terminal/confirm.ts";
import { type Answer, tell } from "./answer.ts";
import { isPersonsCall } from "./person-call.ts";

export type IdCommand = Pick<Command, "name" | "summary"> & {
  /** `ID` and what follows it. */
  readonly form: string;
  readonly options?: Readonly<Record<string, Option>>;
  readonly exits?: Command["exits"];
  /** Needs the person key for what a person approved; without a person a wish is filed instead. */
  readonly personIfApproved?: boolean;
  /** What it does to the memory of this id, where its name is no verb. */
  readonly purpose?: (id: string) => string;
  /** What it is to the law of tiers, which is asked beforehand. */
  readonly law?: TrustAction;
  /** Throws what is refused even to a person. Asked before their key is. */
  readonly foresee?: (context: ActContext) => Promise<void>;
  readonly act: (context: ActContext) => Promise<Answer>;
};

export type ActContext = {
  readonly io: Io;
  readonly call: Call;
  readonly workspace: Workspace;
  readonly target: LoadedMemory;
};

export const REASON: Readonly<Record<string, Option>> = {
  reason: { type: "string", short: "r", value: "TEXT", help: "why, in one line" },
};

export const ACKNOWLEDGE: Readonly<Record<string, Option>> = {
  acknowledge: { type: "boolean", help: "acknowledge the injection check's findings" },
};

export const IF_DIGEST: Readonly<Record<string, Option>> = {
  "if-digest": { type: "string", value: "SHA256", help: "only if the content still has this digest" },
};

/** Whether only a person gives it says the table. */
export function defineIdCommand(words: IdCommand, table = PERSON_COMMANDS): Command {
  const { name, summary, form, options = {}, exits } = words;
  return {
    name,
    summary,
    usage: [`${name} ${form}`],
    options,
    ...(exits === undefined ? {} : { exits }),
    async run(io, call) {
      const id = call.positionals[0];
      if (id === undefined) throw new CredenceError("USAGE", `${name} takes the id of a memory`);
      const purpose = purposeOf(words, id);
      const opened = await (isPersonsCall(name, call, table)
        ? openForPerson(io, call, purpose)
        : openWorkspaceFor(io, call, purpose));
      try {
        const { findByName } = await import("../../app/memories/find-by-name.ts");
        const context = { io, call, workspace: opened, target: findByName(opened, id) };
        return tell(io, call, await words.act(await unlockTarget(words, context, table)));
      } finally {
        opened.close();
      }
    },
  };
}

/** What can be refused without the key is refused before it is asked for; the act decides again under the lock. */
export async function unlockTarget(
  words: Omit<IdCommand, "act" | "form" | "summary">,
  context: ActContext,
  table = PERSON_COMMANDS,
): Promise<ActContext> {
  const { name, law, foresee: foreseeMore, personIfApproved } = words;
  const { io, call, workspace: opened, target } = context;
  const personOnly = isPersonsCall(name, call, table);
  if (!personOnly && !personIfApproved) return context;
  const { id } = target.file;
  const foresee = async () => {
    const { refuseEvenPerson } = await import("../../app/memories/law.ts");
    refuseEvenPerson(opened, target, { law, ifDigest: ifDigestOf(call) });
    await foreseeMore?.(context);
  };
  const change = { targets: [target], act: purposeOf(words, id), personOnly, foresee };
  const workspace = await unlockIfApproved(io, opened, change);
  if (workspace === opened) return context;
  const { findMemory } = await import("../../app/memories/find-memory.ts");
  return { ...context, workspace, target: findMemory(workspace, id) };
}

/** Behind `to` and `only a person can`. */
function purposeOf({ name, purpose }: Pick<IdCommand, "name" | "purpose">, id: string): string {
  return purpose?.(id) ?? `${name} ${id}`;
}

export function ifDigestOf(call: Call): string | null {
  return textOf(call, "if-digest");
}

// The transitions that raise: one frame, and the words of their rows.

export function defineRaiseCommand(action: RaiseAction, words: RaiseWords): Command {
  const { summary, question, word, done, purpose } = words;
  return defineIdCommand({
    name: action,
    summary,
    ...(purpose === undefined ? {} : { purpose }),
    form: "ID [--acknowledge] [--if-digest SHA256]",
    options: { ...ACKNOWLEDGE, ...IF_DIGEST },
    exits: { 0: "done", 2: "a validator fails it" },
    // What a typed word is asked for depends on the judgement, too.
    ...(word === undefined ? { law: action } : { foresee: (context) => foreseeRaise(context, action) }),
    async act({ io, call, workspace, target }) {
      const { raiseMemory } = await import("../../app/change/raise-memory.ts");
      const outcome = await raiseMemory(workspace, target, {
        action,
        acknowledge: call.values["acknowledge"] === true,
        ifDigest: ifDigestOf(call),
        confirm: confirmText({ io, call, workspace }, says`${question}`, word),
      });
      return { json: outcome, says: [`${outcome.id} is ${done}`, ...sayAcknowledged(outcome)] };
    },
  });
}

async function foreseeRaise({ workspace, target }: ActContext, action: RaiseAction): Promise<void> {
  const { showTarget } = await import("../../app/change/sign/signing-preview.ts");
  const { demandRaise } = await import("../../app/change/raise-memory.ts");
  demandRaise(workspace, target, { action, judgement: (await showTarget(workspace, target)).judgement });
}

export function sayAcknowledged({ acknowledged }: { readonly acknowledged: readonly string[] }): string[] {
  return acknowledged.length === 0 ? [] : [`acknowledged: ${acknowledged.join(", ")}`];
}

/** What a text that was stored is flagged for. */
export function sayFlags({ injection }: Pick<Judgement, "injection">): string[] {
  return sayFound(injection.findings);
}

/** That nobody was asked about it, and no model is shown it. */
export function sayWithheld({ isStrong }: Pick<Judgement, "isStrong">): string[] {
  return isStrong ? [`${WITHHELD}: credence review`] : [];
}

// Whether a memory is in use: one frame, and the words of their rows.

export function defineStatusCommand(action: StatusAction, words: CommandWords): Command {
  const { summary, question, done } = words;
  return defineIdCommand({
    name: action,
    summary,
    form: "ID [--reason TEXT] [--if-digest SHA256]",
    options: { ...REASON, ...IF_DIGEST },
    personIfApproved: true,
    async act({ io, call, workspace, target }) {
      if (question !== null) {
        const { showTarget } = await import("../../app/change/sign/signing-preview.ts");
        const confirm = confirmShowing({ io, call, workspace }, says`${question}`);
        await confirm(await showTarget(workspace, target));
      }
      const { changeStatus } = await import("../../app/change/change-status.ts");
      const outcome = changeStatus(workspace, target, {
        action,
        reason: textOf(call, "reason"),
        ifDigest: ifDigestOf(call),
      });
      const said = {
        changed: `${outcome.id} is ${done}`,
        unchanged: `${outcome.id} is ${done} already`,
        requested: `not changed: ${outcome.kind === "requested" ? outcome.why : ""}; filed as a request (credence review)`,
      }[outcome.kind];
      return { json: outcome, says: [said] };
    },
  });
}
