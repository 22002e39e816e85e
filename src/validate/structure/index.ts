// The list of structure rules. A new rule is one `defineStructureRule` and one line here.

import { bodyLong, bodyTooShort } from "./body-length.ts";
import conflictMarkers from "./conflict-markers.ts";
import { fileName, prefixType } from "./file-name.ts";
import type { StructureRule } from "./rule.ts";
import sections from "./sections.ts";
import { byteOrderMark, lineEndings, normalForm } from "./text-form.ts";

export const STRUCTURE_RULES: readonly StructureRule[] = [
  conflictMarkers,
  bodyTooShort,
  fileName,
  prefixType,
  bodyLong,
  sections,
  lineEndings,
  byteOrderMark,
  normalForm,
];
