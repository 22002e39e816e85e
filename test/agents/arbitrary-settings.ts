// Any settings file that a person may have: other keys, hooks and rules of their own, every kind of blank between them.

import fc from "fast-check";

const BLANK = fc.constantFrom("", " ", "\n", "\n  ", "\n\t", "\r\n", " \n ");
const OWN_HANDLER = fc.record({
  type: fc.constant("command"),
  command: fc.string({ maxLength: 8 }),
  timeout: fc.nat(),
});
const OWN_GROUP = fc.record(
  { matcher: fc.string({ maxLength: 4 }), hooks: fc.array(OWN_HANDLER, { maxLength: 2 }) },
  { requiredKeys: ["hooks"] },
);
const EVENTS = ["SessionStart", "Stop", "BeforeTool", "preToolUse", "PreToolUse", "Their own"];
const OWN_HOOKS = fc.dictionary(fc.constantFrom(...EVENTS), fc.array(OWN_GROUP, { maxLength: 2 }), {
  maxKeys: 3,
});
const OWN_RULES = fc.record(
  {
    allow: fc.array(fc.string({ maxLength: 9 })),
    deny: fc.array(fc.string({ maxLength: 9 }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const OTHERS = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });

const SETTINGS = fc
  .tuple(
    OTHERS,
    fc.option(OWN_HOOKS, { nil: undefined }),
    fc.option(OWN_RULES, { nil: undefined }),
    fc.boolean(),
  )
  .map(([others, hooks, permissions, hooksFirst]): Readonly<Record<string, unknown>> => {
    const { hooks: _hooks, permissions: _permissions, ...rest } = others;
    const own = { ...(hooks === undefined ? {} : { hooks }) };
    const rules = { ...(permissions === undefined ? {} : { permissions }) };
    return hooksFirst ? { ...own, ...rest, ...rules } : { ...rules, ...rest, ...own };
  });

export const arbitrarySettingsText: fc.Arbitrary<string> = fc
  .tuple(SETTINGS, fc.array(BLANK, { minLength: 3, maxLength: 12 }))
  .map(([settings, blanks]) => {
    let next = 0;
    const blank = (): string => blanks[next++ % blanks.length] ?? "";
    return `${blank()}${render(settings, blank)}${blank()}`;
  });

function render(value: unknown, blank: () => string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([key, inner]) => {
    const name = isList ? "" : `${JSON.stringify(key)}${blank()}:${blank()}`;
    return `${blank()}${name}${render(inner, blank)}${blank()}`;
  });
  const inside = parts.length === 0 ? blank() : parts.join(",");
  return isList ? `[${inside}]` : `{${inside}}`;
}
