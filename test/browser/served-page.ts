// The built page over a root, served in this process: for tests that need no terminal.

import type { Page } from "playwright-core";
import { readPageFiles } from "../../src/web/server/page-files.ts";
import type { PageOptions } from "../../src/web/server/serve-page.ts";
import type { OpenProject } from "../fixture/open-project.ts";
import { CLI } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { type StartedPage, startPage } from "../web/started-page.ts";

export const VIEWS = ["queue", "memories", "recall", "kept-out", "sessions", "health"] as const;

export function serveBuilt(
  owner: Owner,
  project: OpenProject,
  options: Partial<PageOptions> = {},
): Promise<StartedPage> {
  const open = () => project.open({ person: true });
  return startPage(owner, { ...project, open }, { files: readPageFiles(CLI), ...options });
}

export async function enter({ server }: StartedPage, page: Page): Promise<void> {
  await page.goto(server.invite().address);
  await page.waitForSelector("header.top nav");
}

/** Opens a view, or a memory in it, and waits until it has been drawn. */
export async function openView(page: Page, address: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${address}`)}`);
  await page.waitForSelector(address.includes("/") ? ".memory h2" : "main h1", { state: "attached" });
  if (address === "recall") {
    await page.fill("textarea", "when do we deploy, and who may?");
    await page.waitForSelector(".recalled");
  }
  await page.locator("main .loading").first().waitFor({ state: "detached" });
}
