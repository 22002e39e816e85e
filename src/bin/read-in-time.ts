import type { InputLimits } from "../hooks/run-hook.ts";
import { readObject } from "./read-object.ts";

let isReading = false;

/** A thread still waits for input. */
export function isStuck(): boolean {
  return isReading;
}

/** One object; null where it does not come in time. */
export async function readInTime({ bytesMax, untilMs }: InputLimits): Promise<string | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, Math.max(0, untilMs - process.uptime() * 1_000), null);
  isReading = true;
  const object = readObject(bytesMax).finally(() => {
    isReading = false;
  });
  return Promise.race([object, late]).finally(() => clearTimeout(timer));
}
