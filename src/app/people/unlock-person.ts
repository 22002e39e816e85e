// Who may act as a person: somebody at a terminal, not run by an agent, who knows the passphrase of the person key. The
// fences come first; the passphrase is the proof. Fails closed.

import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import { purposeOf } from "../../trust/fingerprint.ts";
import { createKeyFile, type KeyFile, recoverKey, type SigningKey, unlockKey } from "../../trust/key-file.ts";
import { readRecoveryCode } from "../../trust/passphrase.ts";
import { type Keys, makeKey, openKeys } from "../workspace/keys.ts";
import { makeState } from "../workspace/made-directories.ts";
import type { Workspace } from "../workspace/workspace.ts";
import {
  type AskSecret,
  askAtTerminal,
  chooseSeal,
  NotUnlocked,
  refuseGuessable,
} from "./choose-passphrase.ts";
import { refuseCodeLoaders } from "./code-loaders.ts";
import { madeAt, takeKeyNews, takeWeakNews } from "./key-news.ts";

export type PersonRequest = {
  /** What is about to be done, for the question. */
  readonly act: string;
  readonly io: {
    readonly askSecret: AskSecret;
    /** The same, and what is typed is seen. */
    readonly ask: AskSecret;
    /** For what a person is told beside the questions. */
    readonly err: (text: Shown) => unknown;
    readonly terminalName?: () => string | null;
    readonly setEcho?: (on: boolean) => void;
    readonly env: Readonly<Record<string, string | undefined>>;
  };
  /** `--as-test-person`: only in a throw-away state. */
  readonly asTestPerson: boolean;
};

const TRIES = 3;

export async function unlockPerson(workspace: Workspace, request: PersonRequest): Promise<Workspace> {
  if (request.asTestPerson) return withPerson(workspace, openTestPerson(workspace));
  passFences(workspace, request);
  const key =
    workspace.keys.personFile === null
      ? await createPerson(workspace, request)
      : await ask(workspace, request);
  return withPerson(workspace, key);
}

/** The same for whoever can go on without. @returns null where no answer was right, which they are told; an interrupt ends it all. */
export async function tryUnlock(workspace: Workspace, request: PersonRequest): Promise<Workspace | null> {
  try {
    return await unlockPerson(workspace, request);
  } catch (error) {
    if (!(error instanceof NotUnlocked)) throw error;
    tell(request, [`${error.message}, so nothing is signed`]);
    return null;
  }
}

/** The recovery code instead of the passphrase. What it opens is sealed anew at once: a code is used up by its use. */
export async function recoverPerson(workspace: Workspace, request: PersonRequest): Promise<Workspace> {
  passFences(workspace, request);
  const file = workspace.keys.personFile;
  if (file === null) throw new CredenceError("NOT_FOUND", "this machine has no person key yet");
  if (file.recovery === undefined) throw nothingToRecover(file);
  tell(request, takeKeyNews(workspace, nameTerminal(request)));
  for (let left = TRIES, why = says``; left > 0; left -= 1) {
    const typed = await askAtTerminal(request.io.ask, says`${[why]}recovery code of your person key: `);
    const code = readRecoveryCode(typed);
    const key = code === null ? null : recoverKey(file, code);
    if (key !== null) return withPerson(workspace, key);
    why =
      code === null
        ? says`a character is wrong or missing: seven groups of four\n`
        : says`not the code of this key\n`;
  }
  throw new CredenceError("NEEDS_PERSON", "wrong recovery code for the person key", "nothing was changed");
}

function nothingToRecover({ secret }: KeyFile): CredenceError {
  return secret.sealed
    ? new CredenceError(
        "NOT_FOUND",
        "this person key has no recovery code",
        "`credence key passphrase` makes one, with the passphrase; docs/trust.md explains what to do if it is lost",
      )
    : new CredenceError("NOT_FOUND", "this person key has no passphrase, so there is nothing to recover");
}

function passFences({ presence, keys }: Workspace, { act, io }: PersonRequest): void {
  if (presence.kind === "nobody") {
    throw new CredenceError("NEEDS_PERSON", `only a person can ${act}: ${presence.why}`);
  }
  refuseCodeLoaders(io.env);
  if (keys.failure !== null) throw keys.failure;
  io.setEcho?.(false);
}

async function ask(workspace: Workspace, request: PersonRequest): Promise<SigningKey> {
  const file = workspace.keys.personFile;
  if (file === null) throw new CredenceError("INTERNAL", "the person key is missing");
  tell(request, takeKeyNews(workspace, nameTerminal(request)));
  if (!file.secret.sealed) return opened(unlockKey(file, null));
  const question = says`passphrase of your person key, to ${request.act}: `;
  for (let left = TRIES; left > 0; left -= 1) {
    const again = left === TRIES ? [] : [says`wrong passphrase; ${pluralize(left, "try", "tries")} left\n`];
    const passphrase = await askAtTerminal(request.io.askSecret, says`${[...again, question]}`);
    const key = unlockKey(file, passphrase);
    if (key === null) continue;
    const why = refuseGuessable(passphrase);
    if (why !== null) tell(request, takeWeakNews(workspace, why));
    return key;
  }
  throw new NotUnlocked(
    "NEEDS_PERSON",
    "wrong passphrase for the person key",
    file.recovery === undefined
      ? "nothing was changed; docs/trust.md explains what to do if it is lost"
      : "nothing was changed; if you forgot it: credence key recover",
  );
}

function tell({ io }: PersonRequest, lines: readonly string[]): void {
  for (const line of lines) io.err(says`${line}\n`);
}

function nameTerminal({ io }: PersonRequest): string | null {
  return io.terminalName?.() ?? null;
}

async function createPerson(workspace: Workspace, request: PersonRequest): Promise<SigningKey> {
  const seal = await chooseSeal(
    request.io.askSecret,
    says`This machine has no person key yet. It signs what you approve, and only you can\nuse it. `,
  );
  makeState({ state: workspace.state.path, cache: workspace.cache });
  const choice = { seal, purpose: purposeOf(workspace.state) };
  const made = createKeyFile("person", renderInstant(workspace.now), choice);
  const file = makeKey(workspace.state, madeAt(made, nameTerminal(request)));
  if (file.key !== made.key)
    throw new CredenceError(
      "OCC_CONFLICT",
      "another terminal made your person key meanwhile, so this passphrase and this recovery code open nothing",
      "throw that code away, and run the command again with the passphrase that you chose there",
    );
  return opened(unlockKey(file, seal?.passphrase ?? null));
}

function openTestPerson(workspace: Workspace): SigningKey {
  if (!workspace.state.isTest) {
    throw new CredenceError(
      "NEEDS_PERSON",
      "--as-test-person works only in a test state",
      "credence init --test-state creates one",
    );
  }
  const file = workspace.keys.personFile ?? reopenKeys(workspace).personFile;
  return opened(file === null ? null : unlockKey(file, null));
}

function reopenKeys({ state, now, troubles }: Workspace): Keys {
  return openKeys(state, now, { troubles, makes: true });
}

function opened(key: SigningKey | null): SigningKey {
  if (key === null) throw new CredenceError("STATE_REFUSED", "the person key in machine state is damaged");
  return key;
}

function withPerson(workspace: Workspace, person: SigningKey): Workspace {
  const keys = { ...reopenKeys(workspace), person };
  const others = workspace.signers.filter((signer) => !signer.own);
  return { ...workspace, keys, signers: [...keys.own, ...others], presence: { kind: "person" } };
}
