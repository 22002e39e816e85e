// promote, restore, reaffirm, keep: one frame, four words.

import type { RaiseAction } from "../../app/change/raise-memory.ts";
import type { Command } from "../call/command.ts";
import { confirmText } from "../terminal/confirm.ts";
import { defineIdCommand, IF_DIGEST, ifDigestOf } from "./id-command.ts";

type Words = {
  readonly summary: string;
  /** What a yes says. */
  readonly question: string;
  readonly past: string;
};

const WORDS: Readonly<Record<RaiseAction, Words>> = {
  promote: {
    summary: "Confirm an inferred memory, after 7 days",
    question: "confirm exactly this text, so that it applies as fact?",
    past: "verified",
  },
  restore: {
    summary: "Confirm a quarantined memory and bring it back",
    question: "bring exactly this text back, so that it applies as fact?",
    past: "verified again",
  },
  reaffirm: {
    summary: "Confirm a memory again: it is stale, or changed since",
    question: "confirm exactly this text again?",
    past: "verified as of today",
  },
  keep: {
    summary: "Let a foreign memory be used as advice",
    question: "let exactly this text be used as advice, marked as inferred?",
    past: "kept as advice",
  },
};

export function defineRaiseCommand(action: RaiseAction): Command {
  const { summary, question, past } = WORDS[action];
  return defineIdCommand({
    name: action,
    summary,
    form: "ID [--acknowledge] [--if-digest SHA256]",
    options: {
      acknowledge: { type: "boolean", help: "take on what the injection check flags" },
      ...IF_DIGEST,
    },
    exits: { 0: "done", 2: "a validator fails it" },
    personOnly: true,
    law: action,
    async act({ io, call, workspace, target }) {
      const { raiseMemory } = await import("../../app/change/raise-memory.ts");
      const outcome = await raiseMemory(workspace, target, {
        action,
        acknowledge: call.values["acknowledge"] === true,
        ifDigest: ifDigestOf(call),
        confirm: confirmText({ io, call, workspace }, question),
      });
      const taken =
        outcome.acknowledged.length === 0 ? "" : `acknowledged: ${outcome.acknowledged.join(", ")}\n`;
      return { json: outcome, text: `${outcome.id} is ${past}\n${taken}` };
    },
  });
}
