// Accepting by code: everybody who sits here confirms their own card on their own screen, and all read the same code. See
// app/people/team/code.ts for what that proves and what it does not.

import type { Grant } from "../../app/people/signers.ts";
import { admitCard, choosePetname, fingerprintOf } from "../../app/people/team/accept-cards.ts";
import { computeCode, refuseImpostors } from "../../app/people/team/code.ts";
import { refuseCardless } from "../../app/people/team/own-card.ts";
import type { Card, Team, TeamMember } from "../../app/people/team/survey-team.ts";
import { renewWorkspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Answer } from "../frames/answer.ts";
import { isPlayed } from "../terminal/confirm.ts";
import { askPerson, demandYes } from "../terminal/pager.ts";
import { groupFingerprint } from "./render-trust.ts";
import type { TeamAsking } from "./team.ts";

export async function acceptByCode(asking: TeamAsking, team: Team, grant: Grant): Promise<Answer> {
  const { io, workspace, root } = asking;
  if (isPlayed(asking)) throw new CredenceError("USAGE", "a code is compared by people");
  const own = await confirmOwn(asking, team);
  const here = await chooseHere(asking, team);
  const cards = [own, ...here.map(({ card }) => card)];
  refuseImpostors(team, cards);
  await demandCount(asking, cards.length);
  const code = computeCode(workspace, root, cards);
  await demandYes(
    io,
    says`Everybody reads this aloud, after saying that the card on their own screen is theirs:\n\n  ${code}\n\n`,
    says`do all ${cards.length} screens show exactly this code?`,
  );
  const accepted = admitAll(asking, here, grant);
  const text = accepted.length === 0 ? "all of them were accepted before" : `accepted ${accepted.join(", ")}`;
  return { json: { accepted, code }, says: [text] };
}

/** Without it nobody could say that one of the cards is theirs. */
async function confirmOwn({ io, workspace, root }: TeamAsking, team: Team): Promise<Card> {
  const card = team.members.find(({ kind }) => kind === "own")?.card ?? refuseCardless(root);
  refuseImpostors(team, []);
  const fingerprint = groupFingerprint(fingerprintOf(workspace, "person", card.key));
  const screen = says`Your card, as it is in ${root.shown}: ${card.name}\n  ${fingerprint}\n`;
  await demandYes(io, screen, says`is this card yours?`);
  return card;
}

function admitAll(
  { workspace, root }: TeamAsking,
  here: readonly TeamMember[],
  { allRoots }: Grant,
): string[] {
  const accepted: string[] = [];
  for (const member of here) {
    if (member.kind !== "waits") continue;
    // Whom the one before is called, the next one cannot be.
    const now = renewWorkspace(workspace, workspace.now);
    const petname = member.petname ?? choosePetname(now, member.card);
    admitCard(now, root, { card: member.card, petname, via: "code", allRoots });
    accepted.push(petname);
  }
  return accepted;
}

/** Whose owner is not here cannot say that a card is theirs. */
async function chooseHere(asking: TeamAsking, { members }: Team): Promise<TeamMember[]> {
  const others = members.filter(({ kind }) => kind === "waits" || kind === "in");
  if (others.length === 0)
    throw new CredenceError("NOT_FOUND", "nobody else has a card here yet", "pull first");
  const rows = others.map(({ card }, at) => says`  ${at + 1}  ${card.name}\n`);
  const question = says`numbers of those who are not here, or Enter if all are: `;
  const typed = await askPerson(asking.io, says`The others:\n${[...rows, question]}`);
  const away = typed.split(/[\s,]+/).filter((each) => each !== "");
  const isOfRow = (each: string): boolean =>
    /^\d{1,3}$/.test(each) && Number(each) >= 1 && Number(each) <= others.length;
  if (!away.every(isOfRow)) throw new CredenceError("USAGE", "type numbers of the list, such as 2 5");
  return others.filter((_, at) => !away.includes(String(at + 1)));
}

/** A card more than there are people is somebody's who did not take part. */
async function demandCount({ io }: TeamAsking, cards: number): Promise<void> {
  const typed = (
    await askPerson(io, says`how many people sit here, each at their own screen, you included? `)
  ).trim();
  if (typed === String(cards)) return;
  throw new CredenceError(
    "DECLINED",
    `${pluralize(cards, "card is", "cards are")} left, and that is not the number of people here`,
    "leave out everybody who is not here, and pull where somebody is missing",
  );
}
