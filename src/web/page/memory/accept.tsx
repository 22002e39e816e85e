// Findings that a person accepts, each by itself: one yes for all of them would be a habit.

import { useState } from "preact/hooks";

export type Taken = { readonly rules: readonly string[]; readonly toggle: (rule: string) => void };

export function useTaken(): Taken {
  const [rules, setRules] = useState<readonly string[]>([]);
  const toggle = (rule: string): void =>
    setRules(rules.includes(rule) ? rules.filter((each) => each !== rule) : [...rules, rule]);
  return { rules, toggle };
}

export function Accept({ rules, taken }: { rules: readonly string[]; taken: Taken }) {
  if (rules.length === 0) return null;
  return (
    <fieldset>
      <legend>The checks found something. Accept each finding, or cancel:</legend>
      {rules.map((rule) => (
        <label key={rule}>
          <input type="checkbox" checked={taken.rules.includes(rule)} onChange={() => taken.toggle(rule)} /> I
          have read this and accept it: <code>{rule}</code>
        </label>
      ))}
    </fieldset>
  );
}
