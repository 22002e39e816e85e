// Ways in which people write a secret down. Each is filled with values drawn from a seed; SERVICE, USER, ENV and HOST with what
// surrounds them.

import { join } from "node:path";
import { readRows } from "../../fixture/rows.ts";
import { createRandom, fillPlaces, pick, type Random, VALUES, type ValueKind } from "./random-values.ts";

/**
 * The early ones were written before the rules were frozen. The late ones were written only after that, and the last ones after the
 * families had been mended for what the late ones had shown: the rules then found 76 % of either, and what they find today was mended
 * for them too, and says less about secrets nobody here has seen. Of the two others, who had read the rules, the first had also
 * widened what is read below a name. Nothing was changed to find theirs: only the keywords of two rules were widened after the first
 * of them, which found none more.
 */
type FormSet = "early" | "late" | "last" | "by another author" | "by a third author";

export type Form = {
  readonly set: FormSet;
  readonly name: string;
  readonly family: string;
  readonly kinds: readonly ValueKind[];
  /** With VALUE in it, or what is made of the value or drawn instead of it. */
  readonly write: string;
};

const FORMS = readRows<Form>(join(import.meta.dirname, "secret-forms.ndjson"));

export const formsOf = (set: FormSet): Form[] => FORMS.filter((form) => form.set === set);

const SERVICES = "Grafana Jenkins Nexus Keycloak RabbitMQ Sentry Vaultwarden Harbor Gitea Metabase".split(
  " ",
);
const USERS = "admin deploy root maria ci-bot backup svc_report ops".split(" ");
const ENVS = "prod staging dev test-lab qa".split(" ");
const HOSTS = "db1.acme.dev vpn.acme.dev 10.20.3.4 cache-2 registry.acme.dev".split(" ");

/** The value stands in the text, unless the form makes something else of it. */
export type Probe = { readonly form: Form; readonly text: string; readonly value: string };

/** The same probes for the same seed. */
export function writeProbes(forms: readonly Form[], perForm: number, seed: number): Probe[] {
  const random = createRandom(seed);
  return forms.flatMap((form) =>
    Array.from({ length: perForm }, (_, turn) => {
      const kind = form.kinds[turn % form.kinds.length] ?? "generated";
      const value = VALUES[kind](random);
      return { form, text: fill(form.write, value, random), value };
    }),
  );
}

function fill(form: string, value: string, random: Random): string {
  const encoded = form.replace(/\{\{btoa:(.*?)\}\}/, (_, plain: string) =>
    btoa(plain.replace("VALUE", () => value)),
  );
  return fillPlaces(encoded, random)
    .replaceAll("SERVICE", pick(random, SERVICES))
    .replaceAll("USER", pick(random, USERS))
    .replaceAll("ENV", pick(random, ENVS))
    .replaceAll("HOST", pick(random, HOSTS))
    .replaceAll("VALUE", () => value);
}
