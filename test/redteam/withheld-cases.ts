// Every command, as somebody would call it who wants to read a withheld text. A new command needs a row.

import { VOUCHED_ID } from "./withheld-samples.ts";

const TEXT = ["--name", "Plain words", "--description", "Plain", "--body", "x".repeat(40)];
/** What the withheld texts are about, without their marker: an answer may name what was asked for. */
const ASKED =
  "description body taint session archived person long enough memory quarantined foreign tampered";
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
  review: [["review"], ["review", "--category", "decision"], ["review", "--limit", "3"]],
  approve: [
    ["approve", "ID", "--acknowledge"],
    ["approve", "ID", "--restore", "--acknowledge"],
  ],
  yes: [
    ["yes", "ID", "--acknowledge"],
    ["yes", "ID", "project_vouched", "--acknowledge", "--json"],
  ],
  no: [
    ["no", "ID", "--reason", "plain"],
    ["no", "--query", "the", "--json"],
  ],
  later: [["later", "ID"]],
  mine: [["mine", "ID", "--acknowledge"]],
  promote: [["promote", "ID", "--acknowledge"]],
  reaffirm: [["reaffirm", "ID", "--acknowledge"]],
  keep: [["keep", "ID", "--acknowledge"]],
  restore: [["restore", "ID", "--acknowledge"]],
  trust: [
    ["trust", "list"],
    ["trust", "show"],
    ["trust", "add", "--name", "plain"],
    ["trust", "remove", "plain"],
  ],
  sync: [["sync"], ["sync", "--dry-run"], ["sync", "--scope", "project"]],
  team: [...verbsOf("team", "list join add"), ["team", "remove", "ID"]],
  machine: [
    ["machine", "add"],
    ["machine", "lost", "ID"],
  ],
  key: verbsOf("key", "show passphrase rotate"),
  demote: [["demote", "ID", "--reason", "plain"]],
  forget: [["forget", "ID", "--reason", "plain"]],
  move: [["move", "ID", "--scope", "user"]],
  merge: [
    ["merge", "ID", VOUCHED_ID],
    ["merge", VOUCHED_ID, "ID"],
  ],
  gc: [["gc", "--dry-run"], ["gc"]],
  search: [
    ["search", ASKED],
    ["search", ASKED, "--strategy", "fts5_bm25"],
    ["search", ASKED, "--strategy", "title_tags"],
    ["search", ASKED, "--tier", "quarantined"],
    ["search", ASKED, "--status", "retired"],
    ["search", ASKED, "--status", "archived", "--strategy", "fts5_bm25"],
    ["search", "body", "--limit", "100"],
  ],
  recall: [
    ["recall", "--prompt", ASKED],
    ["recall", "--session-start"],
  ],
  why: [
    ["why", "ID"],
    ["why", "ID", "--prompt", ASKED],
  ],
  receipts: [["receipts"]],
  spool: verbsOf("spool", "status show clear"),
  observe: [["observe"], ["observe", "--deadline", "5"]],
  observer: verbsOf("observer", "status log test"),
  ask: [
    ["ask", ASKED],
    ["ask", "--type", "project", ASKED],
  ],
  index: [
    ["index", "--health"],
    ["index", "--validate"],
    ["index", "--query", ASKED],
    ["index", "--rebuild"],
    ["index", "--gc"],
  ],
  import: [
    ["import", "markdown", ".claude/memory"],
    ["import", "markdown", ".claude/memory/quarantine", "--execute"],
    ["import", "markdown", FILE, "--execute"],
    ["import", "markdown", ".", "--execute"],
    ["import", "claude-config", ".claude/memory", "--execute"],
    ["import", "claude-code-memory", ".claude", "--execute"],
    ["import", "claude-memory", ".claude/memory", "--execute"],
    ["import", "mcp-memory", FILE],
    ["import", "claude-mem", FILE],
  ],
  backfill: [["backfill"], ["backfill", "--execute"], ["backfill", "--execute", "--confirm"]],
  export: [
    ["export", "--format", "json"],
    ["export", "--format", "json", "--all"],
    ["export", "--format", "claude-memory"],
    ["export", "--format", "markdown", "--out", "copy"],
  ],
  check: [
    ["check", FILE],
    ["check", "--all", ".claude/memory"],
  ],
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
  log: [["log"], ["log", "--id", "ID"], ["log", "--since", "1w", "--by", "machine"]],
  undo: [["undo"], ["undo", "ID"], ["undo", "last"]],
  config: [
    ["config", "list"],
    ["config", "get", "trust.foreign"],
    ["config", "set", "trust.foreign", "advise"],
  ],
  status: [["status"]],
  statusline: [["statusline"]],
  audit: [
    ["audit", "--dry-run"],
    ["audit", "--since", "2026-01-01", "--out", "audit.md"],
    ["audit", "--format", "json"],
    ["audit"],
  ],
  doctor: [["doctor"], ["doctor", "--repair"]],
  install: [["install", "--dry-run"], ["install"]],
  setup: [["setup"], ["setup", "--yes"]],
  ui: [["ui"], ["ui", "--no-open"]],
  uninstall: [["uninstall"]],
  hook: [["hook"]],
  mcp: [["mcp"]],
  pause: [["pause", "--session", "plain"]],
  resume: [["resume"]],
  completion: [["completion", "bash"]],
};

function verbsOf(command: string, verbs: string): string[][] {
  return verbs.split(" ").map((verb) => [command, verb]);
}
