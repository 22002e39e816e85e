// What a table of words can be asked. Not more: the build may keep it as one text (scripts/build/render-tables.ts).

export type WordSet = Pick<ReadonlySet<string>, "has">;
export type WordMap = Pick<ReadonlyMap<string, string>, "get">;
