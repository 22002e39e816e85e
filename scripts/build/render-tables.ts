// A table of words as one text that is searched: making a set of it would take longer than all that a prompt asks. Whoever asks
// more, to bring an index up to date, gets the set.

export async function renderTables(path: string): Promise<string> {
  const tables: Readonly<Record<string, ReadonlySet<string> | ReadonlyMap<string, string>>> = await import(
    path
  );
  const lines = Object.entries(tables).map(([name, table]) => {
    const [words, open] =
      table instanceof Map
        ? [[...table].map(([word, text]) => `${word}=${text}`), "openMap"]
        : [[...table.keys()], "openSet"];
    return `export const ${name} = ${open}(${JSON.stringify(`;${words.join(";")};`)});`;
  });
  return [READ_TABLES, ...lines].join("\n");
}

const READ_TABLES = `
const MANY = 500;
const openSet = (text) => {
  let [asked, words] = [0, null];
  return {
    has: (word) => {
      asked += 1;
      if (asked > MANY) words ??= new Set(text.slice(1, -1).split(";"));
      return words === null ? text.includes(";" + word + ";") : words.has(word);
    },
  };
};
const openMap = (text) => {
  let [asked, pairs] = [0, null];
  return {
    get: (word) => {
      asked += 1;
      if (asked > MANY) pairs ??= new Map(text.slice(1, -1).split(";").map((pair) => pair.split("=")));
      if (pairs !== null) return pairs.get(word);
      const at = text.indexOf(";" + word + "=");
      const from = at + word.length + 2;
      return at < 0 ? undefined : text.slice(from, text.indexOf(";", from));
    },
  };
};`;
