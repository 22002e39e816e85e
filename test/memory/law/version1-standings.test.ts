// How memories stood by the law of files, which was the law until statements had a version 3: a table of histories and what it said of
// each. In an own root that was not upgraded all of it holds; in a shared one all but a machine's no to what a person approved.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Act } from "../../../src/memory/law/acts.ts";
import { computeStanding, type StandingInput, type Vouching } from "../../../src/memory/law/standing.ts";
import type { Status, Tier } from "../../../src/memory/memory.ts";
import {
  ANA,
  ANAS_MACHINE,
  attest,
  BEN,
  lying,
  OWN_MACHINE,
  OWN_PERSON,
  STRANGE_MACHINE,
  STRANGER,
  situation,
  TEXTS,
} from "./signers.ts";

const WHO: Readonly<Record<string, string>> = {
  laptop: OWN_MACHINE,
  you: OWN_PERSON,
  ana: ANA,
  "anas-laptop": ANAS_MACHINE,
  ben: BEN,
  stranger: STRANGER,
  "strange-machine": STRANGE_MACHINE,
};

type Row = { readonly input: StandingInput; readonly stood: string; readonly line: string };

/** `["1 verified active memories", "verified approved", "wrote laptop 1 05 both", "approve you 1 06 disk 1"]`: the file, how it stood,
 * and what was said: act, signer, text, day, where it is, and the places of its parents. */
function readRow(line: string): Row {
  const [file = "", stood = "", ...said]: string[] = JSON.parse(line);
  const [text, tier = "", status = "", directory] = file.split(" ");
  const all: { readonly vouching: Vouching; readonly where: string }[] = [];
  for (const each of said) {
    const [act, who = "", of, day, where = "", parents] = each.split(" ");
    const named = (parents ?? "").split(",").filter((place) => place !== "");
    const hashes = named.map((place) => all[Number(place) - 1]?.vouching.hash ?? "9".repeat(64));
    const more = { digest: TEXTS[Number(of) - 1] ?? "", time: `2026-05-${day}T09:30:00Z`, parents: hashes };
    all.push({ vouching: attest(act as Act, WHO[who] ?? "", more), where });
  }
  const on = (...places: string[]): Vouching[] =>
    all.filter(({ where }) => places.includes(where)).map(({ vouching }) => vouching);
  const digest = text === "none" ? null : (TEXTS[Number(text) - 1] ?? "");
  const input = situation(on("disk", "both"), {
    remembered: on("memory", "both"),
    file: {
      digest,
      tier: tier === "null" ? null : (tier as Tier),
      status: status as Status,
      directory: directory === "quarantine" ? directory : "memories",
    },
  });
  return { input, stood, line };
}

const ROWS = readFileSync(join(import.meta.dirname, "version1-standings.ndjson"), "utf8")
  .trimEnd()
  .split("\n")
  .map(readRow);

function standingOf(input: StandingInput): string {
  const { standing, cause } = computeStanding(input);
  return `${standing} ${cause}`;
}

test("in an own root that was not upgraded everything stands as it stood", () => {
  assert.equal(ROWS.length, 576);
  for (const { input, stood, line } of ROWS) assert.equal(standingOf(input), stood, line);
});

/** A machine's: of what a person approved it is a wish in a shared root. */
const isWish = ({ act, signer }: Vouching): boolean =>
  signer.startsWith("machine:") && (act === "lower" || act === "retire");

test("in a shared root it stands so, too, without what machines wished for", () => {
  for (const { input, stood, line } of ROWS) {
    const { attestations, remembered } = input;
    const isApproved = [...attestations, ...remembered].some(
      ({ act, signer }) => act === "approve" && [OWN_PERSON, ANA].includes(signer),
    );
    const without = {
      ...input,
      attestations: attestations.filter((each) => !isWish(each)),
      remembered: remembered.filter((each) => !isWish(each)),
    };
    const expected = isApproved ? standingOf(without) : stood;
    const shared = { ...input, sets: lying({ range: "tree" }) };
    const own = attestations.filter((each) => each.signer === OWN_MACHINE && each.act === "lower");
    // A validator's of this machine, which is no wish, comes after an approval.
    if (own.some(({ parents }) => parents.length > 0)) continue;
    assert.equal(standingOf(shared), expected, line);
  }
});
