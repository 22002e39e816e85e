// What a person is told when the first session after an update begins: what its stricter rules took out of use, or that nobody has
// brought their agents along yet, also where a package manager replaced the program in its place.

import { afterwards } from "../../memory/answering.ts";
import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { withRemedy } from "../../memory/remedies.ts";
import { writeIfPossible } from "../workspace/open-records.ts";
import {
  findStartedVersion,
  isOfOldVersion,
  readVersionRecord,
  writeVersionRecord,
} from "../workspace/version-record.ts";
import type { Workspace } from "../workspace/workspace.ts";

export function takeVersionNotices(workspace: Workspace): string[] {
  const { state, troubles } = workspace;
  const record = readVersionRecord(state.path);
  if (record === null) {
    const old = "Credence was updated, and your agents start it as version 0.1 did";
    return isOfOldVersion(state.path) ? [withRemedy(old, "not-upgraded")] : [];
  }
  const { version, lowered, ruleSet } = record;
  const fallen = `${pluralize(lowered, "approved memory fails", "approved memories fail")} the stricter rules of Credence ${version}`;
  const started = findStartedVersion(record);
  const replaced = `Credence ${version} was replaced by ${started}, and nobody has looked whether all goes on with it`;
  const unjudged = "the rules became stricter, and what you approved was not judged by them yet";
  if (lowered > 0) {
    const note = (): void => writeVersionRecord(state.path, { version, lowered: 0 });
    afterwards(workspace, () => void writeIfPossible(troubles, note));
  }
  return [
    ...(lowered === 0 ? [] : [withRemedy(fallen, "stricter")]),
    ...(started === version ? [] : [withRemedy(replaced, "not-upgraded")]),
    ...(ruleSet >= RULE_SET_VERSION ? [] : [withRemedy(unjudged, "not-upgraded")]),
  ];
}
