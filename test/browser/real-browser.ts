// A real browser without a window: Debian's Chromium, or whichever of its kind is installed.

import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../scripts/verify/install-browser.ts";
import type { Owner } from "../temp-dir.ts";

/** Root has no other way; nothing of the outside world is loaded here. */
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-lcd-text", "--font-render-hinting=none"];

export type OpenPage = {
  readonly page: Page;
  /** What the browser complained of: errors, refused loads, violations of the policy. */
  readonly complaints: string[];
};

export async function launchBrowser(owner: Owner): Promise<Browser> {
  const program = findBrowser();
  if (program === null) throw new Error("there is no browser: apt-get install chromium");
  const browser = await chromium.launch({ executablePath: program, args: ARGUMENTS });
  owner.after(() => void browser.close());
  return browser;
}

export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { page, complaints };
}
