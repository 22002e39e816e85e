// What hooks wait for on every prompt: what the small recall process holds, and what it really loads.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { builtPackage } from "../built.ts";
import { scratchProject } from "../fixture/scratch-project.ts";
import { freshDir } from "../temp-dir.ts";
import { expectNone } from "./expect-none.ts";
import { readProjectFile } from "./project-files.ts";

const { recallBytes }: { recallBytes: number } = JSON.parse(readProjectFile("test/arch/ratchet.json"));
const OUT_OF_PLACE =
  /node_modules\/(?!canonicalize\/)|src\/(validate\/(secrets|injection)|git|cli\/commands|app\/(change|people\/unlock-person))/;

const dir = freshDir({ after });
const { dist, outputs } = await builtPackage();
const recall = join(dist, "recall.cjs");

test("the recall process holds no validator, no writer, no other command and no package but one", () => {
  const inputs = Object.keys(outputs["recall.cjs"]?.inputs ?? {});
  assert.ok(
    inputs.includes("src/app/recall/recall-memories.ts"),
    "the build says what it put into recall.cjs",
  );
  expectNone(inputs.filter((path) => OUT_OF_PLACE.test(path)));
});

test("the recall process has no more bytes than the ratchet allows", () => {
  const bytes = statSync(recall).size;
  assert.ok(bytes <= recallBytes, `${bytes} bytes, allowed ${recallBytes}`);
});

test("a recall whose statements were seen before loads neither cryptography nor processes nor the network", () => {
  const project = scratchProject({ after });
  const body = "We use pnpm and nothing else. Why: the disk. How to apply: run pnpm install.";
  const named = ["--name", "Package manager", "--description", "pnpm"];
  assert.equal(project.run(["save", "--type", "project", ...named, "--body", body]).exit, 0);
  const log = join(dir, "loaded");
  const hook = join(dir, "log-built-ins.cjs");
  writeFileSync(
    hook,
    `process.on("exit", () => require("fs").writeFileSync(${JSON.stringify(log)}, process.moduleLoadList.join("\\n")));`,
  );
  const { stdout } = spawnSync(
    process.execPath,
    [
      "--require",
      hook,
      join(dist, "credence.cjs"),
      "recall",
      "--prompt",
      "which package manager is it, pnpm?",
    ],
    { cwd: project.top, env: { ...project.env }, encoding: "utf8" },
  );
  assert.match(stdout, /Package manager/);
  const loaded = readFileSync(log, "utf8").split("\n");
  assert.ok(
    loaded.includes("NativeModule sqlite") || loaded.includes("NativeModule internal/sqlite"),
    loaded.join(" "),
  );
  expectNone(
    loaded.filter((name) =>
      /NativeModule (?:crypto|child_process|net|http|https|tls|dns|worker_threads)$/.test(name),
    ),
  );
});
