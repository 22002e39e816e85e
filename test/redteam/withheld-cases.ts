// Every command, as somebody would call it who wants to read a withheld text. A new command needs a row.

import { VOUCHED_ID } from "./withheld-samples.ts";

const TEXT = ["--name", "Plain words", "--description", "Plain", "--body", "x".repeat(40)];
const FILE = ".claude/memory/memories/ID.md";

/** ID stands for each of the withheld ones. */
export const CASES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  init: [["init"], ["init", "--private"]],
  save: [["save", "--type", "project", "--id", "ID", ...TEXT]],
  list: [
    ["list"],
    ["list", "--standing", "foreign"],
    ["list", "--standing", "quarantined"],
    ["list", "--standing", "retired"],
  ],
  show: [["show", "ID"]],
  update: [
    ["update", "ID", "--description", "Plain"],
    ["update", "ID", "--tags", "plain"],
    ["update", "ID", "--description", "Plain", "--if-digest", "0".repeat(64)],
  ],
  edit: [["edit", "ID"]],
  retire: [["retire", "ID", "--reason", "plain"]],
  unretire: [["unretire", "ID"]],
  archive: [["archive", "ID"]],
  unarchive: [["unarchive", "ID"]],
  demote: [["demote", "ID", "--reason", "plain"]],
  forget: [["forget", "ID", "--reason", "plain"]],
  move: [["move", "ID", "--scope", "user"]],
  merge: [
    ["merge", "ID", VOUCHED_ID],
    ["merge", VOUCHED_ID, "ID"],
  ],
  gc: [["gc", "--dry-run"], ["gc"]],
  validate: [
    ["validate", FILE],
    ["validate", "--all", ".claude/memory"],
  ],
  "secret-check": [
    ["secret-check", FILE],
    ["secret-check", "--all", ".claude/memory"],
  ],
  "injection-check": [
    ["injection-check", FILE],
    ["injection-check", "--all", ".claude/memory"],
  ],
  journal: [["journal"]],
  config: [
    ["config", "list"],
    ["config", "get", "trust.foreign"],
    ["config", "set", "trust.foreign", "advise"],
  ],
  doctor: [["doctor"], ["doctor", "--repair"]],
  demo: [["demo"]],
  completion: [["completion", "bash"]],
};
