// An operation that was begun and that nobody carries on: the next writer finishes it.

import { CredenceError } from "../../memory/errors.ts";
import { isBeingWritten } from "../../store/lock.ts";
import { hasPending } from "../../store/transaction.ts";
import { transactionPlace } from "../change/change-root.ts";
import type { OpenRoot } from "../workspace/workspace.ts";

/** While somebody writes there is always one under way. It may end between the first look and the second. */
export function isInterrupted(root: OpenRoot): boolean {
  const place = transactionPlace(root);
  return hasPending(place) && !isBeingWritten(root.path) && hasPending(place);
}

/** The same where one is damaged, of which doctor says what to do about it. That nobody can look is said of machine state. */
export function seemsInterrupted(root: OpenRoot): boolean {
  try {
    return isInterrupted(root);
  } catch (error) {
    if (error instanceof CredenceError) return error.code === "STATE_REFUSED";
    throw error;
  }
}
