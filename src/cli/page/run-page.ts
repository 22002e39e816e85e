// The terminal side of the page: it starts the server, opens the browser, and ends the server when it ends itself.

import { surveyClients } from "../../app/clients/survey-clients.ts";
import { withIndexes } from "../../app/index/open-index.ts";
import { openBrowser } from "../../app/page/launch/open-browser.ts";
import { type Redirect, removeOldRedirects, writeRedirect } from "../../app/page/launch/page-directory.ts";
import type { Around } from "../../app/page/overview-view.ts";
import { lookAgain, type Workspace } from "../../app/workspace/workspace.ts";
import { says } from "../../memory/text/render-terminal.ts";
import { readPageFiles } from "../../web/server/page-files.ts";
import { type PageServer, servePage } from "../../web/server/serve-page.ts";
import { TICKET_MS } from "../../web/server/tickets.ts";
import { createViews } from "../../web/server/views.ts";
import type { Call, Io } from "../call/command.ts";
import { callContext, openForPerson, requireRootFor } from "../call/open-workspace.ts";
import { PROGRAM } from "../call/program.ts";
import { createProgress } from "../terminal/progress.ts";
import { attend, createAsks } from "./attend.ts";
import { exportAudit } from "./export-audit.ts";
import { unlockFirst } from "./unlocked.ts";

export type PageCall = {
  readonly opens: boolean;
  /** How long decisions are carried out without asking; null asks each time. */
  readonly unlockedMinutes: number | null;
};

export async function runPage(io: Io, call: Call, { opens, unlockedMinutes }: PageCall): Promise<number> {
  const workspace = await openForPerson(io, call, "open the page");
  try {
    await requireRootFor(workspace);
    const files = readPageFiles(io.program.script);
    indexAll(io, workspace);
    const unlocked = await unlockFirst({ io, call, workspace }, unlockedMinutes);
    const asks = createAsks();
    const redirects: Redirects = new Map();
    const server = await servePage({
      open: () => lookAgain(workspace, callContext(io, call).now),
      now: io.now,
      files,
      views: (onRead) => createViews({ audit: exportAudit, around: lookAround(io) }, onRead),
      sign: asks.ask,
      unlockedUntil: unlocked.until,
      onExchange: (ticket) => redirects.get(ticket)?.remove(),
      onGuessing: () => io.err(says`something on this machine tries to get into the page, and is refused\n`),
      onEnd: asks.end,
    });
    const open = (): void => {
      const redirect = writeInvitation(io, { server, workspace, redirects });
      if (opens) openPage(io, redirect);
      else io.out(says`open this file in your browser within a minute: ${redirect.path}\n`);
    };
    // A terminal that is closed ends this process at once: the way in goes first.
    const stopListening = await io.onHangUp?.(() => removeAll(redirects));
    try {
      open();
      await attend({ io, call, unlocked, asks, server, open });
    } finally {
      stopListening?.();
      await server.end("its terminal has ended it");
      removeAll(redirects);
    }
    return 0;
  } finally {
    workspace.close();
  }
}

/** What was never searched takes a while: that is told here, and not by a page that does not answer. */
function indexAll(io: Io, workspace: Workspace): void {
  const roots = workspace.roots.filter((root) => workspace.seenIn(root).unreadable === null);
  withIndexes(workspace, { roots, onProgress: createProgress(io, "indexing") }, () => undefined);
}

function lookAround(io: Io): (workspace: Workspace) => Around {
  return (workspace) => ({ program: PROGRAM.version, surveys: surveyClients(io, workspace) });
}

function removeAll(redirects: Redirects): void {
  for (const each of redirects.values()) each.remove();
}

/** By the ticket in each. */
type Redirects = Map<string, Redirect>;

type Inviting = {
  readonly server: PageServer;
  readonly workspace: Workspace;
  readonly redirects: Redirects;
};

function writeInvitation(io: Io, { server, workspace, redirects }: Inviting): Redirect {
  removeOldRedirects(workspace.state, { now: io.now(), ageMs: TICKET_MS });
  const { address, ticket } = server.invite();
  const redirect = writeRedirect(workspace.state, address);
  redirects.set(ticket, redirect);
  setTimeout(redirect.remove, TICKET_MS).unref();
  return redirect;
}

function openPage(io: Io, { path }: Redirect): void {
  openBrowser(path, io.env, (why) => {
    io.err(says`the browser was not opened: ${why}\nopen this file in it within a minute: ${path}\n`);
  });
}
