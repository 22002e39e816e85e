import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { proveServer } from "../../../src/app/clients/proofs.ts";
import { freshDir } from "../../temp-dir.ts";

/** A server that answers the last question, and takes its time, or forever, when it is told to go. */
const SERVER = `
const { writeFileSync } = require("node:fs");
const [, , left, stays] = process.argv;
writeFileSync(left + ".pid", String(process.pid));
process.stdin.on("data", (text) => {
  if (!String(text).includes('"id":3')) return;
  process.stdout.write('{"id":2,"result":{"tools":[{"name":"memory_search"}]}}\\n');
  process.stdout.write('{"id":3,"result":{"structuredContent":{"rows":[]}}}\\n');
});
process.on("SIGTERM", () => {
  if (stays === "stays") return;
  setTimeout(() => { writeFileSync(left, "left\\n"); process.exit(0); }, 300);
});
`;

for (const way of ["goes", "stays"]) {
  test(`nothing is left running of a server that ${way} when it is told to go`, async (t) => {
    const directory = freshDir(t);
    const [script, left] = [join(directory, "server.cjs"), join(directory, "left")];
    writeFileSync(script, SERVER);
    const words = [process.execPath, script, left, way];
    const proof = await proveServer(words, { cwd: directory, env: process.env });
    assert.deepEqual(proof, { works: true, why: "" });
    assert.equal(existsSync(left), way === "goes");
    const pid = Number(readFileSync(`${left}.pid`, "utf8"));
    assert.throws(() => process.kill(pid, 0), { code: "ESRCH" });
  });
}
