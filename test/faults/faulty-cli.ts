// The command line with trouble ahead: a plan, another account or a umask, as the environment says. The account changes only
// here, when everything is loaded, because it may not be able to read the checkout or to run node.

import { setgid, setgroups, setuid, umask } from "node:process";
import { armFaults } from "./fs-faults.ts";
import type { FaultPlan } from "./trouble.ts";

/** What the environment may say. */
export type FaultVariable = "FAULT_PLAN" | "FAULT_UID" | "FAULT_UMASK";

const { FAULT_PLAN, FAULT_UID, FAULT_UMASK }: Partial<Record<FaultVariable, string>> = process.env;
if (FAULT_UMASK !== undefined) umask(Number(FAULT_UMASK));
if (FAULT_UID !== undefined) {
  setgroups?.([]);
  setgid?.(Number(FAULT_UID));
  setuid?.(Number(FAULT_UID));
}
if (FAULT_PLAN !== undefined) {
  const plan: FaultPlan = JSON.parse(FAULT_PLAN);
  armFaults(plan);
}
await import("../../src/bin/cli.ts");
