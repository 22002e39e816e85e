import { defineIdCommand } from "../frames/id-command.ts";

/** Says yes to a memory, whatever that means for its standing: the act and its result are named before the question. */
export const approve = defineIdCommand({
  name: "approve",
  summary: "Approve a memory: as fact, or as advice if foreign",
  form: "ID [--restore [--redact]] [--acknowledge]",
  options: {
    restore: { type: "boolean", help: "also where it is in quarantine" },
    redact: { type: "boolean", help: "with --restore: wrap what looks like a secret" },
    acknowledge: { type: "boolean", help: "acknowledge the injection check's findings" },
  },
  exits: { 0: "done", 2: "a validator fails it" },
  async foresee(context) {
    const { findApproval } = await import("../work/approve.ts");
    if (context.call.values["redact"] !== true) await findApproval(context);
  },
  async act(context) {
    const { approveMemory } = await import("../work/approve.ts");
    return approveMemory(context);
  },
});
