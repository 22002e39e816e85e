// A value that several components follow.

import { useLayoutEffect, useState } from "preact/hooks";

export type Cell<T> = {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly follow: (listener: () => void) => () => void;
};

export function makeCell<T>(initial: T): Cell<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of [...listeners]) listener();
    },
    follow: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useCell<T>(cell: Cell<T>): T {
  const [value, setValue] = useState(() => cell.get());
  // Set before the browser paints, so that an outdated value is never shown.
  useLayoutEffect(() => {
    // The value may have changed since the first render.
    setValue(() => cell.get());
    return cell.follow(() => setValue(() => cell.get()));
  }, [cell]);
  return value;
}
