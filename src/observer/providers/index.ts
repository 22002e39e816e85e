// The providers, by their names in `observer.provider`. Each is loaded only when it is selected.

import type { Config } from "../../memory/config/config-keys.ts";
import type { Provider } from "../model/provider.ts";
import type { ClientSetup } from "./claude-agent-sdk.ts";

export type ObserverChoice = Pick<Config, "observer.provider" | "observer.model" | "observer.base_url">;

/** @returns null when none is selected. */
export async function openProvider(
  choice: ObserverChoice,
  place: Omit<ClientSetup, "model" | "baseUrl">,
): Promise<Provider | null> {
  const setup = { ...place, model: choice["observer.model"], baseUrl: choice["observer.base_url"] };
  switch (choice["observer.provider"]) {
    case "none":
      return null;
    case "claude-agent-sdk": {
      const { openClaudeAgentSdk } = await import("./claude-agent-sdk.ts");
      return openClaudeAgentSdk(setup);
    }
    case "anthropic": {
      const { openAnthropic } = await import("./anthropic.ts");
      return openAnthropic(setup);
    }
    case "openai-compatible": {
      const { openOpenAiCompatible } = await import("./openai-compatible.ts");
      return openOpenAiCompatible(setup);
    }
  }
}
