// Ways to spell a path for a shell, at random: each leads to the same file.

import fc from "fast-check";

/** A path as a word, and what has to stand before the command for it to mean that path. */
export type Spelling = { readonly before: string; readonly word: string };

type Quoting = (text: string) => string;

const escapeBackslash: Quoting = (text) => [...text].map((character) => `\\${character}`).join("");
const escapeHex: Quoting = (text) =>
  `$'${[...text].map((character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`).join("")}'`;
const escapeOctal: Quoting = (text) =>
  `$'${[...text].map((character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`).join("")}'`;

const QUOTINGS: readonly Quoting[] = [
  (text) => text,
  (text) => text,
  (text) => `'${text}'`,
  (text) => `"${text}"`,
  (text) => `$"${text}"`,
  escapeBackslash,
  escapeHex,
  escapeOctal,
  (text) => `${text.slice(0, 1)}''${text.slice(1)}`,
  (text) => `{${text},${text}}`,
];

/** One name, cut into pieces that are quoted each in its own way. */
const nameOf = (name: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: name.length }), fc.constantFrom(...QUOTINGS), fc.constantFrom(...QUOTINGS))
    .map(([cut, first, second]) => {
      const [head, tail] = [name.slice(0, cut), name.slice(cut)];
      return (head === "" ? "" : first(head)) + (tail === "" ? "" : second(tail));
    });

/** What may stand between two names. */
const separator = fc.constantFrom("/", "/", "//", "/./", "/.//./", "/'nowhere'/../");

export type Place = { readonly home: string; readonly top: string };

/** From where a path can be spelled; `rest` is what is left of it below the top of the project. */
const beginning = ({ home, top }: Place): fc.Arbitrary<Spelling> => {
  const variable = (name: string, value: string): Spelling => ({
    before: `${name}=${value}; `,
    word: `$${name}/`,
  });
  return fc.constantFrom<Spelling>(
    { before: "", word: "" },
    { before: "", word: "./" },
    { before: "", word: "src/../" },
    { before: "", word: `${top}/` },
    { before: "", word: "~/proj/" },
    { before: "", word: "~/alias/" },
    { before: "", word: "$HOME/proj/" },
    { before: "", word: `"\${HOME}"/proj/` },
    { before: "", word: `\${HOME:-/nowhere}/proj/` },
    { before: "", word: '"$PWD"/' },
    { before: "", word: "$(pwd)/" },
    { before: "", word: '"`pwd`"/' },
    { before: "cd src && ", word: "../" },
    { before: "cd /; ", word: `${top.slice(1)}/` },
    { before: `cd ${home} && `, word: "proj/" },
    { before: "pushd src >/dev/null; ", word: "../" },
    variable("X", top),
    variable("X", "~/proj"),
    variable("LONG_name1", "$HOME/proj"),
  );
};

export const spell = (place: Place, path: string): fc.Arbitrary<Spelling> => {
  const names = path.split("/");
  const spelledNames = fc.tuple(...names.map(nameOf));
  const separators = fc.array(separator, { minLength: names.length, maxLength: names.length });
  return fc.tuple(beginning(place), spelledNames, separators).map(([start, spelled, between]) => ({
    before: start.before,
    word: start.word + spelled.map((name, index) => (index === 0 ? "" : between[index]) + name).join(""),
  }));
};

/** Programs that write what is in place of `%`. */
export const WRITERS: readonly string[] = [
  ..."rm -f %|touch %|tee %|truncate -s 0 %|mkdir -p %|cp README.md %|mv README.md %|chmod 600 %|vim %".split(
    "|",
  ),
  ..."sed -i s/a/b/ %|sudo rm %|env A=b rm %|timeout 5 rm %|true && rm %|(rm %)|ls; rm % ;|rm -- %".split(
    "|",
  ),
  ...[
    "echo x >> %",
    "cat README.md | tee -a %",
    "if true; then rm %; fi",
    "ls $(rm %)",
    "for f in %; do rm $f; done",
    "find % -exec rm {} +",
  ],
];
