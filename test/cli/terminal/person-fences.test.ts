// What stands before the question for a passphrase: each of these is refused without asking anybody.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { refuseCodeLoaders } from "../../../src/app/people/code-loaders.ts";
import { atTerminal } from "../../fixture/at-terminal.ts";
import { ASK, cheaplyKeyedProject, FORGET, ID, PASSPHRASE } from "../../fixture/keyed-project.ts";
import { readTree } from "../../fixture/tree.ts";

/** One for all tests, because each of them only sees it refused: making a sealed key takes its time. */
const keyed = cheaplyKeyedProject({ after });

const FENCES: readonly { readonly name: string; readonly value: string; readonly says: RegExp }[] = [
  { name: "NODE_OPTIONS", value: "--no-warnings", says: /NODE_OPTIONS is set, so other code may run/ },
  { name: "LD_PRELOAD", value: "libm.so.6", says: /LD_PRELOAD is set/ },
  { name: "DYLD_FRAMEWORK_PATH", value: "x", says: /DYLD_FRAMEWORK_PATH is set/ },
  { name: "LD_LIBRARY_PATH", value: "/nowhere", says: /hint: env -u LD_LIBRARY_PATH credence …/ },
  { name: "OPENSSL_CONF", value: "/dev/null", says: /hint: env -u OPENSSL_CONF credence …/ },
  { name: "CLAUDECODE", value: "1", says: /an agent runs this command \(CLAUDECODE is set\)/ },
];

test("under a variable that loads code, or that an agent sets, nobody is asked and nothing is done", async () => {
  const project = await keyed;
  const before = readTree(project.root);
  for (const { name, value, says } of FENCES) {
    const { exit, text, unasked } = await atTerminal(project, FORGET, {
      env: { [name]: value },
      replies: [[ASK, PASSPHRASE]],
    });
    assert.deepEqual([exit, unasked], [1, 1], name);
    assert.match(text, says);
  }
  assert.deepEqual(readTree(project.root), before);
});

test("whatever can load code is refused by its name, and the hint is the one line that works", () => {
  const loaders = [
    ...["LD_AUDIT", "LD_LIBRARY_PATH", "LD_PRELOAD", "LD_SOMETHING_NEW", "DYLD_INSERT_LIBRARIES"],
    ...["OPENSSL_CONF", "OPENSSL_MODULES", "OPENSSL_ENGINES", "OPENSSL_CONF_INCLUDE", "GCONV_PATH"],
    ...["NODE_OPTIONS", "NODE_COMPILE_CACHE", "NODE_V8_COVERAGE", "NODE_ICU_DATA", "NODE_SOMETHING_NEW"],
    ...["NODE_REPL_EXTERNAL_MODULE", "NODE_CHANNEL_FD", "NODE_PRESERVE_SYMLINKS_MAIN"],
  ];
  // No other variable turns the fence off.
  const others = { NODE_ENV: "test", NODE_TEST_CONTEXT: "child-v8", CREDENCE_TEST: "1", PATH: "/bin" };
  for (const name of loaders)
    assert.throws(() => refuseCodeLoaders({ ...others, [name]: "x" }), { hint: `env -u ${name} credence …` });
  assert.throws(() => refuseCodeLoaders({ OPENSSL_CONF: "x", LD_LIBRARY_PATH: "y" }), {
    message: "LD_LIBRARY_PATH, OPENSSL_CONF are set, so other code may run in this process",
    hint: "env -u LD_LIBRARY_PATH -u OPENSSL_CONF credence …",
  });
});

test("what loads no code refuses nobody", () => {
  const free = ["NODE_ENV", "NODE_VERSION", "NODE_EXTRA_CA_CERTS", "NODE_TEST_CONTEXT", "NODE_PATH"];
  refuseCodeLoaders(Object.fromEntries([...free, "PATH", "LDFLAGS", "OPENSSL"].map((name) => [name, "x"])));
  refuseCodeLoaders({ LD_PRELOAD: "", NODE_OPTIONS: "" });
});

test("an agent among the processes above is refused before anybody is asked", async () => {
  const project = await keyed;
  const agent = join(project.base, "claude");
  writeFileSync(agent, '#!/bin/sh\n"$@"\n', { mode: 0o755 });
  const { exit, text, unasked } = await atTerminal(project, FORGET, {
    before: agent,
    replies: [[ASK, PASSPHRASE]],
  });
  assert.deepEqual([exit, unasked], [1, 1]);
  assert.match(
    text,
    /only a person can forget project_deploy_on_fridays: an agent runs this command \(claude\)/,
  );
});

test("a pipe never answers: without a terminal on both sides nobody is there", async () => {
  const project = await keyed;
  const before = readTree(project.root);
  const stdin = `${PASSPHRASE}\n`.repeat(3);
  const { exit, stderr } = project.run(FORGET, { stdin });
  assert.deepEqual(
    [exit, stderr.split("\n")[0]],
    [1, `error: NEEDS_PERSON: only a person can forget ${ID}: there is no terminal`],
  );
  const piped = await atTerminal(project, FORGET, { before: `printf '${PASSPHRASE}\\n' |` });
  assert.equal(piped.exit, 1);
  assert.match(piped.text, /standard input is not a terminal/);
  assert.deepEqual(readTree(project.root), before);
});
