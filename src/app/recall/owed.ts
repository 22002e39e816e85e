// What a session is owed: its start, from the moment it begins until all of it is told, and the hits of a prompt that came too
// late. The next prompt pays. Each debt is one small file of machine state, without a word of a memory, a notice or a prompt, so
// whoever is killed on the way leaves the debt and no half of an answer. Fails open: what cannot be written is not paid.

import { readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ifPossible } from "../../store/fs-failure.ts";
import { nameOf, OWED } from "./claim-once.ts";
import { putRecord, readRecord } from "./shown-record.ts";

/** Of a session and one of its prompts; null where it is the start. */
type Debtor = { readonly state: string; readonly session: string; readonly prompt: string | null };

type Debt = { readonly value: Readonly<Record<string, unknown>>; readonly settle: () => void };

export function owe({ state, session, prompt }: Debtor, value: object): void {
  const what = prompt === null ? "start" : nameOf([prompt]);
  ifPossible(() => putRecord(join(state, OWED, `${nameOf([session])}.${what}`), { v: 1, ...value }));
}

/** Usually there is not even the directory. */
export function listOwed(state: string, session: string | null): Record<"start" | "prompts", Debt[]> {
  const directory = join(state, OWED);
  const own = `${nameOf([session ?? ""])}.`;
  const names = ifPossible(() => readdirSync(directory), []).filter((name) => name.startsWith(own));
  const read = (name: string): Debt[] => {
    const path = join(directory, name);
    const value = ifPossible(() => readRecord(path), null);
    return value === null ? [] : [{ value, settle: () => remove(path) }];
  };
  const isPrompt = (name: string): boolean => name !== `${own}start` && !name.endsWith(".tmp");
  return { start: read(`${own}start`), prompts: names.filter(isPrompt).flatMap(read) };
}

/** The directory goes with the last debt: whoever finds it loads what pays. */
function remove(path: string): void {
  ifPossible(() => rmSync(path, { force: true }));
  ifPossible(() => rmdirSync(join(path, "..")));
}
