// What code may do with a path, by the words in it. Code that only reads has none of these; what is in doubt has one.

/** They write, take away, make links, run programs, or run more code. */
const WRITES =
  /writ|append|put_|remov|unlink|delet|\brm|rmtree|renam|mov[ei]|cop(?:y|ie)|\bcp|link|mkdir|mkd?temp|touch|chmod|chown|utime|truncat|replac|save|dump(?!s)|spawn|exec|eval|system|popen|subprocess|child_process|\brun|shell|shutil|fileutils|__import__|ctypes|sqlite|extract|retriev|download|creat|inplace|handler|\bto_\w|\bO_[A-Z]|\bqx|`/i;
/** A mode in quotes, or the sign of one: `'w'`, `"r+"`, `">"`, `"| cmd"`. */
const OPEN_MODE = /["'](?:[rbt]{0,3}[wax+][wax+rbt]{0,3}["']|\s{0,3}\+?[<>|])/;
/** A text in quotes that is nothing but a path: the words in it are names. */
const PATH_LITERAL = /(["'])[\w.~-]{0,64}\/[\w.~/-]{0,512}\1/g;

const TAKES_AWAY = /rm|remov|renam|mov|unlink|delet|replac|symlink/i;
/** It goes on to what is below a directory. */
const DESCENDS = /walk|glob|listdir|readdir|scandir|iterdir|recurs|find|entries|children|Dir\[/i;

export function canWrite(code: string): boolean {
  const words = code.replaceAll(PATH_LITERAL, "");
  return WRITES.test(words) || (/open|file|new/i.test(words) && OPEN_MODE.test(code));
}

export function takesAway(code: string): boolean {
  return TAKES_AWAY.test(code);
}

export function descends(code: string): boolean {
  return DESCENDS.test(code);
}

const AWK_WRITES = /\bprintf?\b[^;}\n]{0,256}[>|]|\bsystem\s{0,20}\(/;

/** awk prints into files and programs by a sign behind `print`; elsewhere the sign compares. */
export function canAwkWrite(code: string): boolean {
  return AWK_WRITES.test(code);
}
