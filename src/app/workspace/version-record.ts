// Which version of Credence looks after this machine's state: written when somebody sets up, installs, upgrades or goes back,
// and read by every later version, so that a change is said once and an older program knows that it is old. A state without
// the record is one of 0.1.0, or one in which nothing has been connected yet; a damaged one counts as absent.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { STATE_FORMAT } from "../../memory/formats.ts";
import { isCount, isRecord, parseJson } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { ifPossible, writing } from "../../store/fs-failure.ts";
import { readVersionFile } from "./newer-state.ts";

export type KeptProgram = { readonly version: string; readonly node: string; readonly script: string };

export type VersionRecord = {
  readonly state: number;
  readonly version: string;
  /** What clients start, if anybody said so. */
  readonly program: KeptProgram | null;
  /** By which rules every approved memory was judged. */
  readonly ruleSet: number;
  /** Where `credence rollback` goes. */
  readonly before: KeptProgram | null;
  /** The person wants to hear no more of this version. */
  readonly declined: string | null;
  /** Approved memories that the rules of an upgrade took out of use, until a session has begun with it. */
  readonly lowered: number;
};

const FILE = "version.json";

export function readVersionRecord(state: string): VersionRecord | null {
  const value = readVersionFile(state);
  if (value === null) return null;
  const { state: format, version, ruleSet, program, before, declined, lowered } = value;
  if (!isCount(format) || !isVersion(version) || !isCount(ruleSet)) return null;
  return {
    state: format,
    version,
    ruleSet,
    program: isKept(program) ? program : null,
    before: isKept(before) ? before : null,
    declined: isVersion(declined) ? declined : null,
    lowered: isCount(lowered) ? lowered : 0,
  };
}

/** What an upgrade or an audit found out, on top of what is there. A record of the future stays as it is. */
export function writeVersionRecord(
  state: string,
  news: Partial<VersionRecord> & Pick<VersionRecord, "version">,
): void {
  const known = readVersionRecord(state);
  if (known !== null && known.state > STATE_FORMAT) return;
  const none = { ruleSet: 1, program: null, before: null, declined: null, lowered: 0 };
  const record: VersionRecord = { ...none, ...known, ...news, state: STATE_FORMAT };
  const text = `${JSON.stringify({ v: 1, ...record })}\n`;
  writing("machine state", () => replaceFile(join(state, FILE), text, 0o600));
}

/** What clients start now: a package manager may have put another version in the place of the one that was set up. */
export function findStartedVersion({ version, program }: VersionRecord): string {
  if (program === null) return version;
  // A program that is gone is said by the launcher.
  return ifPossible(() => {
    const about = parseJson(readFileSync(join(dirname(dirname(program.script)), "package.json"), "utf8"));
    return isRecord(about) && about["name"] === "credence" && isVersion(about["version"])
      ? about["version"]
      : version;
  }, version);
}

/** Install leaves both; 0.1.0 left only the second. */
export function wasConnected(state: string): boolean {
  return existsSync(join(state, "launch")) || existsSync(join(state, "installed"));
}

/** Install of 0.1.0 left its notes here, and no launcher. */
export function isOfOldVersion(state: string): boolean {
  return existsSync(join(state, "installed")) && !existsSync(join(state, "launch"));
}

function isVersion(value: unknown): value is string {
  return typeof value === "string" && /^\d[\w.+-]{0,40}$/.test(value);
}

function isKept(value: unknown): value is KeptProgram {
  return (
    isRecord(value) &&
    isVersion(value["version"]) &&
    typeof value["node"] === "string" &&
    typeof value["script"] === "string"
  );
}
