import { sanitizeBody, sanitizeField, sanitizeList, sanitizeTags } from "../../memory/file/draft.ts";
import type { Update } from "../../memory/file/merge-update.ts";

/** The same cleaning as for a new memory. */
export function sanitizeUpdate(update: Update): Update {
  return {
    ...update,
    name: update.name === null ? null : sanitizeField(update.name),
    description: update.description === null ? null : sanitizeField(update.description),
    tags: sanitizeTags(update.tags),
    relatedFiles: sanitizeList(update.relatedFiles),
    body: update.body === null ? null : sanitizeBody(update.body),
  };
}
