// Filters of a list: by the kind of its memories, their age and their order.

import { useState } from "preact/hooks";
import type { ListView } from "../../../app/page/views.ts";
import { CATEGORIES, MEMORY_TYPES, STANDINGS, STATUSES } from "../../../memory/memory.ts";
import { useIsGone } from "../client/server-state.ts";
import { Foreign, Shape } from "../parts/labels.tsx";
import { digits } from "../parts/words.ts";
import type { Filter } from "./use-windows.ts";

const FACETS = [
  ["standing", "Standing"],
  ["type", "Type"],
  ["category", "Category"],
  ["tag", "Tag"],
  ["author", "Vouched by"],
  ["flagged", "Flagged"],
  ["alike", "Like"],
] as const;
type FacetName = (typeof FACETS)[number][0];

const AGES = [
  { words: "any", days: null, older: null },
  { words: "at most a week", days: 7, older: null },
  { words: "at most a month", days: 30, older: null },
  { words: "at most three months", days: 90, older: null },
  { words: "at most a year", days: 365, older: null },
  { words: "over a week", days: null, older: 7 },
  { words: "over a month", days: null, older: 30 },
  { words: "over three months", days: null, older: 90 },
  { words: "over a year", days: null, older: 365 },
] as const;
const SORTS = ["relevance", "newest", "oldest", "name", "verified"] as const;
const SORT_WORDS = {
  relevance: "best first",
  newest: "newest first",
  oldest: "oldest first",
  name: "by name",
  verified: "last approved first",
} as const;
const VALUES_SHOWN = 8;

type FacetsProps = {
  readonly filter: Filter;
  readonly facets: ListView["facets"] | null;
  readonly onChange: (filter: Filter) => void;
  /** For the queue, whose memories are all active and in the order of the review. */
  readonly isQueue?: boolean;
};

export function Facets({ filter, facets, onChange, isQueue = false }: FacetsProps) {
  const [isOpen, setOpen] = useState(false);
  const isGone = useIsGone();
  const isAged = filter.days !== null || filter.older !== null;
  const chosen = FACETS.filter(([name]) => filter[name] !== null).length + Number(isAged);
  return (
    <aside class={isOpen ? "facets is-open" : "facets"} aria-label="Narrow down" inert={isGone}>
      <button type="button" class="facets-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Narrow down{chosen > 0 ? ` (${chosen})` : ""}
      </button>
      <div class="facets-body">
        <Selects filter={filter} onChange={onChange} isQueue={isQueue} />
        {facets !== null &&
          FACETS.map(([name, title]) => (
            <Facet
              title={title}
              name={name}
              values={facets[name]}
              chosen={filter[name]}
              onChoose={(value) => onChange(withValue(filter, name, value))}
              key={name}
            />
          ))}
      </div>
    </aside>
  );
}

/** A value that does not belong to the facet selects nothing. */
function withValue(filter: Filter, name: FacetName, value: string | null): Filter {
  if (name === "standing") return { ...filter, standing: STANDINGS.find((each) => each === value) ?? null };
  if (name === "type") return { ...filter, type: MEMORY_TYPES.find((each) => each === value) ?? null };
  if (name === "category") return { ...filter, category: CATEGORIES.find((each) => each === value) ?? null };
  return { ...filter, [name]: value };
}

function Selects({ filter, onChange, isQueue }: Omit<FacetsProps, "facets">) {
  const ofAge = AGES.find(({ days, older }) => days === filter.days && older === filter.older);
  const age = (
    <Select
      label="Age"
      value={ofAge?.words ?? ""}
      options={AGES.map(({ words }) => [words, words])}
      onChoose={(chosen) => {
        const { days = null, older = null } = AGES.find(({ words }) => words === chosen) ?? {};
        onChange({ ...filter, days, older });
      }}
    />
  );
  if (isQueue) return <div class="selects">{age}</div>;
  const sorts = SORTS.filter((sort) => sort !== "relevance" || filter.query !== "");
  return (
    <div class="selects">
      <Select
        label="Order"
        value={filter.sort}
        options={sorts.map((sort) => [sort, SORT_WORDS[sort]])}
        onChoose={(chosen) =>
          onChange({ ...filter, sort: SORTS.find((each) => each === chosen) ?? "newest" })
        }
      />
      {age}
      <Select
        label="Status"
        value={filter.status}
        options={STATUSES.map((status) => [status, status])}
        onChoose={(chosen) =>
          onChange({ ...filter, status: STATUSES.find((each) => each === chosen) ?? "active" })
        }
      />
    </div>
  );
}

type SelectProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChoose: (value: string) => void;
};

function Select({ label, value, options, onChoose }: SelectProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([each, words]) => (
          <option value={each} key={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

type FacetProps = {
  readonly title: string;
  readonly name: FacetName;
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly chosen: string | null;
  readonly onChoose: (value: string | null) => void;
};

function Facet({ title, name, values, chosen, onChoose }: FacetProps) {
  const [isWhole, setWhole] = useState(false);
  if (values.length === 0 && chosen === null) return null;
  const shown = isWhole ? values : values.slice(0, VALUES_SHOWN);
  const missing = chosen !== null && !shown.some(({ value }) => value === chosen);
  return (
    <fieldset class="facet">
      <legend>{title}</legend>
      {[...shown, ...(missing ? [{ value: chosen, count: 0 }] : [])].map(({ value, count }) => (
        <button
          type="button"
          class="facet-value"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value === chosen ? null : value)}
          key={value}
        >
          <span>
            {name === "standing" && <FacetShape value={value} />}
            <Foreign text={value} charsMax={40} />
          </span>
          <span class="number">{digits(count)}</span>
        </button>
      ))}
      {values.length > VALUES_SHOWN && (
        <button type="button" class="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "fewer" : `all ${digits(values.length)}`}
        </button>
      )}
    </fieldset>
  );
}

function FacetShape({ value }: { value: string }) {
  const standing = STANDINGS.find((each) => each === value);
  return standing === undefined ? null : <Shape standing={standing} />;
}
