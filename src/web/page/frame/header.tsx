// The header above every view: the navigation with the number of waiting memories, and the state in two sentences.

import { useState } from "preact/hooks";
import type { OverviewView } from "../../../app/page/views.ts";
import { STANDINGS } from "../../../memory/memory.ts";
import { makeCell, useCell } from "../client/cell.ts";
import { hrefOf, route, VIEW_NAMES, VIEWS, type ViewName } from "../client/route.ts";
import { news, overview, useIsGone } from "../client/server-state.ts";
import { Foreign, Shape } from "../parts/labels.tsx";
import { count, digits, minuteOf } from "../parts/words.ts";

const HEALTH_WORDS = { well: "well", waits: "needs you", broken: "broken" } as const;

export function Header({ onHelp, onEnd }: { readonly onHelp: () => void; readonly onEnd: () => void }) {
  const here = useCell(route);
  const known = useCell(overview);
  const chosen = useCell(theme);
  const isGone = useIsGone();
  return (
    <header class="top">
      <a class="brand" href="#/queue">
        <Shape standing="verified" />
        Credence
      </a>
      <nav aria-label="Views">
        {VIEW_NAMES.map((view) => (
          <a
            href={hrefOf({ view, ref: null })}
            aria-current={here.view === view ? "page" : undefined}
            key={view}
          >
            {VIEWS[view].title}
            <Tally view={view} known={known} />
          </a>
        ))}
      </nav>
      <div class="tools">
        <button type="button" class="quiet" onClick={nextTheme} title="light, dark, or as the system has it">
          <span aria-hidden="true">◐ </span>
          <span class="unseen">theme: </span>
          {chosen}
        </button>
        <button type="button" class="quiet" onClick={onHelp} aria-label="Keys and help">
          ?
        </button>
        <button type="button" class="quiet" disabled={isGone} onClick={onEnd}>
          End
        </button>
      </div>
    </header>
  );
}

function Tally({ view, known }: { view: ViewName; known: OverviewView | null }) {
  if (known === null) return null;
  if (view === "health") {
    return known.health === "well" ? null : (
      <span class={`tally ${known.health}`}>
        <span class="if-wide">{HEALTH_WORDS[known.health]}</span>
        <span class="if-narrow" aria-hidden="true">
          !
        </span>
      </span>
    );
  }
  const number = view === "queue" ? known.waiting : view === "kept-out" ? known.keptOut : 0;
  return number === 0 ? null : <span class="tally">{digits(number)}</span>;
}

/** Readable in ten seconds: what agents know, what waits, what is kept out. */
export function Overview() {
  const known = useCell(overview);
  if (known === null) return <div class="overview" />;
  return (
    <section class="overview" aria-label="At a glance">
      <p class="says">{known.says.join(" ")}</p>
      <ul class="standings">
        {STANDINGS.filter((standing) => known.standings[standing] > 0).map((standing) => (
          <li key={standing}>
            <Shape standing={standing} />
            {digits(known.standings[standing])} {standing}
          </li>
        ))}
      </ul>
      <NewsList />
    </section>
  );
}

/** Acts of agents and other tabs since the page was opened. */
function NewsList() {
  const items = useCell(news);
  const [isOpen, setOpen] = useState(false);
  const [latest] = items;
  if (latest === undefined) return null;
  return (
    <div class="news">
      <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <time dateTime={latest.at}>{minuteOf(latest.at).slice(11)}</time> <Foreign text={latest.says} />
        {items.length > 1 && <span class="tally">{count(items.length, "event", "events")}</span>}
      </button>
      {isOpen && (
        <ol>
          {items.map(({ at, says, ref }, place) => (
            <li key={place}>
              <time dateTime={at}>{minuteOf(at)}</time>{" "}
              {ref === null ? (
                <Foreign text={says} />
              ) : (
                <NewsLink says={says} href={hrefOf({ view: "memories", ref })} />
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function NewsLink({ says, href }: { says: string; href: string }) {
  return (
    <a href={href}>
      <Foreign text={says} />
    </a>
  );
}

// Light, dark, or as the system has it. Kept for this tab only, because the next launch has another origin.

type Theme = "system" | "light" | "dark";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const THEME_KEY = "credence-theme";

const theme = makeCell<Theme>("system");

export function startTheme(): void {
  apply(THEMES.find((each) => each === sessionStorage.getItem(THEME_KEY)) ?? "system");
}

function nextTheme(): void {
  apply(THEMES[(THEMES.indexOf(theme.get()) + 1) % THEMES.length] ?? "system");
}

function apply(chosen: Theme): void {
  theme.set(chosen);
  sessionStorage.setItem(THEME_KEY, chosen);
  document.documentElement.dataset["theme"] = chosen;
}
