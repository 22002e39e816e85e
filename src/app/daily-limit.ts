// Without a person, at most so many new memories a root a day: a model that runs wild fills a day, not a disk.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { renderDay } from "../memory/instant.ts";
import { parseJson } from "../memory/parse-json.ts";
import { replaceFile } from "../store/durable.ts";
import { writing } from "../store/fs-failure.ts";
import type { OpenRoot, Workspace } from "./workspace.ts";

const CREATIONS_A_DAY_MAX = 50;

/** The caller holds the root's lock. Counted before the write, so that a crash cannot gain one. */
export function countCreation(workspace: Workspace, root: OpenRoot): void {
  if (workspace.state.isTest) return;
  const path = join(root.records, "creations.json");
  const today = renderDay(workspace.now);
  const known = readCount(path);
  const count = known.day === today ? known.count : 0;
  if (count >= CREATIONS_A_DAY_MAX) {
    throw new CredenceError(
      "DAILY_LIMIT",
      `${CREATIONS_A_DAY_MAX} memories were created here today without a person`,
    );
  }
  const text = `${JSON.stringify({ v: 1, day: today, count: count + 1 })}\n`;
  writing("machine state", () => replaceFile(path, text, 0o600));
}

function readCount(path: string): { readonly day: string; readonly count: number } {
  if (!existsSync(path)) return { day: "", count: 0 };
  const value = parseJson(readFileSync(path, "utf8"));
  if (typeof value === "object" && value !== null && "day" in value && "count" in value) {
    return { day: String(value.day), count: Number(value.count) };
  }
  throw new CredenceError("STATE_REFUSED", `${path} is damaged`, "remove it: the count begins anew");
}
