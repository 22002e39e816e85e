import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { openAsPerson, openWorkspaceFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { textOf } from "../call/values.ts";

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
    if (verb === "list" || verb === "show") {
      const workspace = await openWorkspaceFor(io, call);
      const { describeTrust } = await import("../../app/people/list-trust.ts");
      const { renderTrust } = await import("../people/render-trust.ts");
      const described = describeTrust(workspace);
      workspace.close();
      io.out(call.json ? renderJson(described) : renderTrust(described, { withIds: verb === "show" }));
      return 0;
    }
    if (verb !== "add" && verb !== "remove") {
      throw new CredenceError("USAGE", "trust takes list, show, add or remove");
    }
    const workspace = await openAsPerson(io, call, `${verb} a trusted signer`);
    try {
      const wanted = {
        given: given ?? null,
        name: textOf(call, "name"),
        allRoots: call.values["all-roots"] === true,
        introduces: call.values["introduces"] === true,
      };
      const { addTrusted, removeTrusted } = await import("../people/trust-changes.ts");
      const change = verb === "add" ? addTrusted : removeTrusted;
      const { json, text } = await change({ io, call, workspace }, wanted);
      io.out(call.json ? renderJson(json) : text);
      return 0;
    } finally {
      workspace.close();
    }
  },
};
