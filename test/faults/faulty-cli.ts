// The command line with trouble ahead: a plan, another account or a umask, as the environment says. The account changes only
// here, when everything is loaded, because it may not be able to read the checkout or to run node. It runs one command, or
// serves many.

import { writeFileSync } from "node:fs";
import { setgid, setgroups, setuid, umask } from "node:process";
import { armFaults, disarmFaults } from "./fs-faults.ts";
import { serveCalls } from "./serve-calls.ts";
import { skipWaits } from "./skip-waits.ts";
import type { FaultPlan } from "./trouble.ts";

/** What the environment may say. */
export type FaultVariable =
  | "FAULT_PLAN"
  | "FAULT_CALLS"
  | "FAULT_UID"
  | "FAULT_UMASK"
  | "FAULT_SERVES"
  | "FAULT_HURRIES";

const {
  FAULT_PLAN,
  FAULT_CALLS,
  FAULT_UID,
  FAULT_UMASK,
  FAULT_SERVES,
  FAULT_HURRIES,
}: Partial<Record<FaultVariable, string>> = process.env;
if (FAULT_HURRIES !== undefined) skipWaits();
if (FAULT_UMASK !== undefined) umask(Number(FAULT_UMASK));
if (FAULT_UID !== undefined) {
  setgroups?.([]);
  setgid?.(Number(FAULT_UID));
  setuid?.(Number(FAULT_UID));
}
if (FAULT_PLAN !== undefined) {
  const plan: FaultPlan = JSON.parse(FAULT_PLAN);
  armFaults(plan);
  if (FAULT_CALLS !== undefined)
    process.once("exit", () => writeFileSync(FAULT_CALLS, JSON.stringify(disarmFaults())));
}
if (FAULT_SERVES === undefined) await import("../../src/bin/cli.ts");
else serveCalls();
