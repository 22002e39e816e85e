// Another machine of whoever sits here: its keys are signed into the own card after the characters on its screen were typed, and
// what the own card says since another machine changed it is decided here.

import { matchesTyped } from "../../app/people/team/accept-cards.ts";
import { refuseCardless } from "../../app/people/team/own-card.ts";
import {
  isWithdrawn,
  listOtherCards,
  type OwnNews,
  trustListed,
  uniteWith,
} from "../../app/people/team/own-machines.ts";
import { findOwnCard, isOfKey } from "../../app/people/team/own-versions.ts";
import type { Card } from "../../app/people/team/survey-team.ts";
import { listKeysOfMachine, withdrawKeys } from "../../app/people/team/withdraw.ts";
import { renewWorkspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Answer } from "../frames/answer.ts";
import { askUnder, isPlayed } from "../terminal/confirm.ts";
import { askPerson, saysYes } from "../terminal/pager.ts";
import { scopeIn } from "./render-trust.ts";
import type { TeamAsking } from "./team.ts";
import { askFate } from "./team-end.ts";

/** Before the passphrase is asked for. */
export function refuseAlone({ workspace, root }: TeamAsking): void {
  const others = listOtherCards(workspace, root);
  const own = workspace.keys.personFile?.key ?? "";
  if (findOwnCard(workspace, root) === null && !others.some((card) => isOfKey(card, own)))
    refuseCardless(root);
  if (others.length === 0) throw refuseNone(root);
}

function refuseNone({ kind }: TeamAsking["root"]): CredenceError {
  return new CredenceError(
    "NOT_FOUND",
    "there is no card of another machine here",
    kind === "user"
      ? "run credence team join --scope user and credence sync on the other machine, then credence sync here"
      : "run credence team join on the other machine, and bring its card here with git",
  );
}

/** The characters on the other screen are typed. */
export async function acceptMine(asking: TeamAsking, given: readonly string[]): Promise<Answer> {
  const { io, root } = asking;
  refuseAlone(asking);
  const scope = scopeIn(root);
  const question = says`What you approve on that machine applies here as your own word, in every root.\nthe first 8 characters on the screen of your other machine (credence team${scope}): `;
  const typed = isPlayed(asking) ? (given[0] ?? refuseUnasked(scope)) : await askPerson(io, question);
  const united = await uniteTyped(asking, typed);
  if (united === null) {
    throw new CredenceError(
      "NOT_FOUND",
      "no card here has a fingerprint that begins with that",
      `read it again on the other machine: credence team${scope}`,
    );
  }
  const { owner, seq, persons } = united;
  const next =
    root.kind === "user"
      ? "credence sync sends it, and the other machine takes it with its next credence sync"
      : "commit and push it, and run the same on the other one, once";
  const inUse = persons.filter(({ until }) => until === undefined).length;
  return {
    json: { kind: "united", owner, seq, persons: inUse },
    says: [`your card has the keys of both machines: ${next}`],
  };
}

/** @returns one's own card with the keys of both; null where no card here begins with what was typed. */
export async function uniteTyped(asking: TeamAsking, typed: string): Promise<Card | null> {
  const { root } = asking;
  const workspace = renewWorkspace(asking.workspace, asking.workspace.now);
  const other = listOtherCards(workspace, root).find((card) => matchesTyped(workspace, card, typed));
  if (other === undefined) return null;
  if (isWithdrawn(workspace, other)) {
    const screen = ["This key was taken off your card: nothing new that it says counts."];
    await askUnder({ ...asking, workspace }, screen, "take it back?");
  }
  return uniteWith(workspace, root, other);
}

function refuseUnasked(scope: string): never {
  throw new CredenceError(
    "USAGE",
    "--as-test-person asks nobody for the fingerprint",
    `credence team accept CHARACTERS --mine${scope} --as-test-person takes its first 8 characters`,
  );
}

/** What another machine of theirs changed on their card. @returns null when nothing was decided. */
export async function settleOwn(asking: TeamAsking, news: OwnNews): Promise<Answer | null> {
  const said = [...(await settleOver(asking, news)), ...(await settleAdded(asking, news))];
  for (const label of news.back)
    asking.io.err(
      says`warning: your card lists ${label} again, which was taken off: credence team leave --machine ${label}${scopeIn(asking.root)}\n`,
    );
  return said.length === 0 ? null : { json: { kind: "settled", said }, says: [said.join("; ")] };
}

/** One choice for each machine: where two of them each took the other off, one is lost and the other is not. */
async function settleOver(asking: TeamAsking, { over }: OwnNews): Promise<string[]> {
  const said: string[] = [];
  const decided = new Set<string>();
  for (const one of over) {
    if (decided.has(one.key)) continue;
    const same = new Set(listKeysOfMachine(asking.workspace, one).map(({ key }) => key));
    const keys = over.filter(({ key }) => same.has(key));
    const fate = await askFate(asking, { over: keys, who: "Your card says that this is over" });
    withdrawKeys(asking.workspace, { over: keys, fate });
    for (const { key } of keys) decided.add(key);
    const names = keys.map(({ petname }) => petname).join(", ");
    said.push(`${names}: ${fate === "keep" ? "what was said until now counts" : "nothing counts any more"}`);
  }
  return said;
}

/** Signed for by a key of theirs that this machine knows. */
async function settleAdded(asking: TeamAsking, { added, card }: OwnNews): Promise<string[]> {
  if (added.length === 0 || card === null) return [];
  const { io, root } = asking;
  const names = added.join(", ");
  const question = says`Another machine of yours put keys on your card that are new here: ${names}.\nWhat you approve there applies here as your own word, in every root.\ntake ${added.length === 1 ? "it" : "them"}? [y/N] `;
  if (!isPlayed(asking) && !(await saysYes(io, question))) return [];
  trustListed(renewWorkspace(asking.workspace, asking.workspace.now), root, card);
  return [`${names}: your own word from now on`];
}
