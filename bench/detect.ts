// `npm run bench:detect`: precision, recall and F1 of both detectors on the shared samples, and what they miss; then the
// injection check on our own probes, on changed rows, and with each source and family left out of the model's training.

import { printLeftOut, readTrainingRows } from "../scripts/train/left-out.ts";
import { benchInjection, listAttacks, printInjectionReport } from "./detect-injection.ts";
import { printInjectionProbes } from "./detect-probes.ts";
import { printInjectionRobustness } from "./detect-robustness.ts";
import { printHonestMemories, printProbes, printRobustness, printWritten } from "./detect-secret-forms.ts";
import { benchSecrets } from "./detect-secrets.ts";
import { printHonestSources } from "./honest-sources.ts";
import { printSecretsReport } from "./print-secrets.ts";
import { findData } from "./read-data.ts";

const data = findData();
await printProbes();
await printWritten();
await printHonestMemories();
const secrets = await benchSecrets();
const injection = benchInjection();
printInjectionProbes();
printHonestSources();
if (data === null || secrets === null || injection === null) {
  console.log("the shared data is not here, so there is nothing to measure");
} else {
  printSecretsReport(secrets);
  await printRobustness();
  console.log("");
  printInjectionReport(injection);
  printInjectionRobustness(listAttacks(data));
  printLeftOut(data, readTrainingRows(data));
}
