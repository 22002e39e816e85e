import type { Command } from "../call/command.ts";

export const init: Command = {
  name: "init",
  summary: "Create a memory root, for this project or for yourself",
  usage: [
    "init [--private]",
    "init --share [--with-inferred]",
    "init --never",
    "init --scope user",
    "init --scope user --from URL",
    "init --test-state",
  ],
  options: {
    private: { type: "boolean", help: "in your home, even beside a shared one" },
    share: { type: "boolean", help: "in the repository, with what you approved so far" },
    "with-inferred": { type: "boolean", help: "share unconfirmed memories, too" },
    never: { type: "boolean", help: "none for this project, and no notices" },
    from: { type: "string", value: "URL", help: "the root that your other machine has synced there" },
    "test-state": { type: "boolean", help: "make CREDENCE_HOME a disposable state for tests" },
  },
  examples: ["init", "init --share"],
  run: async (io, call) =>
    call.values["from"] === undefined
      ? (await import("../work/init.ts")).runInit(io, call)
      : (await import("../people/init-from.ts")).initFrom(io, call),
};
