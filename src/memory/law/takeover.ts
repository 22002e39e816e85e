// When a person may make an inferred memory their own words before it was observed for its days. Attack: an agent, or a text that
// it read, writes something that a hurried person takes over. So what others could have written, what makes its reader do harm, and
// what came from another person's machine is not taken over; whoever wants it writes it in words of their own. Fails closed.

import { type Refusal, refuse } from "../errors.ts";
import type { Bar, Circumstances, Subject } from "./subject.ts";

export function underObservation({ id }: Subject, { opens, now }: Circumstances): Refusal | null {
  if (opens !== null && now < opens) return null;
  return refuse("WRONG_STANDING", `${id} is not under observation`, `credence yes ${id} says what it needs`);
}

/** In the order in which they are told. */
const BARS: readonly Bar[] = ["elsewhere", "tainted", "strong"];

export function ownable({ id }: Subject, { bars = BARS }: Circumstances): Refusal | null {
  const ways = `credence edit ${id} signs your own wording, credence no ${id} drops it`;
  switch (BARS.find((each) => bars.includes(each))) {
    case "elsewhere":
      return refuse(
        "WRONG_STANDING",
        `${id} was not written on a machine of yours, so it is not yours to take over`,
        ways,
      );
    case "tainted":
      return refuse("WRONG_STANDING", `${id} was written after reading what others can write`, ways);
    case "strong":
      return refuse("FLAGGED", `${id} has a strong finding`, ways);
    case undefined:
      return null;
  }
}
