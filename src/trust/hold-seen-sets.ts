// The seen sets that a server holds open between its calls: to open one takes as long as to ask it for the memories of a prompt.
//
// Attack: the file, or the mark that names it, is replaced, changed or removed since it was judged. It is used again only while
// both are, to the instant of the file's last change, what they were before it was opened; otherwise it is let go, and whatever
// is at its place now is judged as if this were the first look. That also holds after each write, of ours or of another process.

import { nameState, type SeenPlace } from "./seen-file.ts";
import { openSeenSet, type SeenSet } from "./seen-set.ts";

export type SeenHolder = {
  /** The one that is held, or a new one. Whoever has it has it alone until they close it. */
  readonly open: (place: SeenPlace) => SeenSet;
  /** Closes those that would not be used again: as long as they are open, the system keeps what was in them. */
  readonly letGo: () => void;
  readonly close: () => void;
};

type Held = { readonly set: SeenSet; readonly place: SeenPlace; readonly state: string };

export function holdSeenSets(): SeenHolder {
  const held = new Map<string, Held>();
  const drop = ({ place, set }: Held): void => {
    held.delete(place.root);
    set.close();
  };
  const take = (place: SeenPlace, state: string | null): SeenSet => {
    const known = held.get(place.root);
    if (known === undefined) return openSeenSet(place);
    if (known.state === state && known.place.path === place.path) {
      held.delete(place.root);
      return known.set;
    }
    drop(known);
    return openSeenSet(place);
  };
  return {
    open: (place) => {
      const state = nameState(place);
      const set = take(place, state);
      const close = (): void => {
        if (state === null || held.has(place.root) || !mayHold(set)) set.close();
        else held.set(place.root, { set, place, state });
      };
      return { ...set, close };
    },
    letGo: () => {
      for (const each of held.values()) if (nameState(each.place) !== each.state) drop(each);
    },
    close: () => {
      for (const each of held.values()) drop(each);
    },
  };
}

/** One that says nothing is opened anew each time: the reason may be gone by then. */
function mayHold({ opened }: SeenSet): boolean {
  return opened?.isOpen === true && !opened.isTransaction;
}
