// Starts the page: exchanges its ticket for the secret, or says how to get one.

import { render } from "preact";
import { openSession } from "./client/ask.ts";
import { startRouting } from "./client/route.ts";
import { startListening } from "./client/server-state.ts";
import { startTheme } from "./frame/header.tsx";
import { startKeys } from "./frame/keys.ts";
import { Page } from "./frame/page.tsx";

async function start(place: Element): Promise<void> {
  startTheme();
  const isOpen = await openSession();
  // Removes the static placeholder.
  place.replaceChildren();
  if (!isOpen) {
    render(<Closed />, place);
    return;
  }
  startRouting();
  startKeys();
  startListening();
  render(<Page />, place);
}

function Closed() {
  return (
    <main class="closed">
      <h1>Credence</h1>
      <p>This tab has no key to the page, or its key was used already.</p>
      <p>
        In the terminal where the page was started, press <kbd>o</kbd> to open another tab, or run{" "}
        <code>credence ui</code>.
      </p>
    </main>
  );
}

const place = document.querySelector("#page");
if (place !== null) void start(place);
