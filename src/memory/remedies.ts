// What to do about each thing that a person is told: no notice, row of doctor or row of status goes out without the command that
// settles it, or the act. A new one needs a row here, because the sentence is put together from it.

import { FAILURES } from "./errors.ts";
import { MERGE_REMEDY, SILENCE_REMEDIES } from "./recall-remedies.ts";

const RESTORE = "restore it from git or a backup, or remove it if never in either";

export const REMEDIES = {
  // Of what a root contains.
  stranger: "move it out of the root",
  "secret-name": "remove or rename the file, and change the secret",
  broken: "correct the file or restore it from git, then credence review",
  conflict: MERGE_REMEDY,
  attestation: `${RESTORE}; it counts for nothing, so if it was your approval, approve it again`,
  "attestation-newer": "update Credence, which cannot read it yet",
  "attestation-closed": `${RESTORE}; until then the memory is withheld`,
  forged: "remove what nobody signed, and ask who put it there; it counts for nothing",
  astray: "remove it, or move it to its own memory if that lacks it; it counts for nothing",
  twice: "remove what is in quarantine, which is no file of a memory",
  card: "remove it, or restore it from git; it counts for nothing",
  "mid-merge": "finish or abort it with git",
  ignored: "to share it, take it out of .gitignore",
  foreign: "credence review",
  findings: "credence review",
  "unknown-signer": "credence team shows who says so",
  followed: "credence team add confirms them; credence trust remove ends it",
  cards: "credence team add",
  unreliable: "credence doctor",
  quarantined: "credence list --standing quarantined",
  vanished: "credence audit",
  "taken-out": "credence review",
  approved: "credence journal lists what happened; credence demote takes one back",
  // Of machine state.
  team: "remove it, and credence team takes the statements of the roots again",
  signers: "credence trust add adds them again",
  unsealed: "credence key passphrase gives it one",
  unread: "credence doctor",
  untested: "credence doctor tries its hooks",
  "word-table": "install Credence again, then credence index --rebuild",
  ...SILENCE_REMEDIES,
  // Of clients.
  "unknown-settings": "repair that, then credence doctor looks again",
  "broken-settings": "repair the file; copies from before are in machine state under backups/install",
  "hooks-off": "remove that setting to connect it again",
  "other-home": "run credence install in that home, if it is yours too",
  "lost-node": "credence install writes that down",
  trouble: "credence doctor",
} as const;

export type Remedied = keyof typeof REMEDIES;

export function withRemedy(what: string, kind: Remedied): string {
  return `${what}: ${REMEDIES[kind]}`;
}

/** What a code in the record of hooks means, and what to do. A code of the error table has its own remedy. */
export const HOOK_TROUBLES: Readonly<Record<string, { readonly means: string; readonly fix: string }>> = {
  NOT_UNDERSTOOD: {
    means:
      "the client sent nothing in time, or nothing that this version knows, so that one event was let through",
    fix: "once is harmless; if it returns, update the client and Credence, then run credence install",
  },
  TOO_LATE: {
    means: "the answer came after its time was up and was dropped, as on a busy machine",
    fix: "once is harmless; if it returns, credence index --rebuild makes answers quick again",
  },
  NOT_ASKED: {
    means:
      "prompts of a session were not answered from memory, as where Claude Code runs with --strict-mcp-config and without our MCP server",
    fix: "start such sessions with our server too; credence doctor says whether it answers",
  },
  CAPTURE: {
    means: "a part of the session was not captured",
    fix: "credence spool status shows what was",
  },
  TRIAGE: {
    means: "nothing could be suggested from the session that ended",
    fix: "credence spool status shows what was captured",
  },
};

export function explainHookTrouble(code: string): string {
  const kind = [code, code.split("_")[0] ?? ""].find((each) => Object.hasOwn(HOOK_TROUBLES, each));
  const known = kind === undefined ? undefined : HOOK_TROUBLES[kind];
  if (known !== undefined) return `${known.means}: ${known.fix}`;
  const failure = Object.entries(FAILURES).find(([name]) => name === code)?.[1];
  return failure?.fix ?? "update Credence; if it returns, report it with the output of credence doctor";
}
