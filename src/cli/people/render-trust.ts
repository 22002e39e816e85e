import type { DescribedTrust } from "../../app/people/list-trust.ts";
import type { OpenRoot } from "../../app/workspace/workspace.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { firstOf, type GridRow, grid, type Report } from "../report/report.ts";

/** How wide the first column of people is at least. */
const NAMES = [13];
const GROUP = 8;
const IDS_SHOWN_MAX = 50;

/** Own keys first: they are what somebody reads here to type it elsewhere. */
export function sayTrust(
  { own, signers, unknown }: DescribedTrust,
  { withIds }: { readonly withIds: boolean },
): Report {
  const rows: GridRow[] = [
    ...own.map(({ kind, fingerprint, sealed }) => {
      const open = kind === "person" && !sealed ? " (no passphrase: any program you run can use it)" : "";
      return [kind === "person" ? "you" : "this machine", groupFingerprint(fingerprint) + open];
    }),
    ...(own.some(({ kind }) => kind === "person")
      ? []
      : [["you", "none yet: made when you first approve something"]]),
    ...signers.map(({ petname, kind, fingerprint, root, former }) => {
      const more = former ? ", a former key" : "";
      return [petname, `${groupFingerprint(fingerprint)} ${kind}, for ${root}${more}`];
    }),
  ];
  return [
    grid(NAMES, rows),
    ...unknown.flatMap(({ kind, ends, root, statements, ids }) => [
      grid(NAMES, [
        [
          "unknown",
          `…${ends} ${kind}, ${pluralize(statements, "statement", "statements")} about ${pluralize(ids.length, "memory", "memories")} in ${root}`,
        ],
      ]),
      ...(withIds ? listIds(ids) : []),
    ]),
    ...(unknown.length === 0 ? [] : ASK),
  ];
}

const ASK = [
  "To trust one, ask them to run `credence trust show`. If a line of theirs ends like this, run",
  "`credence trust add NAME` and type the first 8 characters that they read to you.",
];

/** The first group is what a person types on the other machine. */
export function groupFingerprint(fingerprint: string): string {
  return (fingerprint.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? []).join(" ");
}

/** Where nobody says otherwise a command means the project. */
export function scopeIn({ kind }: Pick<OpenRoot, "kind">): string {
  return kind === "user" ? " --scope user" : "";
}

export function listIds(ids: readonly string[]): string[] {
  return firstOf(ids, IDS_SHOWN_MAX, "  ");
}
