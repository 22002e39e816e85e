// What the model is told: what it must not do, in one sentence, and what to do instead.

import type { Names } from "./find-path.ts";

export type Denial = { readonly rule: string; readonly reason: string };

/** `withheld` is what no model may read: quarantine, and the archive that old quarantined memories go to. */
export type PlaceKind = "root" | "withheld" | "state" | "cache" | "settings" | "program";

export type Place = {
  readonly kind: PlaceKind;
  readonly path: string;
  readonly shown: string;
  /** Its names from `/` down, as spelled and with links resolved. */
  readonly forms: readonly Names[];
};

const INSTEAD =
  "Use the tools memory_save and memory_update of the MCP server `credence`, or, where it is not connected, `credence save` and `credence update ID`; `credence retire ID` or `credence demote ID --reason TEXT` takes a memory away. To look at one, use `cat`, `grep` or a file tool: code and other programs count as writers.";
const ASK = "If the user wants this, ask them to do it themselves.";

export function denyWrite(place: Place): Denial {
  const { kind, shown } = place;
  switch (kind) {
    case "settings":
      return denySilence(place, "what this would leave of it cannot be known beforehand");
    case "program":
      return {
        rule: "write-program",
        reason: `This would change ${shown}, the program that the hooks of Credence start. ${ASK}`,
      };
    case "state":
    case "cache": {
      const what = kind === "state" ? "keys and records" : "index";
      const reason = `This would change ${shown}, whose ${what} only Credence itself may change. ${ASK}`;
      return { rule: `write-${kind}`, reason };
    }
    case "root":
    case "withheld":
      return {
        rule: "write-root",
        reason: `This would change ${shown} directly; memories are changed only by commands, which check and sign every text. ${INSTEAD}`,
      };
  }
}

export function denyLoss({ kind, shown }: Place): Denial {
  return {
    rule: kind === "settings" ? "silence" : `write-${kind === "withheld" ? "root" : kind}`,
    reason: `This would remove, move or replace a directory that contains ${shown}. Leave that part out; ${ASK.charAt(0).toLowerCase()}${ASK.slice(1)}`,
  };
}

/** A change of a client's settings that would disconnect us. */
export function denySilence({ shown }: Place, why: string): Denial {
  return {
    rule: "silence",
    reason: `${shown} connects Credence, and ${why}. Leave its entries as they are and hooks on; the rest of the file is free for your file tools. ${ASK}`,
  };
}

export const DISCONNECTS: Denial = {
  rule: "silence",
  reason: `This would disconnect Credence: no guard, no memories and no record in the sessions after it. ${ASK}`,
};

export function denyRead({ kind, shown }: Place): Denial {
  if (kind === "state")
    return {
      rule: "read-state",
      reason: `${shown.charAt(0).toUpperCase()}${shown.slice(1)} contains keys and private records that no model may read. Run \`credence doctor\` or \`credence status\` instead.`,
    };
  return {
    rule: "read-quarantine",
    reason: `The content of ${shown} is withheld from models. \`credence list\` shows ids and reasons; the user can look at the texts with \`credence review\`.`,
  };
}

export function denySearch(place: Place): Denial {
  const name = place.kind === "state" ? "credence" : "quarantine";
  return {
    rule: denyRead(place).rule,
    reason: `This search would also show ${place.shown}, which is withheld from models. Search a narrower path, use \`rg\` without --hidden, or leave it out, e.g. with --exclude-dir=${name} or -not -path '*/${name}/*'.`,
  };
}

export function denyCommand(command: string): Denial {
  return {
    rule: "person-command",
    reason: `\`credence ${command}\` is for a person at a terminal: it states that they looked and decided. Tell the user what you propose and let them run it themselves.`,
  };
}

export const TEST_PERSON: Denial = {
  rule: "person-command",
  reason: "`--as-test-person` acts as a person, which an agent never does. Run the command without it.",
};

export const TOO_DEEP: Denial = {
  rule: "too-deep",
  reason: "This command is too long or nested too deeply to check. Run its parts one by one.",
};

export const TOO_MANY: Denial = {
  rule: "too-many-paths",
  reason: "This command names too many paths to check. Split it into smaller ones.",
};
