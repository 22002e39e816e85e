// What a command does with the paths that it names. One rule: a program that is not a listed reader writes to all of them. So
// the table holds the readers, and beside them what makes one a writer; a new reader is a word here.

import { basename, join } from "node:path";
import type { Reach } from "../places/fence.ts";
import { activateGlobs } from "../split/marks.ts";

export type Named = {
  readonly path: string;
  /** `copy` reads all that is below; `untracked` takes away what git does not track. */
  readonly use: "read" | "copy" | "write" | "untracked";
  /** How far above a guarded place a path counts that is written. */
  readonly reach: Reach;
};

type Program = {
  /** They name paths and touch none: they say, test or look up words, or do with them what another machine does. */
  readonly says?: true;
  /** It reads, unless one of these words makes it write. */
  readonly reads?: RegExp;
  /** It reads only with one of these. */
  readonly readsWith?: RegExp;
  /** It reads all but one operand, which it writes. */
  readonly copiesTo?: "first" | "last";
  /** So many operands come before the paths: patterns, and scripts. */
  readonly skips?: number;
  /** A directory above a guarded place counts as named. */
  readonly reach?: Reach;
  /** With one of these it writes names of its own choice into the directory that it is in; how far above counts as in it. */
  readonly here?: readonly [RegExp, Reach];
  /** With one of these it takes away what git does not track. */
  readonly untracked?: RegExp;
};

const NEVER = /(?!)/;
const ALWAYS = /^/;
const HERE = { here: [ALWAYS, "none"] } as const;
const UNPACKS = { reach: "near", here: [ALWAYS, "near"] } as const;

/** Adding, committing and looking stay free in git. What writes a whole project's work tree (`checkout .`, `reset --hard`) only
 * brings back or takes away what git has. Not so in a home that is under git: personal roots and machine state are untracked there. */
const GIT: readonly (readonly [names: string, program: Program])[] = [
  [
    "add commit status ls-files ls-tree branch tag push fetch remote rev-parse check-ignore shortlog describe reflog",
    { says: true },
  ],
  ["show diff log blame cat-file archive annotate hash-object", { reads: /^(?:-o|--output)/ }],
  [
    "switch pull merge rebase revert cherry-pick read-tree sparse-checkout submodule clone init apply am",
    HERE,
  ],
  ["worktree bisect bundle lfs", { ...HERE, readsWith: /^(?:list|show|status|log|verify)$/ }],
  ["checkout checkout-index", { ...HERE, reach: "near" }],
  ["restore", { ...HERE, reach: "near", readsWith: /^(?:--staged|-S)$/, reads: /^(?:--worktree|-W)$/ }],
  ["reset", { ...HERE, reads: /^--(?:hard|merge|keep)$/ }],
  ["rm mv", { ...HERE, reach: "any", readsWith: /^(?:--cached|-[a-z]*n[a-z]*)$/ }],
  ["clean", { ...UNPACKS, readsWith: /^-[a-z]*n[a-z]*$/, untracked: ALWAYS }],
  [
    "stash",
    {
      ...HERE,
      reach: "near",
      readsWith: /^(?:list|show)$/,
      untracked: /^(?:-[au]|--all|--include-untracked)$/,
    },
  ],
  ["merge-file", { readsWith: /^(?:-p|--stdout)$/ }],
];

const PROGRAMS: readonly (readonly [names: string, program: Program])[] = [
  [
    "echo printf test [ [[ true false : read alias unalias unset shift return exit pwd cd pushd popd chdir set-location eval trap export basename dirname realpath readlink which whereis type man info say notify-send logger ssh wait kill sleep write-output write-host",
    { says: true },
  ],
  ["gh glab hub", { reads: /^(?:clone|download)$/, says: true }],
  [
    "cat tac bat batcat less more most head tail nl od hexdump strings wc ls exa eza tree diff cmp comm cut tr fold column paste join rev md5sum sha1sum sha256sum shasum cksum file stat du glow mdcat ps code open get-content gc get-childitem gci get-item test-path select-string sls resolve-path",
    { reads: NEVER },
  ],
  ["awk gawk mawk nawk", { reads: /^-i$|\bprintf?\b[^;}\n]{0,256}[>|]/ }],
  ["find fd fdfind", { reads: /^-(?:delete|f(?:print0?|printf|ls))$/ }],
  ["sort shuf", { reads: /^-[a-z]*o|^--output/ }],
  ["sed gsed", { reads: /^-[a-zA-Z]*i|^--in-place/, skips: 1 }],
  ["jq yq", { reads: /^-i$|^--in-?place$/, skips: 1 }],
  ["sd", { readsWith: /^(?:-p|--preview)$/, skips: 2 }],
  [
    "curl",
    {
      reads: /^-[a-zA-Z]*[oDc]|^--(?:output|dump|cookie-jar|trace)/,
      here: [/^-[a-zA-Z]*O|^--remote-name/, "none"],
    },
  ],
  ["openssl", { reads: /^-(?:out|keyout)$/ }],
  [
    "gzip gunzip bzip2 bunzip2 xz unxz zstd lz4",
    { readsWith: /^(?:-[a-z]*[clt]|--(?:stdout|to-stdout|list|test))$/ },
  ],
  ["vi vim nvim ex", { readsWith: /^-R$/ }],
  ["touch", { readsWith: /^-r$|^--reference/ }],
  ["python python3", { readsWith: /^json\.tool$/ }],
  ["xxd uniq cp scp ditto gcp docker podman nerdctl kubectl oc copy-item cpi", { copiesTo: "last" }],
  ["rsync", { copiesTo: "last", reads: /^--remove-source-files$/ }],
  ["zip", { copiesTo: "first", reads: /^(?:-m|--move)$/ }],
  [
    "rm rmdir unlink shred srm trash trash-put rimraf del del-cli rename mmv gio mv gmv remove-item ri erase rd move-item mi rename-item rni ren",
    { reach: "any" },
  ],
  ["ln unrar expand-archive 7z 7za rar", { reach: "near" }],
  ["unzip cpio", UNPACKS],
  ["wget aria2c patch", HERE],
  ["tar -x", UNPACKS],
  ["tar -t", { reads: NEVER }],
  ["tar -c", { copiesTo: "first", reads: /^--remove-files$/, reach: "any" }],
];

const ROWS: ReadonlyMap<string, Program> = new Map([
  ...PROGRAMS.flatMap(([names, program]) =>
    (names.startsWith("tar") ? [names] : names.split(" ")).map((name) => [name, program] as const),
  ),
  ...GIT.flatMap(([names, program]) => names.split(" ").map((name) => [`git ${name}`, program] as const)),
]);

/** A mode that takes from the owner the right to read, write or enter. */
const LOCKS = /^0?[0-6][0-7]{2}$|^0{1,2}$|^[go]*[ua][ugoa]*(?:-|=(?!rwx))/;
const RIGHTS = /^(?:chmod|chown|chgrp|chattr|setfacl|xattr)$/;
/** With one of these any program only looks, or writes what is below a directory. */
const LOOKS = /^--(?:check|dry-?run|version|help)$/;
const WRITES = /^(?:--write|--fix|--fix-all|--in-?place|--overwrite|-w|-i)$/;
/** The value of such an option is left alone, and so is a path that git is told to leave out. */
const LEFT_OUT = /^--?[\w-]*(?:exclu|ignor|skip|omit|filter)|^:[!^]|^:\(exclude/i;
/** What they take along arrives under its name in a directory that is there. */
const LANDS = /^(?:mv|gmv|move-item|mi|ln|install)$/;
const SOURCES_MAX = 64;

/** What a command names, and what it does with it. Its directory is `.`. */
export function listNamed(program: string, given: readonly string[]): readonly Named[] {
  const args = given.filter(
    (arg, at) => !LEFT_OUT.test(arg) && !/^--?[a-z-]*(?:exclu|ignor)[a-z-]*$/.test(given[at - 1] ?? ""),
  );
  const isTar = /^(?:bsd|g)?tar$/.test(program);
  const row = ROWS.get(isTar ? `tar -${modeOfTar(args)}` : program);
  const has = (pattern = NEVER): boolean => ["", ...args].some((arg) => pattern.test(arg));
  const isWriter = has(row?.reads);
  if (row?.says === true && !isWriter) return [];
  const isReader =
    !isWriter && (row?.readsWith === undefined ? row?.reads !== undefined : has(row.readsWith));
  const use = isReader || has(LOOKS) ? "read" : "write";
  const reach = RIGHTS.test(program) ? reachOfRights(args) : (row?.reach ?? (has(WRITES) ? "near" : "none"));
  // A letter of tar needs no dash. Git, and many programs that are not listed, expand patterns themselves.
  const words = isTar ? args.slice(1) : dropOperands(args, row?.skips ?? 0);
  const paths = row === undefined || program.startsWith("git ") ? words.map(activateGlobs) : words;
  if (LANDS.test(program)) return listCopied(paths, { use, reach }, false);
  if (row?.copiesTo !== undefined && !isWriter)
    return listCopied(paths, { use: "copy", reach: "none" }, row.copiesTo === "first");
  const named = paths.flatMap(listPaths).map((path): Named => ({ path, use, reach }));
  return use === "read" ? named : [...listHere(row, has), ...named];
}

function listHere(row: Program | undefined, has: (pattern?: RegExp) => boolean): readonly Named[] {
  const [pattern, reach] = row?.here ?? [NEVER, "none"];
  return [
    ...(has(row?.untracked) ? ([{ path: ".", use: "untracked", reach: "any" }] as const) : []),
    ...(has(pattern) ? ([{ path: ".", use: "write", reach }] as const) : []),
  ];
}

function dropOperands(args: readonly string[], count: number): readonly string[] {
  if (count === 0 || args.some((arg) => /^(?:-[ef]|--(?:expression|file))/.test(arg))) return args;
  let left = count;
  return args.filter((arg) => arg.startsWith("-") || --left < 0);
}

function modeOfTar(args: readonly string[]): string {
  const options = args.filter((arg, at) => at === 0 || arg.startsWith("-")).join(" ");
  if (/--(?:ex|get)|(?:^| )-?(?!-)[a-zA-Z]*x/.test(options)) return "x";
  return /--list|(?:^| )-?(?!-)[a-zA-Z]*t/.test(options) ? "t" : "c";
}

function reachOfRights(args: readonly string[]): Reach {
  if (LOCKS.test(args.find((arg) => /^[^-]|^-[rwx]/.test(arg)) ?? "")) return "any";
  return args.some((arg) => /^(?:-[a-zA-Z]*R|--recursive)$/.test(arg)) ? "near" : "none";
}

/** A target, and under it the name of each source. */
function listCopied(
  words: readonly string[],
  source: Pick<Named, "use" | "reach">,
  isFirst: boolean,
): readonly Named[] {
  const operands = words.filter((word) => !word.startsWith("-"));
  const named = words.flatMap((word, at) => {
    const attached = /^(?:--target-directory=|-t)(.+)$/s.exec(word)?.[1];
    const isOption = /^(?:-t|--target-directory|-destination(?:path)?)$/i.test(word);
    return isOption ? (words[at + 1] ?? []) : (attached ?? []);
  });
  const [target = ""] = named.length > 0 ? named : operands.slice(isFirst ? 0 : -1);
  const sources = operands.filter((word) => word !== target);
  const replaces = source.reach === "near" && words.some((word) => /^-[a-zA-Z]*[nT][a-zA-Z]*$/.test(word));
  const reach = words.some((word) => /^--delete/.test(word)) ? "any" : replaces ? "near" : "none";
  const landed = sources.slice(0, SOURCES_MAX).map((path) => join(target, basename(path)));
  return [
    ...(operands.length === 1 ? operands : sources)
      .flatMap(listPaths)
      .map((path): Named => ({ path, ...source })),
    ...(operands.length === 1 && named.length === 0 ? [] : [...listPaths(target), ...landed]).map(
      (path): Named => ({ path, use: "write", reach }),
    ),
  ];
}

/**
 * What a word may name as a path: itself, the value behind a sign, or behind the letters of an option. A sentence is no path, but a
 * directory may have blanks in its name: then the word begins like a path.
 */
function listPaths(word: string): readonly string[] {
  if (/\s/.test(word)) return /^[/~.][^\n]*$/.test(word) ? [word] : [];
  const behindLetters = /^-[A-Za-z]{1,8}?(?=[./~])(.+)$|^-[A-Za-z](.+)$/.exec(word) ?? [];
  const parts = /[=:,]/.test(word) ? word.split(/[=:,]/) : [];
  return [...(word.startsWith("-") ? behindLetters.slice(1) : [word]), ...parts].flatMap(
    (path) => path ?? [],
  );
}
