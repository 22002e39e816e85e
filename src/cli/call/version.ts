import packageJson from "../../../package.json" with { type: "json" };
import { renderJson } from "./render-json.ts";

/** The trust model whose laws this version keeps. */
const TRUST_MODEL = "1.0.0";

export function renderVersion(json: boolean): string {
  const { name, version } = packageJson;
  return json ? renderJson({ name, version, trustModel: TRUST_MODEL }) : `${name} ${version}\n`;
}
