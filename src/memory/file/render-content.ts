// What a signature covers, as lines a person can read and compare. Exact: two contents with different digests never look
// the same here.

import type { DigestedContent } from "./digest.ts";

export function renderContent({ type, category, name, description, tags, body }: DigestedContent): string {
  return [
    `type: ${type}`,
    `category: ${category ?? "none"}`,
    `name: ${name}`,
    `description: ${description}`,
    // As JSON, because a tag may hold a comma.
    `tags: ${JSON.stringify(tags)}`,
    "",
    body,
  ].join("\n");
}
