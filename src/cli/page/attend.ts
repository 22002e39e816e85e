// While the page is open, its terminal waits for a key, or for the page to ask for a signature. One thing at a time.

import { CredenceError } from "../../memory/errors.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import type { SignedView } from "../../web/protocol.ts";
import type { HeldMark } from "../../web/server/marks.ts";
import type { PageServer } from "../../web/server/serve-page.ts";
import type { Call, Io } from "../call/command.ts";
import { askKeyOr } from "../terminal/lone-key.ts";
import { type SignRequest, signAtTerminal } from "./sign-marks.ts";
import { signUnlocked, type Unlocked } from "./unlocked.ts";

type Ask = SignRequest & {
  readonly answer: (signed: SignedView) => void;
  readonly fail: (error: unknown) => void;
};

/** What the page asks of its terminal, in turn. */
export type Asks = {
  readonly ask: (marks: readonly HeldMark[], isHeld: () => boolean) => Promise<SignedView>;
  readonly end: (why: string) => void;
  /** What comes next; resolved at once where it is there already. */
  readonly wait: () => Promise<"asked" | "ended">;
  readonly take: () => Ask | null;
  readonly whyEnded: () => string;
};

export function createAsks(): Asks {
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

export type Attending = {
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
export async function attend(page: Attending): Promise<void> {
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
