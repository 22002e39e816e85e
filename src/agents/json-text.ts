// JSON as a text with places: what stands where, so that a settings file can be changed at one spot and stay as it is
// everywhere else. Accepts what JSON.parse accepts, and comments where the client of the file does.

export type JsonNode = {
  readonly start: number;
  readonly end: number;
  /** What JSON.parse would make of it. */
  readonly value: unknown;
  /** Members of an object, elements of an array; null for everything else. */
  readonly children: readonly JsonChild[] | null;
};

export type JsonChild = {
  /** Null in an array. */
  readonly key: string | null;
  /** Where the child begins: at its key, or at its value in an array. */
  readonly start: number;
  readonly node: JsonNode;
};

/** No settings file is nested deeper; what is would end the stack. */
const DEPTH_MAX = 200;

type Options = { readonly comments: boolean };

/** Null where the text is not JSON, or says one key of an object twice: which of the two counts is not for us to say. */
export function parseJsonText(text: string, options: Options): JsonNode | null {
  const read = readText(text, options);
  return read instanceof NotJson ? null : read;
}

/** The first key that an object of the text has twice; null where there is none, or something else is wrong before it. */
export function findDoubleKey(text: string, options: Options): string | null {
  const read = readText(text, options);
  return read instanceof NotJson ? read.doubleKey : null;
}

function readText(text: string, { comments }: Options): JsonNode | NotJson {
  try {
    return new JsonReader(text, comments).readDocument();
  } catch (error) {
    if (error instanceof NotJson) return error;
    throw error;
  }
}

class NotJson extends Error {
  readonly doubleKey: string | null;

  constructor(doubleKey: string | null = null) {
    super();
    this.doubleKey = doubleKey;
  }
}

const COMMENT = /\/\/[^\n\r]*|\/\*[\s\S]*?\*\//y;
const BLANK = /[ \t\n\r]*/y;
const SCALAR = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null/y;

class JsonReader {
  readonly #text: string;
  readonly #comments: boolean;
  #at = 0;

  constructor(text: string, comments: boolean) {
    this.#text = text;
    this.#comments = comments;
    // Some editors begin a file with a byte order mark.
    if (text.startsWith("\uFEFF")) this.#at = 1;
  }

  readDocument(): JsonNode {
    this.#skip();
    const node = this.#readValue(0);
    this.#skip();
    if (this.#at < this.#text.length) throw new NotJson();
    return node;
  }

  #readValue(depth: number): JsonNode {
    if (depth > DEPTH_MAX) throw new NotJson();
    const first = this.#text[this.#at];
    if (first === "{" || first === "[") return this.#readContainer(first, depth);
    return this.#readScalar();
  }

  #readContainer(open: "{" | "[", depth: number): JsonNode {
    const start = this.#at;
    const close = open === "{" ? "}" : "]";
    const children: JsonChild[] = [];
    this.#at += 1;
    this.#skip();
    while (this.#text[this.#at] !== close) {
      if (children.length > 0) this.#expect(",");
      children.push(this.#readChild(open === "{", depth));
      this.#skip();
    }
    this.#at += 1;
    return { start, end: this.#at, value: toValue(children, open === "{"), children };
  }

  #readChild(isMember: boolean, depth: number): JsonChild {
    const start = this.#at;
    if (!isMember) return { key: null, start, node: this.#readValue(depth + 1) };
    const key = this.#readScalar().value;
    if (typeof key !== "string") throw new NotJson();
    this.#skip();
    this.#expect(":");
    return { key, start, node: this.#readValue(depth + 1) };
  }

  #readScalar(): JsonNode {
    const start = this.#at;
    const found = this.#match(SCALAR);
    try {
      return { start, end: this.#at, value: JSON.parse(found), children: null };
    } catch {
      // A number with two points, a string with a bare line end: JSON.parse knows better than the pattern.
      throw new NotJson();
    }
  }

  #expect(char: string): void {
    if (this.#text[this.#at] !== char) throw new NotJson();
    this.#at += 1;
    this.#skip();
  }

  #skip(): void {
    do this.#match(BLANK);
    while (this.#comments && this.#match(COMMENT) !== "");
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }
}

function toValue(children: readonly JsonChild[], isObject: boolean): unknown {
  if (!isObject) return children.map(({ node }) => node.value);
  const keys = new Set<string | null>();
  for (const { key } of children) {
    if (keys.has(key)) throw new NotJson(key);
    keys.add(key);
  }
  return Object.fromEntries(children.map(({ key, node }) => [key ?? "", node.value]));
}
