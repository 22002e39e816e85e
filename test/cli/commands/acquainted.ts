// Two people of one project, of whom Bo has accepted Ana.

import assert from "node:assert/strict";
import { accept, joinTeam, type Member, pair, pullAll } from "../../fixture/team-machines.ts";
import { standingsOf } from "../../fixture/two-machines.ts";
import type { Owner } from "../../temp-dir.ts";

export async function standing(member: Member, id: string): Promise<string> {
  return (await standingsOf(member))[id] ?? "";
}

/** What Ana said before that is in use on both machines. */
export async function acquainted(t: Owner): Promise<readonly [ana: Member, bo: Member]> {
  const [ana, bo] = await pair(t);
  await ana.save("project_approved", { answers: ["y"] });
  await ana.save("project_written");
  for (const member of [ana, bo]) await joinTeam(member);
  pullAll([ana, bo]);
  await accept(bo, ana);
  assert.match(await standing(bo, "project_approved"), /^verified/);
  return [ana, bo];
}
