// Ids of memories that were forgotten within the last day. For that day the name refuses another text, because a script or an agent that
// still has the old memory before it would write it again under its name. After the day nothing of the id is kept.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { addDays, type Instant, parseInstant, renderInstant } from "../../../memory/instant.ts";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { replaceFile } from "../../../store/durable.ts";
import { writing } from "../../../store/fs-failure.ts";
import { readQuietly } from "../../../store/log-file.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";

type Place = Pick<OpenRoot, "records">;
type ForgottenName = { readonly id: string; readonly until: string };

const REFUSED_DAYS = 1;

export function isNameRefused(root: Place, id: string, now: Instant): boolean {
  return readNames(root, now).some((each) => each.id === id);
}

export function refuseNames(root: Place, ids: readonly string[], now: Instant): void {
  const until = renderInstant(addDays(now, REFUSED_DAYS));
  const known = readNames(root, now).filter(({ id }) => !ids.includes(id));
  writeNames(root, [...known, ...ids.map((id) => ({ id, until }))]);
}

/** Names whose day is over go from disk. */
export function dropOldNames(root: Place, now: Instant): void {
  const text = readQuietly(pathOf(root));
  if (text === "") return;
  const left = readNames(root, now);
  if (left.length < countNames(text)) writeNames(root, left);
}

function writeNames(root: Place, names: readonly ForgottenName[]): void {
  writing("machine state", () => {
    if (names.length === 0) rmSync(pathOf(root), { force: true });
    else replaceFile(pathOf(root), `${JSON.stringify({ v: 1, names })}\n`, 0o600);
  });
}

function readNames(root: Place, now: Instant): ForgottenName[] {
  return parseNames(readQuietly(pathOf(root))).filter(({ until }) => {
    const end = parseInstant(until);
    // A date beyond the day is of a clock that ran ahead.
    return end !== null && now < end && end <= addDays(now, REFUSED_DAYS);
  });
}

function countNames(text: string): number {
  return Math.max(1, parseNames(text).length);
}

function parseNames(text: string): ForgottenName[] {
  const value = parseJson(text);
  const names = isRecord(value) && Array.isArray(value["names"]) ? value["names"] : [];
  return names.filter(
    (each): each is ForgottenName =>
      isRecord(each) && typeof each["id"] === "string" && typeof each["until"] === "string",
  );
}

function pathOf({ records }: Place): string {
  return join(records, "forgotten-names.json");
}
