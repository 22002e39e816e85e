// The terminal side of the page: it starts the server, opens the browser, and ends the server when it ends itself.

import { type ReportFormat, runAudit } from "../../app/audit/run-audit.ts";
import { surveyClients } from "../../app/clients/survey-clients.ts";
import { withIndexes } from "../../app/index/open-index.ts";
import {
  openBrowser,
  type Redirect,
  removeOldRedirects,
  writeRedirect,
} from "../../app/page/launch/page-directory.ts";
import type { Around } from "../../app/page/overview-view.ts";
import { lookAgain, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import type { SignedView } from "../../web/protocol.ts";
import type { HeldMark } from "../../web/server/marks.ts";
import { readPageFiles } from "../../web/server/page-files.ts";
import type { ExportFile } from "../../web/server/routes.ts";
import { type PageServer, servePage } from "../../web/server/serve-page.ts";
import { TICKET_MS } from "../../web/server/tickets.ts";
import { createViews } from "../../web/server/views.ts";
import { renderReport } from "../audit/answer-audit.ts";
import type { Call, Io } from "../call/command.ts";
import { callContext, openForPerson, requireRootFor } from "../call/open-workspace.ts";
import { PROGRAM } from "../call/program.ts";
import { askKeyOr } from "../terminal/pager.ts";
import { createProgress } from "../terminal/progress.ts";
import { type SignRequest, signAtTerminal } from "./sign-marks.ts";
import { signUnlocked, type Unlocked, unlockFirst } from "./unlocked.ts";

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

// The audit as a file that the page hands out. Nothing is demoted by looking.

const FORMATS: Readonly<Record<string, readonly [format: ReportFormat, type: string]>> = {
  json: ["json", "application/json"],
  markdown: ["md", "text/markdown; charset=utf-8"],
};

async function exportAudit(workspace: Workspace, name: string): Promise<ExportFile> {
  const [format, type] = (Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined) ?? [];
  if (format === undefined || type === undefined) {
    throw new CredenceError("USAGE", `the format is one of ${Object.keys(FORMATS).join(", ")}`);
  }
  const report = await runAudit(workspace, {
    since: null,
    dryRun: true,
    ask: async () => false,
    onProgress: () => undefined,
  });
  return { name: `credence-audit.${format}`, type, text: await renderReport(report, format) };
}

// While the page is open, its terminal waits for a key, or for the page to ask for a signature. One thing at a time.

type Ask = SignRequest & {
  readonly answer: (signed: SignedView) => void;
  readonly fail: (error: unknown) => void;
};

/** What the page asks of its terminal, in turn. */
type Asks = {
  readonly ask: (marks: readonly HeldMark[], isHeld: () => boolean) => Promise<SignedView>;
  readonly end: (why: string) => void;
  /** What comes next; resolved at once where it is there already. */
  readonly wait: () => Promise<"asked" | "ended">;
  readonly take: () => Ask | null;
  readonly whyEnded: () => string;
};

function createAsks(): Asks {
  const waiting: Ask[] = [];
  let ended: string | null = null;
  let next = Promise.withResolvers<"asked" | "ended">();
  return {
    ask: (marks, isHeld) => {
      const { promise, resolve, reject } = Promise.withResolvers<SignedView>();
      waiting.push({ marks, isHeld, answer: resolve, fail: reject });
      next.resolve("asked");
      return promise;
    },
    end: (why) => {
      ended = why;
      for (const { answer } of waiting.splice(0))
        answer({ done: [], again: [], declined: `nothing was signed: ${why}` });
      next.resolve("ended");
    },
    wait: () => (ended === null ? next.promise : Promise.resolve("ended")),
    take: () => {
      const ask = waiting.shift() ?? null;
      if (waiting.length === 0) next = Promise.withResolvers();
      return ask;
    },
    whyEnded: () => ended ?? "",
  };
}

type Attending = {
  readonly io: Io;
  readonly call: Call;
  readonly server: PageServer;
  readonly unlocked: Unlocked;
  readonly asks: Asks;
  readonly open: () => void;
};

const INTRO = says`Keep this terminal open: it signs what you decide on the page.
Your browser is a snap or a flatpak, and shows nothing? Press p and paste the address.
`;
const KEYS = says`[o] open it again  [p] print an address  [q] end: `;

/** Until it ends. */
async function attend(page: Attending): Promise<void> {
  const { io, asks, server, open, unlocked } = page;
  const until = unlocked.until();
  io.err(says`${[INTRO, ...(until === null ? [] : [sayUnlocked(until)])]}`);
  let screen = KEYS;
  for (;;) {
    const next = await waitFor(page, screen);
    screen = KEYS;
    if (next === "ended") return io.err(says`the page has ended: ${asks.whyEnded()}\n`);
    if (next === "gone") return;
    if (next === "asked") await answerAsk(page);
    else if (next === "o") open();
    // On the terminal itself: standard error may lead into a file.
    else if (next === "p") screen = says`good once, for a minute: ${server.invite().address}\n${[KEYS]}`;
    else if (next === "q" && (await isSure(page))) return;
  }
}

function sayUnlocked(until: Instant): Shown {
  const at = renderInstant(until).slice(11, 16);
  return says`Until ${at} UTC decisions are carried out without a question, and listed here.\n`;
}

async function waitFor({ io, asks }: Attending, screen: Shown): Promise<string> {
  try {
    return await askKeyOr(io, screen, asks.wait());
  } catch (error) {
    // Interrupted, or the terminal is gone: nobody is there to sign any more.
    if (error instanceof CredenceError && error.code === "NEEDS_PERSON") return "gone";
    throw error;
  }
}

async function answerAsk({ io, call, asks, unlocked }: Attending): Promise<void> {
  const ask = asks.take();
  if (ask === null) return;
  try {
    const signed = await signUnlocked({ io, call }, ask, unlocked);
    ask.answer(signed ?? (await signAtTerminal({ io, call }, ask)));
  } catch (error) {
    ask.fail(error);
  }
}

/** Whoever ends it with decisions unsigned presses the key twice. */
async function isSure(page: Attending): Promise<boolean> {
  const count = page.server.countMarks();
  if (count === 0) return true;
  const what = pluralize(count, "decision is", "decisions are");
  return (await waitFor(page, says`${what} not signed; q again drops them, any other key goes on: `)) === "q";
}
