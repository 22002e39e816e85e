// A question that has to be answered before anything else. The browser keeps the focus in it and Escape closes it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
};

let dialogs = 0;

/** Keys of the page mean nothing while a question stands there. */
export function isDialogOpen(): boolean {
  return dialogs > 0;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  // Before the next key comes: what is typed is an answer, and no key of the page.
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
        // By itself a browser closes it at the second Escape, whatever anybody says.
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}
