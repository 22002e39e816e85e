// The machines of whoever works here, by the names that they have on this one.

import type { Workspace } from "../../app/workspace/workspace.ts";
import type { Answer } from "../frames/answer.ts";

export async function listMachines(workspace: Workspace): Promise<Answer> {
  const { listOwnMachines } = await import("../../app/people/team/take-off.ts");
  const machines = listOwnMachines(workspace).map(({ label, end, isHere }) => ({
    name: label,
    end,
    here: isHere,
  }));
  const rows = machines.map(({ name, end, here }) => `${name} …${end}${here ? " (this machine)" : ""}`);
  return { json: machines, says: rows.length === 0 ? ["you have no card that lists machines"] : rows };
}
