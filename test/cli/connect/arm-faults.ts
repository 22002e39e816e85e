// Loaded before the built program (`node --import`): kills it at one of its calls, or notes which there are.

import { writeFileSync } from "node:fs";
import { armFaults, disarmFaults } from "../../faults/fs-faults.ts";

const { FAULT_PLAN, FAULT_CALLS } = process.env;
if (FAULT_PLAN !== undefined) armFaults(JSON.parse(FAULT_PLAN));
process.once("exit", () => {
  const calls = disarmFaults();
  if (FAULT_CALLS !== undefined) writeFileSync(FAULT_CALLS, JSON.stringify(calls));
});
