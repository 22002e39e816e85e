// Programs that write, and which of their arguments name what they write. Data: a new program is a word here.

import { firstDenial, type ShellState } from "../expand/state.ts";
import { denyLoss, denyWrite } from "../fence/denials.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { findTouch, type Reach } from "../fence/overlaps-guarded.ts";
import { type Arguments, parseArguments, words } from "../shell/arguments.ts";
import { activateGlobs, hasMark } from "../shell/pattern-sentinels.ts";

type Writer = {
  /** `last` is the last of several: a single operand is what it reads. */
  readonly writes: "all" | "last" | "none";
  /** What it writes is gone afterwards: a directory above a guarded place counts too. */
  readonly removes?: true;
  /** With one of these it changes what is below a directory, too. */
  readonly deep?: readonly string[];
  /** It unpacks names of its own choice into where it writes. */
  readonly unpacks?: true;
  /** It writes its operands only with one of these. */
  readonly only?: readonly string[];
  /** With one of these it only shows them. */
  readonly unless?: readonly string[];
  /** It writes only as one of these commands of its own. */
  readonly verbs?: readonly string[];
  /** Options whose value is a file or directory that is written. */
  readonly outputs?: readonly string[];
  /** Other options with a value. */
  readonly valued?: readonly string[];
  /** So many operands come before the paths. */
  readonly skips?: number;
  /** The first operand is not a path, unless one of these options gives it. */
  readonly scriptUnless?: readonly string[];
  /** Operands that begin so name what is written. */
  readonly prefix?: string;
  /** With a first operand like this nobody gets through a directory any more: one above a guarded place counts too. */
  readonly locks?: RegExp;
  /** It makes files in the current directory: always, or with one of these. */
  readonly here?: true | readonly string[];
};

function all(names: string, writer: Writer): [string, Writer][] {
  return words(names).map((name) => [name, writer]);
}

/** They write only where one of these options says. */
function by(options: string, names: string): [string, Writer][] {
  return all(names, { writes: "none", outputs: words(options) });
}

/** A mode that takes from the owner the right to read, write or enter. */
const LOCKS = /^0?[0-6][0-7]{2}$|^0{1,2}$|^[go]*[ua][ugoa]*(?:-|=(?!rwx))/;

export const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ...all("rm rmdir unlink shred srm trash trash-put rimraf del del-cli rename mmv", {
    writes: "all",
    removes: true,
  }),
  ...all("gio", { writes: "all", removes: true, verbs: words("trash remove move rename") }),
  ...all("touch", { writes: "all", valued: words("-r -d -t --reference --date") }),
  ...all("mktemp", { writes: "all", outputs: words("-p --tmpdir"), valued: ["--suffix"] }),
  ...all("mkdir mkdirp mkfifo mknod tee sponge truncate fallocate", { writes: "all" }),
  ...all("chmod", { writes: "all", deep: ["-R", "--recursive"], locks: LOCKS }),
  ...all("chown chgrp chattr setfacl xattr", { writes: "all", deep: words("-R -r --recursive") }),
  ...all("set-content add-content clear-content set-item clear-item set-acl sc ac clc", { writes: "all" }),
  ...all("out-file tee-object export-csv export-clixml start-transcript new-item ni md", { writes: "all" }),
  ...all("invoke-webrequest invoke-restmethod iwr irm expand-archive", { writes: "all" }),
  ...all("remove-item ri erase rd move-item mi rename-item rni ren", { writes: "all", removes: true }),
  ...all("copy-item cpi compress-archive", { writes: "last", outputs: ["-Destination", "-DestinationPath"] }),
  ...all("setfattr dos2unix unix2dos", { writes: "all" }),
  ...all("vi vim nvim ex", { writes: "all", unless: ["-R"], valued: words("-c --cmd -S -u") }),
  ...by("-t --target -d --dest --prefix --root", "pip pip3 pipx"),
  ...by("-d", "javac kotlinc scalac"),
  ...by("-r", "mysqldump mariadb-dump"),
  ...by("-o", "time ltrace"),
  ...by("-s", "logrotate"),
  ...by("-f --prefix", "csplit"),
  ...by("-o --output", "sort"),
  ...by("-out -keyout", "openssl"),
  ...by("-o -f --output", "gpg gpg2 age pandoc gcc g++ cc clang clang++ go rustc strace pg_dump base64"),
  ...all("sass", { writes: "last" }),
  ...all("gsutil", { writes: "last", verbs: words("cp mv rsync") }),
  ...all("svn hg bzr", { writes: "last", verbs: words("export checkout co clone branch") }),
  ...all("ed nano pico emacs micro joe kak hx helix mcedit sqlite3 script ffmpeg", { writes: "all" }),
  ...all("gzip gunzip bzip2 bunzip2 xz unxz zstd lz4", {
    writes: "all",
    unless: words("-c --stdout --to-stdout -l --list -t --test"),
    outputs: ["-o"],
  }),
  ...all("xxd", { writes: "last", valued: words("-c -g -l -n -o -s") }),
  ...all("uniq", { writes: "last", valued: words("-f -s -w") }),
  ...all("shuf", { writes: "last", outputs: ["-o"], valued: words("-n -i") }),
  ...all("split", { writes: "last", valued: words("-a -b -C -l -n") }),
  ...all("convert magick degit tiged", { writes: "last" }),
  ...all("7z 7za rar", { writes: "all", outputs: ["-o"], unpacks: true }),
  ...all("sd", { writes: "all", skips: 2, unless: words("-p --preview"), valued: words("-n -f") }),
  ...all("mdformat doctoc", { writes: "all", unless: words("--check --dryrun -d --stdout -s") }),
  ...all("deno dprint", { writes: "all", verbs: ["fmt"], unless: ["--check"] }),
  ...all("docker podman nerdctl kubectl oc", { writes: "last", verbs: ["cp"] }),
  ...all("cpio", {
    writes: "all",
    only: words("-p --pass-through"),
    here: words("-i --extract"),
    outputs: words("-D --directory -F --file -O"),
    unpacks: true,
  }),
  ...all("aws", { writes: "last", verbs: ["s3"] }),
  ...all("rclone", { writes: "last", verbs: words("copy copyto sync move moveto bisync delete purge") }),
  ...all("gh glab", { writes: "last", verbs: words("clone download"), outputs: words("-D --dir") }),
  ...all("sed gsed", {
    writes: "all",
    only: ["-i", "-I", "--in-place"],
    valued: ["-e", "-f", "-l", "--expression", "--file"],
    scriptUnless: ["-e", "-f", "--expression", "--file"],
  }),
  ...all("perl ruby", { writes: "all", only: ["-i"], valued: ["-e", "-E"] }),
  ...all("yq jq", { writes: "all", only: ["-i", "--inplace", "--in-place"] }),
  ...all("curl", {
    writes: "none",
    outputs: words("-o --output --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii"),
    here: ["-O", "--remote-name", "--remote-name-all"],
  }),
  ...all("wget aria2c", {
    writes: "none",
    outputs: words("-O -P -o -a -d --output-document --output-file --directory-prefix --dir --out"),
    here: true,
  }),
  ...all("unzip unrar", { writes: "none", outputs: ["-d"], here: true, unpacks: true }),
  ...all("patch", { writes: "all", outputs: words("-o -d -r --output --directory"), here: true }),
  ...all("dd gdd", { writes: "none", prefix: "of=" }),
]);

/** Programs that work in a directory, and the options that name it. What else they write is not known. */
const WORKS_IN: ReadonlyMap<string, readonly string[]> = new Map([
  ...words("make gmake cargo").map((name): [string, string[]] => [
    name,
    words("-C --directory --target-dir"),
  ]),
  ...words("ninja samu meson").map((name): [string, string[]] => [name, ["-C"]]),
  ["cmake", words("-B --build --install")],
  ["just", words("-d --working-directory")],
  ["gradle", words("-p --project-dir")],
  ["mvn", words("-f --file")],
]);

/** Options that mean "write it there" for so many programs that they count for each. */
const COMMON_OUTPUTS = words(
  "--output --out --outfile --out-file --output-file --outdir --outDir --out-dir --output-dir --dest --destination",
);

/** Any other long option that is called like an output, and not like something left out or read. */
const LIKE_OUTPUT =
  /out|dest|prefix|target|report|save|dump|export|record|trace|cache|artifact|dist|install|build|write|log/i;
const LIKE_INPUT =
  /exclu|ignor|skip|omit|inclu|input|without|route|timeout|checkout|template|pattern|match|filter/i;

/** What makes a program that nobody listed a writer of its operands. */
const COMMON_WRITE_FLAGS = words("--write --fix --fix-all --in-place --inplace --overwrite -w -i");

/** Programs that only show: the common flags mean something else to them. */
export const READERS: ReadonlySet<string> = new Set(
  words(
    "cat tac bat batcat less more most head tail nl od hexdump strings wc grep egrep fgrep rgrep zgrep rg ag ack ugrep ls exa eza tree find fd fdfind diff cmp comm cut tr fold column paste join rev md5sum sha1sum sha256sum shasum cksum file stat du jq glow mdcat awk gawk mawk nawk ps ssh",
  ),
);

// Would a program write into a guarded place? Only what the command itself names is judged.

const SHOWS_ONLY: Writer = { writes: "none" };
const UNLISTED: Writer = { writes: "all", only: COMMON_WRITE_FLAGS, outputs: ["-o"] };

export function judgeWriter(program: string, args: readonly string[], state: ShellState): Denial | null {
  const writer = findWriter(program, args);
  const outputs = [...(writer.outputs ?? []), ...(WORKS_IN.get(program) ?? []), ...COMMON_OUTPUTS];
  const parsed = parseArguments(args, new Set([...outputs, ...(writer.valued ?? [])]));
  const named = outputs.flatMap((option) => parsed.values.get(option) ?? []);
  const writesHere = writer.here === true || writer.here?.some((flag) => parsed.flags.has(flag)) === true;
  const here = writesHere ? ["."] : [];
  const reach = writer.unpacks === true ? "near" : "none";
  const likely = READERS.has(program) ? [] : listLikelyOutputs(args);
  const written = firstDenial([...named, ...likely, ...here], (path) => denyWriteTo(state, path, reach));
  if (written !== null) return written;
  return judgePrefixed(writer, parsed, state) ?? judgeOperands(writer, parsed, state);
}

/** `--python_out=DIR`, `-out=FILE`, `--pack-destination DIR`; to make and its kin, `OUT=FILE`. */
function listLikelyOutputs(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const [, name = "", equals, value = ""] =
      /^(--?[A-Za-z][\w.-]{1,64}|[A-Z_]{1,64})(=)?(.*)$/s.exec(arg) ?? [];
    if (!LIKE_OUTPUT.test(name) || LIKE_INPUT.test(name)) return [];
    if (equals !== undefined) return [value];
    return name.startsWith("--") && value === "" ? args.slice(index + 1, index + 2) : [];
  });
}

function findWriter(program: string, args: readonly string[]): Writer {
  const listed = WRITERS.get(program) ?? (READERS.has(program) ? SHOWS_ONLY : UNLISTED);
  const { verbs } = listed;
  return verbs === undefined || args.some((arg) => verbs.includes(arg)) ? listed : UNLISTED;
}

function judgePrefixed({ prefix }: Writer, { operands }: Arguments, state: ShellState): Denial | null {
  const named = operands.filter((operand) => prefix !== undefined && operand.startsWith(prefix));
  return firstDenial(named, (operand) => denyWriteTo(state, operand.slice(prefix?.length), "none"));
}

function judgeOperands(writer: Writer, parsed: Arguments, state: ShellState): Denial | null {
  const { flags, operands } = parsed;
  const has = (options: readonly string[]): boolean => options.some((option) => flags.has(option));
  const { writes, only, unless, scriptUnless, skips = 0, locks } = writer;
  if (writes === "none" || (only !== undefined && !has(only)) || (unless !== undefined && has(unless)))
    return null;
  const isScriptFirst = scriptUnless !== undefined && !has(scriptUnless);
  const paths = writes === "last" ? operands.slice(1).slice(-1) : operands.slice(isScriptFirst ? 1 : skips);
  // A sentence is not a path, to a program that is not listed; many such programs expand patterns themselves.
  const named = writer === UNLISTED ? paths.filter((path) => !/\s/.test(path)).map(activateGlobs) : paths;
  const isDeep = writer.deep !== undefined && has(writer.deep);
  // A formatter that is given a directory goes through it.
  const isFormatter = writer === UNLISTED;
  const removes = writer.removes === true || locks?.test(operands[0] ?? "") === true;
  const reach = removes ? "any" : isDeep || isFormatter ? "near" : "none";
  const clears = (path: string): boolean => writer.removes === true && hasMark(path);
  return firstDenial(named, (path) => denyWriteTo(clears(path) ? withoutIndex(state) : state, path, reach));
}

/** The search index is made anew when it is gone: who clears all caches may take it along. */
function withoutIndex(state: ShellState): ShellState {
  const written = state.fence.written.filter(({ kind }) => kind !== "cache");
  return { ...state, fence: { ...state.fence, written } };
}

export function denyWriteTo(state: ShellState, text: string, reach: Reach): Denial | null {
  const touch = findTouch(state, text, { places: state.fence.written, reach });
  if (touch === null) return null;
  return touch.match.kind === "inside" ? denyWrite(touch.place) : denyLoss(touch.place);
}
