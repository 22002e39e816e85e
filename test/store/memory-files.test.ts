import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { findFile, hasMoreFiles, listFiles, readFileContent } from "../../src/store/memory-files.ts";
import { nameIn } from "../../src/store/paths.ts";
import { tablesOf } from "../fixture/rows.ts";
import { giveTo, NOBODY, runProcess } from "../fixture/scratch-project.ts";
import { freshDir } from "../temp-dir.ts";

const { texts } = tablesOf(import.meta.filename);

const KIB_64 = 64 * 1024;

function freshRoot(t: TestContext): string {
  const root = freshDir(t);
  for (const name of ["memories", "quarantine"]) mkdirSync(join(root, name));
  return root;
}

function whyRefused(path: string): string {
  const content = readFileContent(path);
  assert.equal(content.kind, "refused");
  return content.kind === "refused" ? content.why : "";
}

test("a name in a directory is the path that join would make, at the top of the disk, too", () => {
  for (const directory of ["/", "/srv", "/srv/project/.claude/memory", "attest"])
    assert.equal(nameIn(directory, "project_x.md"), join(directory, "project_x.md"));
});

test("a regular file of up to 64 KiB is read, one byte more is not", (t) => {
  const path = join(freshDir(t), "project_x.md");
  writeFileSync(path, "x".repeat(KIB_64));
  const content = readFileContent(path);
  assert.equal(content.kind === "bytes" && content.bytes.length, KIB_64);
  writeFileSync(path, "x".repeat(KIB_64 + 1));
  assert.equal(whyRefused(path), "it is larger than 64 KiB");
});

test("what is not a regular file with one name is refused unopened", async (t) => {
  const root = freshDir(t);
  const path = join(root, "project_x.md");
  writeFileSync(join(root, "other"), "text");
  const cases: readonly (readonly [string, () => void, string])[] = [
    ["absent", () => undefined, "it is gone"],
    ["symlink", () => symlinkSync("other", path), "it is a symbolic link"],
    ["dangling symlink", () => symlinkSync("nowhere", path), "it is a symbolic link"],
    ["link to a device", () => symlinkSync("/dev/zero", path), "it is a symbolic link"],
    [
      "hard link",
      () => linkSync(join(root, "other"), path),
      "it is a hard link: the same file has another name",
    ],
    ["directory", () => mkdirSync(path), "it is not a regular file"],
    ["fifo", () => execFileSync("mkfifo", [path]), "it is not a regular file"],
    ["device", () => execFileSync("mknod", [path, "c", "1", "5"]), "it is not a regular file"],
  ];
  for (const [what, plant, why] of cases) {
    execFileSync("rm", ["-rf", path]);
    plant();
    assert.equal(whyRefused(path), why, what);
  }
  execFileSync("rm", ["-rf", path]);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  assert.equal(whyRefused(path), "it is not a regular file");
  await new Promise((resolve) => server.close(resolve));
});

test("a file of a gigabyte is refused without being read", (t) => {
  const path = join(freshDir(t), "project_x.md");
  writeFileSync(path, "---\n");
  truncateSync(path, 1024 ** 3);
  const begun = performance.now();
  assert.equal(whyRefused(path), "it is larger than 64 KiB");
  assert.ok(performance.now() - begun < 1_000);
});

test("only names of memories are listed, sorted by id; the others are named apart", (t) => {
  const root = freshRoot(t);
  for (const name of texts("names")) {
    writeFileSync(join(root, name), "");
  }
  const { entries, strangers } = listFiles(root);
  assert.deepEqual(
    entries.map(({ id, directory }) => `${directory} ${id}`),
    ["quarantine feedback_c", "memories project_a", "memories user_b"],
  );
  assert.deepEqual(strangers.sort(), [
    "memories/MEMORY.md",
    "memories/project_A.md",
    "memories/project_a b.md",
    "memories/project_a.txt",
    `memories/project_${"x".repeat(100)}.md`,
    "memories/project_ünder.md",
  ]);
});

test("ids of both directories are in one order, and of two the one in use comes first", (t) => {
  const ids = ["a", "a0", "a_", "a_b", "aa", "a0_b", "z", "b", "0", "_0"].map((end) => `project_${end}`);
  const places = ids.flatMap((id, place) => [
    ...(place % 3 === 0 ? [] : [`memories ${id}`]),
    ...(place % 3 === 1 ? [] : [`quarantine ${id}`]),
  ]);
  const root = freshRoot(t);
  for (const place of places) writeFileSync(join(root, `${place.replace(" ", "/")}.md`), "");
  const idOf = (place: string): string => place.split(" ")[1] ?? "";
  const sorted = places.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : Number(idOf(a) > idOf(b))));
  assert.deepEqual(
    listFiles(root).entries.map(({ id, directory }) => `${directory} ${id}`),
    sorted,
  );
});

test("of the files only those are listed whose ids are wanted, in order; other names are still told", (t) => {
  const root = freshRoot(t);
  for (const name of ["memories/project_c", "memories/project_a", "quarantine/project_b", "memories/user_a"])
    writeFileSync(join(root, `${name}.md`), "");
  for (const name of ["quarantine/note.txt", "memories/Z.md", "memories/A.md"])
    writeFileSync(join(root, name), "");
  const { entries, strangers } = listFiles(root, (id) => id.startsWith("project_"));
  assert.deepEqual(
    entries.map(({ id, directory }) => `${directory} ${id}`),
    ["memories project_a", "quarantine project_b", "memories project_c"],
  );
  assert.deepEqual(strangers, ["memories/A.md", "memories/Z.md", "quarantine/note.txt"]);
  assert.deepEqual(listFiles(root, () => false).entries, []);
});

test("more files than some number are noticed without all of them", (t) => {
  const root = freshRoot(t);
  for (const name of ["memories/project_a.md", "memories/project_b.md", "quarantine/project_c.md"])
    writeFileSync(join(root, name), "");
  assert.deepEqual(
    [1, 2, 3, 4].map((most) => hasMoreFiles(root, most)),
    [true, true, false, false],
  );
});

test("of a file in both directories the one with less trust is found", (t) => {
  const root = freshRoot(t);
  writeFileSync(join(root, "memories/project_x.md"), "");
  assert.equal(findFile(root, "project_x")?.directory, "memories");
  writeFileSync(join(root, "quarantine/project_x.md"), "");
  assert.equal(findFile(root, "project_x")?.directory, "quarantine");
  assert.equal(findFile(root, "project_y"), null);
});

test("a directory of a root that leads elsewhere is refused by listing and by finding", (t) => {
  for (const name of ["memories", "quarantine"]) {
    for (const plant of ["link", "file"] as const) {
      const base = freshDir(t);
      const root = join(base, "root");
      const elsewhere = join(base, "elsewhere");
      for (const directory of [root, elsewhere]) mkdirSync(directory);
      writeFileSync(join(elsewhere, "project_x.md"), "");
      if (plant === "link") symlinkSync(elsewhere, join(root, name));
      else writeFileSync(join(root, name), "");
      const refusal = { code: "PATH_ERROR", message: `${name} is not a regular directory of its root` };
      assert.throws(() => listFiles(root), refusal);
      assert.throws(() => findFile(root, "project_x"), refusal);
    }
  }
});

test("a directory that may not be read is NOT_READABLE, never empty", (t) => {
  const root = freshRoot(t);
  giveTo(NOBODY, root);
  chmodSync(join(root, "quarantine"), 0o000);
  for (const call of ["listFiles(root)", 'findFile(root, "project_x")']) {
    const script = `
      import { findFile, listFiles } from "${join(import.meta.dirname, "../../src/store/memory-files.ts")}";
      const root = ${JSON.stringify(root)};
      try { ${call} } catch (error) { process.stdout.write(error.code) }`;
    const place = { cwd: "/", env: {} };
    const outcome = runProcess([process.execPath, "--input-type=module", "--eval", script], place, {
      uid: NOBODY,
    });
    assert.deepEqual(outcome, { exit: 0, stdout: "NOT_READABLE", stderr: "" });
  }
});
