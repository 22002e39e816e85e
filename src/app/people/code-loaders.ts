// The environment's part of the fence before a passphrase: no variable that can load code into this process may be set.
//
// Attack: a repository's workspace settings, direnv or an agent sets a variable for the person's terminal, and a shared
// object, a provider of OpenSSL or compiled code of somebody else sits in the process that reads the passphrase. What runs
// before our first line could also hide that it does, so this is a fence and not a proof. Fails closed: of Node's own
// variables only those in the table pass, and no variable of any name turns this off.

import { CredenceError } from "../../memory/errors.ts";

/** The dynamic loaders, OpenSSL (configuration, providers, engines), glibc's character converters, and Node. */
const LOADS_CODE = /^(?:LD_|DYLD_|__XPC_DYLD_|OPENSSL_|NODE_|GCONV_PATH$)/;

/** Those of Node that load no code, each with its reason. */
const HARMLESS: ReadonlyMap<string, string> = new Map([
  ["NODE_ENV", "a word for programs; Node itself does not read it"],
  ["NODE_VERSION", "container images say with it what they hold; nobody reads it"],
  ["NODE_HOME", "where a version manager put Node; Node does not read it"],
  ["NODE_AUTH_TOKEN", "a token for a package registry; only package managers read it"],
  ["NODE_EXTRA_CA_CERTS", "certificates: data for connections, of which this process makes none"],
  ["NODE_USE_SYSTEM_CA", "the same"],
  ["NODE_USE_ENV_PROXY", "the same"],
  ["NODE_TLS_REJECT_UNAUTHORIZED", "the same"],
  ["NODE_NO_WARNINGS", "fewer words on stderr"],
  ["NODE_DISABLE_COLORS", "no colours"],
  ["NODE_DISABLE_COMPILE_CACHE", "turns a loader of code off"],
  // pnpm's start script of every program sets it, so a person could not do without.
  [
    "NODE_PATH",
    "only for names without a path that are not Node's own: the program asks for none (test/scripts/build.test.ts)",
  ],
  ["NODE_TEST_CONTEXT", "how a test runner's child reports; nothing is loaded"],
  ["NODE_TEST_WORKER_ID", "the same"],
]);

/** The names of all variables that may have loaded code. An empty value loads nothing. */
function findCodeLoaders(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => Boolean(env[name]) && LOADS_CODE.test(name) && !HARMLESS.has(name))
    .sort();
}

export function refuseCodeLoaders(env: Readonly<Record<string, string | undefined>>): void {
  const names = findCodeLoaders(env).map((name) => (/^\w{1,64}$/.test(name) ? name : JSON.stringify(name)));
  if (names.length === 0) return;
  throw new CredenceError(
    "NEEDS_PERSON",
    `${names.join(", ")} ${names.length === 1 ? "is" : "are"} set, so other code may run in this process`,
    `env ${names.map((name) => `-u ${name}`).join(" ")} credence …`,
  );
}
