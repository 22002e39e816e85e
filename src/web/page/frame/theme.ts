// Light, dark, or as the system has it. Kept for this tab only: the next launch has another origin.

import { makeCell } from "../client/cell.ts";

export type Theme = "system" | "light" | "dark";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const THEME_KEY = "credence-theme";

export const theme = makeCell<Theme>("system");

export function startTheme(): void {
  apply(THEMES.find((each) => each === sessionStorage.getItem(THEME_KEY)) ?? "system");
}

export function nextTheme(): void {
  apply(THEMES[(THEMES.indexOf(theme.get()) + 1) % THEMES.length] ?? "system");
}

function apply(chosen: Theme): void {
  theme.set(chosen);
  sessionStorage.setItem(THEME_KEY, chosen);
  document.documentElement.dataset["theme"] = chosen;
}
