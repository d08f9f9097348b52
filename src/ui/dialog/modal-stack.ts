import { useSyncExternalStore } from 'react';

const modals: HTMLElement[] = [];
const listeners = new Set<() => void>();

function publish(): void {
  const top = modals.at(-1);
  // only the top one dims what is below, or two would make it black
  for (const one of modals) one.toggleAttribute('data-covered', one !== top);
  for (const listener of listeners) listener();
}

function drop(element: HTMLElement): void {
  const at = modals.indexOf(element);
  if (at >= 0) modals.splice(at, 1);
}

/** A dialog that was just shown stands above the others. Answers how to take it out again. */
export function enterModal(element: HTMLElement): () => void {
  drop(element);
  modals.push(element);
  publish();
  return () => {
    drop(element);
    publish();
  };
}

/** The open modal dialog in front: what is outside of it can be neither pressed nor read out. */
export function useTopModal(): HTMLElement | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => modals.at(-1),
  );
}
