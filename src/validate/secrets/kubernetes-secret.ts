import { defineRule, type RuleMatch } from "../rule.ts";
import { isTemplate } from "./judge/placeholder.ts";

const SAMPLE = "c2Vzc2lvbi1rZXktMTIz";

/** Entries below `data:` or `stringData:` of a manifest whose kind is Secret. */
export default defineRule({
  id: "kubernetes-secret",
  family: "kubernetes",
  severity: "error",
  keywords: ["kind:"],
  pattern:
    /^(?<indent>[ \t]{1,8})[\w.-]{1,60}:[ \t]{0,4}(?:[|>][+-]?\r?\n[ \t]{1,12})?["']?(?<secret>[A-Za-z0-9+/]{12,8000}={0,2})["']?[ \t\r]{0,20}$/dgm,
  message: "a value in a Kubernetes secret",
  accepts: (match) => isBelowData(match) && !isTemplate(match.groups["secret"] ?? ""),
  catches: [
    `apiVersion: v1\nkind: Secret\ndata:\n  password: ${SAMPLE}`,
    `apiVersion: v1\ndata:\n  .dockercfg: |\n    ${SAMPLE}\nkind: "Secret"`,
    `apiVersion: v1\nkind:  'Secret'\ndata:\n  password: ${SAMPLE}`,
  ],
  spares: [
    'apiVersion: v1\nkind: Secret\ndata:\n  password: ""',
    "apiVersion: v1\nkind: Secret\ndata:\n  password: {{ .Values.password }}",
    `kind: ConfigMap\ndata:\n  password: ${SAMPLE}\n---\nkind: Secret\n`,
    `kind: Secret\nmetadata:\n  name: ${SAMPLE}`,
  ],
});

const LOOK_AROUND_CHARS = 4_000;

function isBelowData({ text, index, groups }: RuleMatch): boolean {
  const before = text.slice(Math.max(0, index - LOOK_AROUND_CHARS), index);
  const parent = findParent(before, groups["indent"]?.length ?? 0);
  if (!/^[ \t]{0,8}(?:data|stringData):/.test(parent)) return false;
  const head = before.slice(before.lastIndexOf("\n---") + 1);
  const tail = text.slice(index, index + LOOK_AROUND_CHARS).split("\n---", 1)[0] ?? "";
  return /^[ \t]{0,8}kind:[ \t]{0,4}["']?secret["']?[ \t\r]{0,20}$/im.test(`${head}${tail}`);
}

/** The nearest line above that is indented less, which is what the entry belongs to. */
function findParent(before: string, indent: number): string {
  let end = before.length - 1;
  while (end > 0) {
    const start = before.lastIndexOf("\n", end - 1) + 1;
    const line = before.slice(start, end);
    if (line.trim() !== "" && line.length - line.trimStart().length < indent) return line;
    end = start - 1;
  }
  return "";
}
