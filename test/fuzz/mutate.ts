// Mutants of known inputs. A mutant is a seed and a list of small changes, so that fast-check shrinks it to the seed and the changes
// that matter. What a seed claims of itself (`expect`) does not hold of its mutants, and is left out.

import fc from "fast-check";
import { NASTY_TOKENS } from "./tokens.ts";

type Change = {
  /** Which value of the tree, counted through; and where in it. */
  readonly at: number;
  readonly from: number;
  readonly length: number;
  readonly how: (typeof HOWS)[number];
  readonly token: string;
  readonly odd: unknown;
};

const HOWS = ["insert", "cut", "repeat", "swap", "token", "odd", "drop", "double", "other", "case"] as const;

const ODD: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 2 ** 53, 1e308, "", " ", [], {}, [[]], [null], { "": "" }],
  ...["__proto__", "constructor", "toString", "null", "\u0000", "\ud800", "0", "-1", "NaN", "../../x"],
];

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat({ max: 10_000 }),
  from: fc.nat({ max: 10_000 }),
  length: fc.nat({ max: 24 }),
  how: fc.constantFrom(...HOWS),
  token: fc.oneof(fc.constantFrom(...NASTY_TOKENS), fc.string({ unit: "binary-ascii", maxLength: 3 })),
  odd: fc.constantFrom(...ODD),
});

export function mutated(seeds: readonly unknown[]): fc.Arbitrary<unknown> {
  const pool = seeds.flatMap((seed) => stringsIn(seed)).slice(0, 5_000);
  return fc
    .tuple(fc.nat({ max: seeds.length - 1 }), fc.array(change, { minLength: 1, maxLength: 6 }))
    .map(([at, changes]) => {
      const whole = { tree: withoutClaim(structuredClone(seeds[at])) };
      for (const each of changes) apply(whole, each, pool);
      return whole.tree;
    });
}

function withoutClaim(seed: unknown): unknown {
  if (typeof seed !== "object" || seed === null || Array.isArray(seed)) return seed;
  return Object.fromEntries(Object.entries(seed).filter(([key]) => key !== "expect"));
}

type Slot = { readonly holder: object; readonly key: string };

/** Every value of a tree but its top, which is held by `whole`. */
function slotsIn(holder: object): Slot[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder, key },
    ...(typeof value === "object" && value !== null ? slotsIn(value) : []),
  ]);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function apply(whole: { tree: unknown }, change: Change, pool: readonly string[]): void {
  const slots = slotsIn(whole);
  // Mostly strings: whatever else there is are a few words of ours.
  const strings = slots.filter((each) => typeof slotValue(each) === "string");
  const among = strings.length > 0 && change.odd !== null ? strings : slots;
  const slot = among[change.at % among.length];
  if (slot === undefined) return;
  const value = slotValue(slot);
  if (change.how === "drop") return void dropSlot(slot);
  if (change.how === "double") return void doubleSlot(slot);
  const next = typeof value === "string" ? mutateText(value, change, pool) : change.odd;
  setValue(slot, structuredClone(change.how === "odd" ? change.odd : next));
}

function mutateText(text: string, { at, from, length, how, token }: Change, pool: readonly string[]): string {
  const start = text.length === 0 ? 0 : from % (text.length + 1);
  const part = text.slice(start, start + length);
  const [head, tail] = [text.slice(0, start), text.slice(start + length)];
  const other = pool.length === 0 ? token : (pool[(at * 31 + from) % pool.length] ?? token);
  switch (how) {
    case "insert":
      return head + token + part + tail;
    case "cut":
      return head + tail;
    case "repeat":
      return head + part.repeat(2 + (at % 40)) + tail;
    case "swap":
      return tail + part + head;
    case "case":
      return head + (at % 2 === 0 ? part.toUpperCase() : part.normalize("NFKD")) + tail;
    case "other":
      return head + other.slice(0, 4_000) + tail;
    default:
      return head + token + tail;
  }
}

function slotValue({ holder, key }: Slot): unknown {
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}

function setValue({ holder, key }: Slot, value: unknown): void {
  // A key of a seed may be any word, and none of them sets a prototype.
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function dropSlot({ holder, key }: Slot): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (key !== "tree") Reflect.deleteProperty(holder, key);
}

function doubleSlot(slot: Slot): void {
  const { holder, key } = slot;
  const value = structuredClone(slotValue(slot));
  if (Array.isArray(holder)) holder.splice(Number(key), 0, value);
  else if (key !== "tree") setValue({ holder, key: `${key}2` }, value);
}
