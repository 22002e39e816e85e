import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { openAsPerson } from "../call/open-workspace.ts";
import { textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";

export const trust: Command = {
  name: "trust",
  summary: "Show or change the signers you trust in this root",
  usage: ["trust [list]", "trust show", "trust add NAME", "trust remove NAME"],
  options: {
    name: { type: "string", value: "NAME", help: "a name for them on this machine" },
    "all-roots": { type: "boolean", help: "in all projects, never in your user root" },
    introduces: { type: "boolean", help: "they may introduce others to you" },
  },
  examples: ["trust show", "trust add ana", "trust add ana --all-roots"],
  async run(io, call) {
    const [verb = "list", given, ...more] = call.positionals;
    if (more.length > 0) throw new CredenceError("USAGE", "trust takes one action at a time");
    if (verb === "list" || verb === "show")
      return answerIn({ io, call }, async (workspace) => {
        const { describeTrust } = await import("../../app/people/list-trust.ts");
        const { sayTrust } = await import("../people/render-trust.ts");
        const json = describeTrust(workspace);
        return { json, says: sayTrust(json, { withIds: verb === "show" }) };
      });
    if (verb !== "add" && verb !== "remove") {
      throw new CredenceError("USAGE", "trust takes list, show, add or remove");
    }
    const act = `${verb} a trusted signer`;
    return answerIn({ io, call, act, open: openAsPerson }, async (workspace) => {
      const wanted = {
        given: given ?? null,
        name: textOf(call, "name"),
        allRoots: call.values["all-roots"] === true,
        introduces: call.values["introduces"] === true,
      };
      const { addTrusted, removeTrusted } = await import("../people/trust-changes.ts");
      return (verb === "add" ? addTrusted : removeTrusted)({ io, call, workspace }, wanted);
    });
  },
};
