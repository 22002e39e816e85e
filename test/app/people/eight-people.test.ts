// Eight people on one repository, with real git between them: how many acts each of them makes until everybody's word counts
// everywhere; a ninth joins, one leaves, one loses a laptop. An act is one command that only a person can give.

import assert from "node:assert/strict";
import { test } from "node:test";
import { git } from "../../fixture/git-repository.ts";
import {
  beginSession,
  changeMachine,
  MACHINE,
  type Member,
  readAloud,
  team,
} from "../../fixture/team-machines.ts";
import { standingsOf } from "../../fixture/two-machines.ts";
import { freshDir } from "../../temp-dir.ts";

const EIGHT = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal"];

/** What a person does, counted. */
function countActs() {
  const acts = new Map<string, number>();
  return {
    act: async (member: Member, args: readonly string[], answers: Answers): Promise<string> => {
      acts.set(member.name, (acts.get(member.name) ?? 0) + 1);
      return (await member.done(args, { answers })).stdout;
    },
    /** Since the last time. */
    take: (): Record<string, number> => {
      const counted = Object.fromEntries(acts);
      acts.clear();
      return counted;
    },
  };
}

type Answers = readonly string[] | ((question: string) => Promise<string>);

/** Commits, pulls and pushes. */
function share({ top }: Member): void {
  git(top, "add", "--all");
  if (git(top, "status", "--porcelain") !== "") git(top, "commit", "--quiet", "--message=Work");
  if (git(top, "ls-remote", "--heads", "origin", "main") !== "")
    git(top, "pull", "--quiet", "--no-rebase", "--no-edit", "--allow-unrelated-histories", "origin", "main");
  git(top, "push", "--quiet", "origin", "HEAD:main");
}

/** Everybody has what everybody has. */
function shareAll(members: readonly Member[]): void {
  for (const member of members) share(member);
  for (const { top } of members) git(top, "pull", "--quiet", "--ff-only", "origin", "main");
}

/** How many of the memories of others stand as they said, on every machine. */
async function countStanding(members: readonly Member[], ids: readonly string[]): Promise<number> {
  const all = await Promise.all(members.map((member) => standingsOf(member)));
  return all.flatMap((standings) => ids.filter((id) => standings[id]?.startsWith("verified"))).length;
}

test("eight people come together with two acts each, and every change costs each of them one", async (t) => {
  const members = await team(t, EIGHT);
  const origin = freshDir(t);
  git(origin, "init", "--quiet", "--bare", "--initial-branch=main");
  for (const { top } of members) git(top, "remote", "add", "origin", `file://${origin}`);
  const [ana, bo, hal] = [members[0], members[1], members[7]];
  assert.ok(ana && bo && hal);
  const { act, take } = countActs();
  const ids = ["project_of_ana", "project_of_bo", "project_of_hal"];
  for (const [at, member] of [ana, bo, hal].entries()) await member.save(ids[at] ?? "", { answers: ["y"] });

  // The first day: join, push, sit together, read one code.
  for (const member of members) await act(member, ["team", "join", "--name", member.name], ["y"]);
  shareAll(members);
  assert.equal(await countStanding(members, ids), 3, "each stands for its own author alone");
  const codes = new Set<string>();
  for (const member of members) {
    const answer = async (question: string): Promise<string> => {
      const code = /^ {2}((?:[a-z2-7]{4} ?){4})$/m.exec(question)?.[1];
      if (code !== undefined) codes.add(code);
      return question.includes("how many") ? "8" : question.includes("[y/N]") ? "y" : "";
    };
    await act(member, ["team", "accept", "--code"], answer);
  }
  assert.equal(codes.size, 1);
  assert.equal(await countStanding(members, ids), 24);
  const firstDay = take();
  assert.deepEqual(firstDay, Object.fromEntries(EIGHT.map((name) => [name, 2])));

  // A ninth, who sits elsewhere: Ana checks and introduces, once the others let her.
  const ivy = await joinNinth(t, { ana, origin, act });
  const nine = [...members, ivy];
  for (const member of members.slice(1)) await act(member, ["trust", "add", "Ana", "--introduces"], ["y"]);
  shareAll(nine);
  await act(ana, ["team", "accept"], [await readAloud(ivy)]);
  await act(ana, ["team", "introduce", ...EIGHT.slice(1), "Ivy"], ["y"]);
  shareAll(nine);
  const hers = await readAloud(ana);
  await act(ivy, ["team", "accept"], async (question) => (question.includes("\nAna: ") ? hers : ""));
  await act(ivy, ["trust", "add", "Ana", "--introduces"], ["y"]);
  for (const member of nine) {
    if (member !== ana) await act(member, ["team", "accept"], async () => "y");
  }
  assert.equal(await countStanding(nine, [...ids, "project_of_ivy"]), 36);
  const ninth = take();
  assert.deepEqual(ninth, { ...Object.fromEntries(EIGHT.map((name) => [name, 2])), Ivy: 4 });

  // Hal leaves. By itself nothing new of his counts; what he said is one choice for each.
  await act(hal, ["team", "leave"], ["y"]);
  shareAll(nine);
  for (const member of nine) beginSession(member);
  for (const member of nine) if (member !== hal) await act(member, ["team", "accept"], ["keep"]);
  await hal.save("project_too_late", { answers: ["y"] });
  shareAll(nine);
  assert.equal(await countStanding(nine, ids), 27);
  assert.equal(await countStanding(nine, ["project_too_late"]), 1);
  const leaving = take();
  assert.deepEqual([...new Set(Object.values(leaving))], [1]);

  // Bo loses a laptop: off the card, and what it wrote falls.
  await bo.save("project_by_laptop");
  shareAll(nine);
  assert.match((await standingsOf(ana))["project_by_laptop"] ?? "", /^inferred/);
  changeMachine(bo);
  await act(bo, ["team", "leave", "--machine", MACHINE], ["y"]);
  shareAll(nine);
  for (const member of nine) {
    if (member !== hal && member !== bo) await act(member, ["team", "accept"], ["fall"]);
  }
  assert.match((await standingsOf(ana))["project_by_laptop"] ?? "", /^foreign/);
  const laptop = take();
  assert.deepEqual([...new Set(Object.values(laptop))], [1]);
  for (const [what, counted] of Object.entries({ firstDay, ninth, leaving, laptop })) {
    const sum = Object.values(counted).reduce((total, each) => total + each, 0);
    t.diagnostic(`${what}: ${sum} acts, ${JSON.stringify(counted)}`);
  }
});

type Joining = {
  readonly ana: Member;
  readonly origin: string;
  readonly act: ReturnType<typeof countActs>["act"];
};

async function joinNinth(t: Parameters<typeof team>[0], { ana, origin, act }: Joining): Promise<Member> {
  const [, ivy] = await team(t, ["nobody", "Ivy"]);
  assert.ok(ivy);
  const { clone } = await import("../../fixture/two-machines.ts");
  clone(ana, ivy);
  git(ivy.top, "remote", "add", "origin", `file://${origin}`);
  await ivy.save("project_of_ivy", { answers: ["y"] });
  await act(ivy, ["team", "join", "--name", "Ivy"], ["y"]);
  return ivy;
}
