// Finds problems and facts worth knowing about machine state, and about the hooks of every client. Read-only, except for
// one temporary file that shows whether machine state can be written.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { addDays, renderInstant } from "../../memory/instant.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { explainHookTrouble, withRemedy } from "../../memory/remedies.ts";
import { checkWordTable } from "../../search/meaning/check-table.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { NO_PEOPLE, PEOPLE_RECORD, readPeopleRecord } from "../../trust/people-record.ts";
import { countDamagedSigners } from "../../trust/signers-file.ts";
import { NO_PERSON_KEY } from "../people/key-news.ts";
import {
  sayUnread,
  sayUnwritten,
  sayWithheld,
  takeStateTroubles,
  writeIfPossible,
} from "../workspace/open-records.ts";
import { describePause, readPauses } from "../workspace/pause.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Ailment } from "./examine-root.ts";
import { ailment, tryWriting } from "./examine-writers.ts";
import { readTrouble } from "./trouble.ts";

/** `tries` writes a probe file; callers that must not write turn it off. */
export function examineState(workspace: Workspace, { tries = true } = {}): Ailment[] {
  const { state, keys } = workspace;
  const ailments: Ailment[] = [...examineAccess(workspace, tries)];
  // A signers file that cannot be read at all is already among the troubles.
  const damaged = ifPossible(() => countDamagedSigners(join(state.path, "signers.json")), 0);
  if (damaged > 0) {
    const message = `${damaged} of the trusted signers in signers.json cannot be read and are ignored`;
    ailments.push(ailment("signers", "warning", withRemedy(message, "signers")));
  }
  if (ifPossible(() => readPeopleRecord(join(state.path, PEOPLE_RECORD)), NO_PEOPLE) === null) {
    const message = "people.json cannot be read, so no key that was typed here says anything new";
    ailments.push(ailment("team", "warning", withRemedy(message, "team")));
  }
  if (keys.personFile?.secret.sealed === false && !state.isTest) {
    const message = "your person key has no passphrase, and any program you run can use it";
    ailments.push(ailment("person-key", "note", withRemedy(message, "unsealed")));
  }
  ailments.push(...examineWordTable(workspace));
  if (keys.personFile === null && keys.failure === null && !state.isTest) {
    ailments.push(ailment("person-key", "note", NO_PERSON_KEY));
  }
  return ailments;
}

/** The word table lies beside the program; nothing fails without it. */
function examineWordTable({ config }: Workspace): Ailment[] {
  const found = config.config["retrieval.meaning"] ? checkWordTable() : "whole";
  if (found === "whole") return [];
  const what = {
    absent: "is absent, so search and recall go by words alone",
    damaged:
      "is not the one it was made with, so search and recall may go by words alone, or by wrong meanings",
  };
  const message = `words-64x32k.bin beside the program ${what[found]}`;
  return [ailment("word-table", "warning", withRemedy(message, "word-table"))];
}

/** Machine state must be readable and writable: if it is unreadable, memories are withheld; if it is unwritable, new things
 * are forgotten. */
function examineAccess(workspace: Workspace, tries: boolean): Ailment[] {
  const { state, troubles, roots } = workspace;
  const records = roots.flatMap((root) => {
    const why = workspace.seenIn(root).unreadable;
    const message = why === null ? "" : sayWithheld(root, why);
    return why === null || troubles.unread.size > 0 ? [] : [{ why, message, records: root.records }];
  });
  if (tries && existsSync(state.path)) writeIfPossible(troubles, () => tryWriting(state.path));
  // Marks the troubles as reported, because this examination reports them.
  takeStateTroubles(troubles, roots);
  const [unread, unwritten] = [[...troubles.unread], [...troubles.unwritten]];
  return [
    ...(unread.length === 0 ? [] : [stateAilment("error", `${sayUnread(unread)}: ${sayRemedy(workspace)}`)]),
    ...records.map(({ why, message, records }): Ailment => {
      if (why === "closed")
        return stateAilment("error", `${message}: make ledger.sqlite in ${records} readable`);
      return { check: "record", level: "error", message, repairable: true };
    }),
    ...(unwritten.length === 0 || unread.length > 0
      ? []
      : [
          stateAilment(
            "warning",
            `${sayUnwritten(unwritten)}: make ${state.path} writable, with room on its disk`,
          ),
        ]),
  ];
}

function sayRemedy({ state, keys }: Workspace): string {
  // A key file that exists but is damaged has its own remedy.
  return keys.failure?.code === "STATE_REFUSED"
    ? `${keys.failure.message}; ${keys.failure.hint}`
    : `make ${state.path} and all in it readable for you`;
}

function stateAilment(level: Ailment["level"], message: string): Ailment {
  return ailment("state", level, message);
}

// The state of the hooks of every client: paused by the user, or failed recently.

/** Older failures are resolved or were reported. */
const TROUBLE_DAYS = 7;

export function examineHooks(workspace: Workspace): Ailment[] {
  return [...examinePause(workspace), ...examineTrouble(workspace)];
}

function examinePause({ state, now }: Workspace): Ailment[] {
  return readPauses(state.path, now).map((pause) => ailment("paused", "note", describePause(pause)));
}

function examineTrouble({ state, now }: Workspace): Ailment[] {
  const since = renderInstant(addDays(now, -TROUBLE_DAYS));
  const recent = readTrouble(state.path).filter(({ at }) => at >= since);
  const last = recent.at(-1);
  if (last === undefined) return [];
  const times = `${pluralize(recent.length, "time", "times")} in ${TROUBLE_DAYS} days`;
  const where = `${last.client} ${last.event} at ${last.at}`;
  const message = `a hook failed ${times}, last with ${last.code} in ${where}: ${explainHookTrouble(last.code)}`;
  return [ailment("hooks", "warning", message)];
}
