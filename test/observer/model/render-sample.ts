import { createSecretFinder } from "../../../src/app/capture/spool-record.ts";
import { DEFAULT_CONFIG } from "../../../src/memory/config/config-keys.ts";
import { type PromptEvents, renderObserved } from "../../../src/observer/model/prompt.ts";
import type { SpoolRecord } from "../../../src/observer/spool/spool.ts";
import { RECORD } from "../spool/sample-record.ts";

const findSecrets = createSecretFinder(DEFAULT_CONFIG);

/** What is sent of records that are the sample but for what the test says. */
export function renderSample(
  records: readonly Partial<SpoolRecord>[],
  more: Partial<PromptEvents> = {},
): string {
  const whole = records.map((record) => ({ ...RECORD, ...record }));
  return renderObserved({
    records: whole,
    before: "",
    after: "",
    userTurnsOnly: false,
    findSecrets,
    ...more,
  });
}
