import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSurroundings } from './surroundings.ts';

interface SheetProps {
  title: string;
  onClose: () => void;
  /** Something typed would be lost: every way out of it asks once (ux-guide 5). */
  isUnsaved?: boolean;
  /** Its call is under way: nothing closes it before there is an answer. */
  isBusy?: boolean;
  isQuestion?: boolean;
  /** `leave` closes as Escape and the back gesture do. */
  children: ReactNode | ((leave: () => void) => ReactNode);
}

/** A dialog at the thumb: full width, from below. */
export function Sheet({ title, onClose, isUnsaved = false, isBusy = false, isQuestion, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Anew each time, so that a question that the browser closed opens again. */
  const [asked, ask] = useState<object>();
  const isHeld = isUnsaved || isBusy;
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  });
  useEffect(() => (isHeld ? holdPage(() => ask(isBusy ? undefined : {})) : undefined), [isHeld, isBusy]);
  const leave = (): void => (isHeld ? ask(isBusy ? undefined : {}) : onClose());
  return (
    <dialog
      ref={dialog}
      className="mobile-sheet"
      role={isQuestion ? 'alertdialog' : undefined}
      aria-label={title}
      onKeyDown={(event) => {
        // Before the browser: it would close the sheet below together with a question that was opened by a key.
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        leave();
      }}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClose={() => {
        // a second back gesture closes without asking anybody
        if (isHeld) dialog.current?.showModal();
        leave();
      }}
    >
      <h2>{title}</h2>
      {typeof children === 'function' ? children(leave) : children}
      {asked && <Discard onStay={() => ask(undefined)} onLeave={onClose} />}
    </dialog>
  );
}

function Discard({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { texts } = useSurroundings();
  return (
    <Sheet title={texts.discardTitle} onClose={onStay} isQuestion>
      <p className="mobile-actions">
        <button type="button" className="button" onClick={onStay}>
          {texts.keep}
        </button>
        <button type="button" className="button button-danger" onClick={onLeave}>
          {texts.discard}
        </button>
      </p>
    </Sheet>
  );
}

/** Leaving the page asks with the browser's words, and a step back along the history, where the browser lets us, with ours. */
function holdPage(ask: () => void): () => void {
  const unload = (event: Event): void => event.preventDefault();
  const step = (event: NavigateEvent): void => {
    if (event.navigationType !== 'traverse' || !event.cancelable || !event.destination.sameDocument) return;
    event.preventDefault();
    ask();
  };
  const steps = 'navigation' in window ? window.navigation : undefined;
  addEventListener('beforeunload', unload);
  steps?.addEventListener('navigate', step);
  return () => {
    removeEventListener('beforeunload', unload);
    steps?.removeEventListener('navigate', step);
  };
}
