import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { builtPackage } from "../built.ts";
import { freshDir } from "../temp-dir.ts";
import { expectNone } from "./expect-none.ts";
import { readProjectFile } from "./project-files.ts";

const HEAVY = /node_modules\/(yaml|zod|@secretlint|@modelcontextprotocol)\//;
const { startupBytes }: { startupBytes: number } = JSON.parse(readProjectFile("test/arch/ratchet.json"));

const dir = freshDir({ after });
const { dist, outputs } = await builtPackage();

/** The files of the build that a call really loads, import() included. */
function listLoaded(args: readonly string[]): string[] {
  const log = join(dir, `loaded-${args.join("-")}`);
  const hook = join(import.meta.dirname, "log-loads.ts");
  const { status, stderr } = spawnSync(process.execPath, ["--import", hook, join(dist, "cli.js"), ...args], {
    env: { LOADED_FILES_LOG: log, HOME: dir },
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  const urls = readFileSync(log, "utf8").trimEnd().split("\n");
  return urls.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
}

for (const args of [["--version"], ["--help"], ["validate", "--help"]]) {
  test(`credence ${args.join(" ")} loads nothing heavy and no more bytes than the ratchet allows`, (t) => {
    const loaded = listLoaded(args).filter((path) => path.startsWith(dist));
    const inputs = loaded.flatMap((path) => Object.keys(outputs[relative(dist, path)]?.inputs ?? {}));
    assert.ok(
      inputs.includes("src/bin/cli.ts"),
      "the list of loaded files is not what the build says it wrote",
    );
    expectNone(inputs.filter((path) => HEAVY.test(path)));
    const bytes = loaded.reduce((sum, path) => sum + statSync(path).size, 0);
    const advice =
      "put the new part behind import(), or raise startupBytes in test/arch/ratchet.json and say why";
    assert.ok(bytes <= startupBytes, `${bytes} bytes, allowed ${startupBytes}; ${advice}`);
    t.diagnostic(`${bytes} bytes in ${loaded.length} files`);
  });
}
