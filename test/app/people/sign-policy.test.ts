// A policy says no more of a key than the person who signs it trusts the key with, and no more than an enrolment let it say.

import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";

const newKey = (): string =>
  generateKeyPairSync("ed25519")
    .publicKey.export({ format: "der", type: "spki" })
    .subarray(-32)
    .toString("base64url");
const CI = { signer: `machine:${"c".repeat(32)}`, key: newKey() };

const mayIn = (file: string): Record<string, string> => {
  const last = readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "";
  const { keys } = JSON.parse(last) as { keys: { signer: string; may: string }[] };
  return Object.fromEntries(keys.map(({ signer, may }) => [signer, may]));
};

test("a policy raises no key above what its signer or an enrolment lets it say, and ending one adds no right", async (t) => {
  const ana = await initProject(t);
  const root = JSON.parse(readFileSync(join(ana.root, "root.json"), "utf8")).root;
  const file = join(ana.top, "acme.policy");
  const sign = (...more: string[]) =>
    ana.done(["trust", "policy", file, "--organisation", "Acme", ...more], { answers: ["y"] });
  await sign("--enrol", `${CI.signer}=${CI.key}=CI`);
  assert.equal(mayIn(file)[CI.signer], "wrote");
  const trusts = (more: object): void => {
    const signers = [{ ...CI, root, petname: "ci", ...more }];
    writeFileSync(join(ana.state, "signers.json"), JSON.stringify({ v: 1, signers }), { mode: 0o600 });
  };
  // The signer trusts it with more, by hand; the enrolment lets it write.
  trusts({});
  await sign();
  assert.equal(mayIn(file)[CI.signer], "wrote");
  trusts({ proposes: true });
  await sign();
  assert.equal(mayIn(file)[CI.signer], "wrote");
  await sign("--end", CI.signer);
  assert.equal(mayIn(file)[CI.signer], "wrote", "the signer still lets it write");
  trusts({ proposes: true, ended: true });
  await sign("--end", CI.signer);
  assert.equal(mayIn(file)[CI.signer], undefined);
});
