// `npm run bench:detect`: precision, recall and F1 of both detectors on the shared samples, and what they miss.

import { benchInjection, printInjectionReport } from "./detect-injection.ts";
import { printProbes, printRobustness } from "./detect-secret-forms.ts";
import { benchSecrets } from "./detect-secrets.ts";
import { printSecretsReport } from "./print-secrets.ts";

await printProbes();
const secrets = await benchSecrets();
const injection = benchInjection();
if (secrets === null || injection === null) {
  console.log("the shared data is not here, so there is nothing to measure");
} else {
  printSecretsReport(secrets);
  await printRobustness();
  console.log("");
  printInjectionReport(injection);
}
