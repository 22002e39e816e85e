// A question that must be answered first. The browser keeps the focus inside, and Escape closes it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
};

let dialogs = 0;

/** The page's keys are off while a question is open. */
export function isDialogOpen(): boolean {
  return dialogs > 0;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  // Opens before the next key arrives, so that the key is an answer and not a key of the page.
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialogs += 1;
    box.current?.showModal();
    return () => {
      dialogs -= 1;
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      aria-labelledby="dialog-title"
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        // A browser closes the dialog at a second Escape even if the event is prevented, so it is closed at the first.
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}
