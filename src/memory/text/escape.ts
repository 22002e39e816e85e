// Threat: a stored text that closes our block and goes on as if it were the client or the user. No field reaches a
// model with a character that could open, close or continue a tag, an attribute or an entity.

const ENTITY_OF: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const CHAR_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ENTITY_OF).map(([char, entity]) => [entity, char]),
);

/** Escape last: a text that is cut after escaping may end in half an entity. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITY_OF[char] ?? char);
}

/** The inverse, for reading what `escapeMarkup` wrote; any other entity stays as it is. */
export function unescapeMarkup(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHAR_OF[entity] ?? entity);
}

/** True if `escapeMarkup` could have written it. */
export function isEscaped(text: string): boolean {
  return /^(?:[^&<>"']|&(?:amp|lt|gt|quot|#39);)*$/.test(text);
}
