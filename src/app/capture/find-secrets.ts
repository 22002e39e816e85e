// What has to be taken out of captured text: secrets by our own rules, all of them, and with `owner.strict` the personal data
// of others. The maintained rule set is left out here: it is asynchronous and many times slower, and whatever becomes a
// memory later is checked with it.

import type { Config } from "../../memory/config/config-keys.ts";
import type { FindSecrets } from "../../observer/capture/redact-and-truncate.ts";
import { SECRET_RULES } from "../../validate/secrets/index.ts";
import { isOwners } from "../../validate/secrets/owner.ts";
import { scanSecrets, scanWith } from "../../validate/secrets/scan-secrets.ts";

export function createSecretFinder(config: Config): FindSecrets {
  const strict = config["owner.strict"];
  const owner = {
    emails: config["owner.emails"],
    github: config["owner.github"],
    homeUser: config["owner.home-user"],
    strict,
  };
  return (text) => {
    const hits = strict ? scanWith(SECRET_RULES, text, Number.POSITIVE_INFINITY) : scanSecrets(text);
    return hits
      .filter(({ rule, value }) => rule.severity !== "notice" || !isOwners(value, owner))
      .map(({ rule, start, end }) => ({ rule: rule.id, start, end }));
  };
}
