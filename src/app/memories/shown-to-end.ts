// The word that a text was shown to its end. Attack: a bad line at the end of a long text becomes a fact, because whoever signed
// it saw only its beginning. So "shown" is a value that a signature demands, and not a habit of each screen.

type Text = { readonly digest: string | null };

/**
 * That these texts stood on a person's screen to their last line. Only `noteShown` makes one, and `test/arch` names who may
 * call it: what has paged through a screen to its end, and what takes a mark of the page. A signature that a person is asked
 * for takes nothing else.
 */
class ShownToEnd {
  readonly #digests: ReadonlySet<string | null>;

  constructor(texts: readonly Text[]) {
    this.#digests = new Set(texts.map(({ digest }) => digest));
  }

  has({ digest }: Text): boolean {
    return this.#digests.has(digest);
  }
}

export type { ShownToEnd };

export function noteShown(...texts: readonly (Text | null)[]): ShownToEnd {
  return new ShownToEnd(texts.filter((each) => each !== null));
}
