// What becomes of the statements of keys that are over: one choice, made by a person who has seen what stands on them.

import type { KnownSigner } from "../../app/people/signers.ts";
import type { Fate } from "../../app/people/team/accept-cards.ts";
import type { OpenRoot } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderDay } from "../../memory/instant.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import { showReport } from "../report/render-terminal.ts";
import { type Asking, isPlayed } from "../terminal/confirm.ts";
import { listIds } from "./render-trust.ts";

export type FateQuestion = {
  readonly over: readonly KnownSigner[];
  /** As this machine calls them. */
  readonly who: string;
  /** What else the answer does. */
  readonly more?: readonly string[];
};

const TRIES = 3;

/** Shows what stands on these keys, and asks. Nothing is done yet. */
export async function askFate(asking: Asking, { over, who, more = [] }: FateQuestion): Promise<Fate> {
  const { io, workspace } = asking;
  const { findStandsOn } = await import("../../app/people/team/stands-on.ts");
  const signers = new Set(over.map(({ signer }) => signer));
  const { falls, rises } = findStandsOn(workspace, workspace.roots, signers);
  const date = renderDay(workspace.now);
  const screen = [
    `${who}: ${pluralize(over.length, "key", "keys")}: ${over.map(nameKey).join(", ")}`,
    `${pluralize(falls.length, "memory stands", "memories stand")} on what ${over.length === 1 ? "it" : "they"} said${falls.length === 0 ? "" : ":"}`,
    ...listIds(falls),
    ...(rises.length === 0
      ? []
      : [`${pluralize(rises.length, "is", "are")} out of use by it:`, ...listIds(rises)]),
    ...more,
    `keep  what was said until ${date} counts, as far as this machine has seen it; nothing new does`,
    `fall  nothing of it counts, neither for a memory nor against one`,
  ];
  if (isPlayed(asking)) return "keep";
  const typed = await askOneOf(io, says`${[showReport(screen, io)]}keep or fall: `, {
    words: ["keep", "fall"],
    again: says`keep or fall: `,
  });
  return typed === "fall" ? "fall" : "keep";
}

function nameKey({ petname, signer }: KnownSigner): string {
  return `${petname} …${signer.slice(-6)}`;
}

type Words = {
  readonly words: readonly [string, string];
  /** What is asked after anything else was typed. */
  readonly again: Shown;
};

/** Nobody's key is decided about by a slip: whatever is neither word is asked again, and in the end nothing is done. */
async function askOneOf(io: Asking["io"], screen: Shown, { words, again }: Words): Promise<string> {
  const { askPerson } = await import("../terminal/pager.ts");
  let question = screen;
  for (let left = TRIES; left > 0; left -= 1) {
    const typed = (await askPerson(io, question, words)).trim().toLowerCase();
    if (words.includes(typed)) return typed;
    question = again;
  }
  throw new CredenceError("DECLINED", `neither ${words[0]} nor ${words[1]} was typed`);
}

type Introduced = { readonly kept: readonly string[]; readonly dropped: readonly string[] };

/** Whoever was accepted because somebody introduced them who is trusted no more: each is asked about. */
async function askIntroduced(
  asking: Asking,
  introduced: readonly KnownSigner[],
  petname: string,
): Promise<Introduced> {
  const kept: string[] = [];
  const dropped: string[] = [];
  for (const person of introduced) {
    const again = says`keep or drop ${person.petname}? `;
    const question = says`${person.petname} was accepted because ${petname} introduced them: ${[again]}`;
    const typed = isPlayed(asking)
      ? "keep"
      : await askOneOf(asking.io, question, { words: ["keep", "drop"], again });
    (typed === "drop" ? dropped : kept).push(person.petname);
  }
  return { kept, dropped };
}

type Ending = {
  readonly person: KnownSigner;
  readonly over: readonly KnownSigner[];
  readonly fate: Fate;
  /** Null: in every root. */
  readonly root: OpenRoot | null;
};

/** Ends the trust in somebody, and in whom they introduced where the person says so. */
export async function endTrust(asking: Asking, { person, over, fate, root }: Ending): Promise<Introduced> {
  const { workspace } = asking;
  const { decideFate, listIntroducedBy, listKeysOf } = await import("../../app/people/team/accept-cards.ts");
  const introduced = listIntroducedBy(workspace, root, person.petname);
  const asked = await askIntroduced(asking, introduced, person.petname);
  // First these: whoever runs it again after a kill is asked about those who are left.
  for (const each of introduced) {
    if (!asked.dropped.includes(each.petname)) continue;
    const theirs = listKeysOf(workspace, root, each);
    decideFate(workspace, root, { over: theirs, fate: "fall", isRemoval: true });
  }
  if (person.mine === true) {
    const { withdrawKeys } = await import("../../app/people/team/withdraw.ts");
    withdrawKeys(workspace, { over, fate });
  } else decideFate(workspace, root, { over, fate, isRemoval: true });
  return asked;
}

/** One line for those who were asked about; none where nobody was. */
export function sayIntroduced({ kept, dropped }: Introduced): string[] {
  const said = [
    ...(dropped.length === 0 ? [] : [`${dropped.join(", ")} dropped`]),
    ...(kept.length === 0 ? [] : [`${kept.join(", ")} kept`]),
  ];
  return said.length === 0 ? [] : [said.join("; ")];
}
