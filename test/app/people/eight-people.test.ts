// Eight people on one repository: how many acts each of them makes until everybody's word counts everywhere; a ninth joins, one
// leaves, one loses a laptop. An act is one command that only a person can give; what they answer is counted beside it, without
// the passphrase, which each act asks for once and a test state has not. In a deep run real git is between them.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { IS_DEEP } from "../../deep.ts";
import { git } from "../../fixture/git-repository.ts";
import { beginSession, MACHINE, type Member, pullAll, readAloud, team } from "../../fixture/team-machines.ts";
import { clone, standingsOf } from "../../fixture/two-machines.ts";
import { freshDir } from "../../temp-dir.ts";

const EIGHT = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal"];
const IDS = ["project_of_ana", "project_of_bo", "project_of_hal"];

type Answers = readonly string[] | ((question: string) => Promise<string>);

type World = {
  readonly members: readonly Member[];
  readonly named: (name: string) => Member;
  /** What a person does, counted. */
  readonly act: (member: Member, args: readonly string[], answers: Answers) => Promise<void>;
  /** How many acts each made since the last time, and how much they answered. */
  readonly take: () => Counted;
  /** Everybody commits, pulls and pushes. */
  readonly share: () => void;
};

type Counted = { readonly acts: Record<string, number>; readonly answers: Record<string, number> };

function worldOf(t: TestContext, members: Member[]): World {
  const [acts, answered] = [new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, { name }: Member): unknown =>
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const share = IS_DEEP ? shareByGit(t, members) : () => pullAll(members);
  return {
    members,
    named: (name) => {
      const found = members.find((each) => each.name === name);
      assert.ok(found, name);
      return found;
    },
    act: async (member, args, answers) => {
      count(acts, member);
      await member.done(args, { answers, onAsk: () => count(answered, member) });
    },
    take: () => {
      const counted = { acts: Object.fromEntries(acts), answers: Object.fromEntries(answered) };
      acts.clear();
      answered.clear();
      return counted;
    },
    share,
  };
}

function shareByGit(t: TestContext, members: readonly Member[]): () => void {
  const origin = freshDir(t);
  git(origin, "init", "--quiet", "--bare", "--initial-branch=main");
  const known = new Set<string>();
  const push = (top: string): void => {
    if (!known.has(top)) git(top, "remote", "add", "origin", `file://${origin}`);
    known.add(top);
    git(top, "add", "--all");
    if (git(top, "status", "--porcelain") !== "") git(top, "commit", "--quiet", "--message=Work");
    if (git(top, "ls-remote", "--heads", "origin", "main") !== "")
      git(
        top,
        "pull",
        "--quiet",
        "--no-rebase",
        "--no-edit",
        "--allow-unrelated-histories",
        "origin",
        "main",
      );
    git(top, "push", "--quiet", "origin", "HEAD:main");
  };
  return () => {
    for (const { top } of members) push(top);
    for (const { top } of members) git(top, "pull", "--quiet", "--ff-only", "origin", "main");
  };
}

/** How often these memories stand as approved, on all machines together. */
async function countApproved({ members }: World, ids: readonly string[]): Promise<number> {
  const all = await Promise.all(members.map((member) => standingsOf(member)));
  return all.flatMap((standings) => ids.filter((id) => standings[id]?.startsWith("verified"))).length;
}

function eachOf(names: readonly string[], acts: number): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, acts]));
}

/** They join, push, and each types the characters of all others, which are read to them. */
async function firstDay(world: World): Promise<Counted> {
  const { members, act, share, take, named } = world;
  for (const id of IDS) {
    const name = EIGHT.find((each) => id.endsWith(each.toLowerCase())) ?? "";
    await named(name).save(id, { answers: ["y"] });
  }
  for (const member of members) await act(member, ["team", "join", "--name", member.name], ["y"]);
  share();
  assert.equal(await countApproved(world, IDS), 3, "each stands with its own author alone");
  const read = await readAll(members);
  for (const member of members) await act(member, ["team", "add"], read);
  assert.equal(await countApproved(world, IDS), 24);
  return take();
}

/** Whoever is asked for answers with the characters on their own screen. */
async function readAll(members: readonly Member[]): Promise<(question: string) => Promise<string>> {
  const typed = new Map<string, string>();
  for (const member of members) typed.set(member.name, await readAloud(member));
  return async (question) => typed.get(/characters on (\w+)'s own screen/.exec(question)?.[1] ?? "") ?? "y";
}

/** She sits elsewhere, and each of the others telephones with her once. */
async function ninthJoins(world: World, ivy: Member): Promise<Counted> {
  const { members, act, share, take } = world;
  await ivy.save("project_of_ivy", { answers: ["y"] });
  await act(ivy, ["team", "join", "--name", "Ivy"], ["y"]);
  share();
  const read = await readAll(members);
  for (const member of members) await act(member, ["team", "add"], read);
  assert.equal(await countApproved(world, [...IDS, "project_of_ivy"]), 36);
  return take();
}

/** What he vouched for ends with everybody's own word, and no card of his waits again. */
async function halLeaves(world: World): Promise<Counted> {
  const { members, act, share, take, named } = world;
  const hal = named("Hal");
  for (const member of members) if (member !== hal) await act(member, ["team", "remove", "Hal"], ["y"]);
  await hal.save("project_too_late", { answers: ["y"] });
  share();
  assert.equal(await countApproved(world, ["project_too_late"]), 1, "with Hal himself");
  assert.equal(await countApproved(world, IDS), 19);
  return take();
}

/** His thief has both keys of it. Bo works on another machine by then, which everybody accepts as his. */
async function boLosesLaptop(world: World, desk: Member): Promise<Counted> {
  const { members, act, share, take, named } = world;
  const [ana, bo, hal] = [named("Ana"), named("Bo"), named("Hal")];
  await bo.save("project_by_laptop");
  await act(desk, ["team", "join", "--name", "Bo"], ["y"]);
  share();
  assert.match((await standingsOf(ana))["project_by_laptop"] ?? "", /^inferred/);
  // The two machines name each other; then everybody knows the second as Bo's.
  await act(desk, ["team", "add", "Bo", "--mine"], [await readAloud(bo)]);
  await act(bo, ["team", "add", "Bo", "--mine"], [await readAloud(desk)]);
  share();
  await act(desk, ["machine", "lost", MACHINE], ["drop", "y"]);
  share();
  const others = members.filter((each) => ![hal, bo, desk].includes(each));
  for (const member of others) await beginSession(member);
  await bo.save("project_by_thief", { answers: ["y"] });
  share();
  const typed = await readAloud(desk);
  const answers = async (question: string): Promise<string> =>
    question.includes("honour or drop")
      ? "drop"
      : question.includes("8 characters on Bo")
        ? typed
        : question.includes("8 characters")
          ? ""
          : "y";
  for (const member of others) await act(member, ["team", "add"], answers);
  const standings = await standingsOf(ana);
  assert.match(standings["project_by_laptop"] ?? "", /^foreign/);
  assert.match(standings["project_by_thief"] ?? "", /^foreign/);
  await desk.save("project_by_desk", { answers: ["y"] });
  share();
  assert.match((await standingsOf(ana))["project_by_desk"] ?? "", /^verified: approved by Bo/);
  return take();
}

test("eight people come together with two acts each, and a change later costs each of them one act", async (t) => {
  const members = await team(t, EIGHT);
  const [ana] = members;
  assert.ok(ana);
  const world = worldOf(t, members);
  const first = await firstDay(world);
  assert.deepEqual(first, { acts: eachOf(EIGHT, 2), answers: eachOf(EIGHT, 8) });
  const [, ivy, desk] = await team(t, ["nobody", "Ivy", "Bo"]);
  assert.ok(ivy && desk);
  clone(ana, ivy);
  members.push(ivy);
  const ninth = await ninthJoins(world, ivy);
  assert.deepEqual(ninth, {
    acts: { ...eachOf(EIGHT, 1), Ivy: 2 },
    answers: { ...eachOf(EIGHT, 1), Ivy: 9 },
  });
  const left = await halLeaves(world);
  const { Hal: _, ...stayed } = eachOf([...EIGHT, "Ivy"], 1);
  assert.deepEqual(left, { acts: stayed, answers: stayed });
  clone(ana, desk);
  members.push(desk);
  const lost = await boLosesLaptop(world, desk);
  const { Bo: acts, ...others } = lost.acts;
  assert.deepEqual(others, eachOf(["Ana", "Cy", "Dee", "Eli", "Fay", "Gus", "Ivy"], 1));
  assert.equal(acts, 4);
  for (const [what, counted] of Object.entries({ first, ninth, left, lost })) {
    const sum = (counts: Record<string, number>): number =>
      Object.values(counts).reduce((total, each) => total + each, 0);
    t.diagnostic(
      `${what}: ${sum(counted.acts)} acts, ${sum(counted.answers)} answers beside as many passphrases`,
    );
  }
});
