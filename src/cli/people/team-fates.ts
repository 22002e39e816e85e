// What becomes of the statements of keys that are over: one choice, made by a person who has seen what stands on them.

import type { KnownSigner } from "../../app/people/signers.ts";
import type { Fate } from "../../app/people/team/accept-cards.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderDay } from "../../memory/instant.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import { type Asking, isPlayed } from "../terminal/confirm.ts";
import { listIds } from "./render-trust.ts";
import type { TeamAsking } from "./team.ts";

export type FateQuestion = {
  readonly over: readonly KnownSigner[];
  /** As this machine calls them. */
  readonly who: string;
};

type AtRoot = Asking & Pick<TeamAsking, "root">;

const TRIES = 3;

/** Asks, and does it. */
export async function askFate(asking: AtRoot, { over, who }: FateQuestion): Promise<Fate> {
  const { io, workspace, root } = asking;
  const { decideFate } = await import("../../app/people/team/accept-cards.ts");
  const { findStandsOn } = await import("../../app/people/team/stands-on.ts");
  const signers = new Set(over.map(({ signer }) => signer));
  const { falls, rises } = findStandsOn(workspace, workspace.roots, signers);
  const date = renderDay(workspace.now);
  const screen = [
    `${renderTerminalLine(who)}: ${pluralize(over.length, "key", "keys")}: ${over.map(nameKey).join(", ")}`,
    `${pluralize(falls.length, "memory stands", "memories stand")} on what ${over.length === 1 ? "it" : "they"} said${falls.length === 0 ? "" : ":"}`,
    ...listIds(falls),
    ...(rises.length === 0
      ? []
      : [`${pluralize(rises.length, "is", "are")} out of use by it:`, ...listIds(rises)]),
    `keep  what was said until ${date} counts, as far as this machine has seen it; nothing new does`,
    `fall  nothing of it counts, neither for a memory nor against one`,
  ];
  const fate = isPlayed(asking) ? "keep" : await choose(io, `${screen.join("\n")}\nkeep or fall: `);
  decideFate(workspace, root, { over, fate });
  return fate;
}

function nameKey({ petname, signer }: KnownSigner): string {
  return `${renderTerminalLine(petname)} …${signer.slice(-6)}`;
}

async function choose(io: TeamAsking["io"], screen: string): Promise<Fate> {
  const { askPerson } = await import("../terminal/pager.ts");
  let question = screen;
  for (let left = TRIES; left > 0; left -= 1) {
    const typed = (await askPerson(io, question, ["keep", "fall"])).trim().toLowerCase();
    if (typed === "keep" || typed === "fall") return typed;
    question = "keep or fall: ";
  }
  throw new CredenceError("DECLINED", "neither keep nor fall was typed");
}

/** Whoever was accepted because somebody introduced them who is trusted no more: each is asked about. */
export async function endThoseIntroduced(asking: AtRoot, petname: string): Promise<string[]> {
  const { io, workspace, root } = asking;
  const { decideFate, listIntroducedBy, listKeysOf } = await import("../../app/people/team/accept-cards.ts");
  const { askPerson } = await import("../terminal/pager.ts");
  const dropped: string[] = [];
  for (const person of listIntroducedBy(workspace, root, petname)) {
    const who = renderTerminalLine(person.petname);
    const question = `${who} was accepted because ${renderTerminalLine(petname)} introduced them: keep or drop ${who}? `;
    // Enter keeps: they were accepted by a yes of their own.
    const typed = isPlayed(asking) ? "keep" : await askPerson(io, question, ["keep", "drop"]);
    if (typed.trim().toLowerCase() !== "drop") continue;
    decideFate(workspace, root, { over: listKeysOf(workspace, root, person), fate: "fall" });
    dropped.push(person.petname);
  }
  return dropped;
}
