// What a page asks of its server while somebody decides, as a tab of it does.

import assert from "node:assert/strict";
import type { MemoryView } from "../../src/app/page/views.ts";
import type { MarksView, SignedView } from "../../src/web/protocol.ts";
import { type Answer, seenOf, type Tab } from "./started-page.ts";

export async function viewOf(tab: Tab, id: string): Promise<MemoryView> {
  const { status, body } = await tab.get(`/api/memory?scope=project&id=${id}`);
  assert.equal(status, 200, body);
  return JSON.parse(body);
}

/** As the page sends it for the memory that it shows. */
export async function decide(
  tab: Tab,
  [id, act]: readonly [string, string],
  more: object = {},
): Promise<Answer> {
  const view = await viewOf(tab, id);
  const asked = { digest: view.digest, seen: seenOf(view), acknowledged: [], ...more };
  return tab.post("/api/marks", { scope: "project", id, act, ...asked });
}

export async function marksOf(tab: Tab): Promise<MarksView> {
  return JSON.parse((await tab.get("/api/marks")).body);
}

export async function sign(tab: Tab): Promise<SignedView> {
  return JSON.parse((await tab.post("/api/sign", {})).body);
}
