let leaving = false;

/**
 * Loads the console anew at a path of this site, because its session ended or changed. Forms do not ask whether to stay:
 * there is nothing to stay with, and their drafts are kept. `first` is waited for, whatever becomes of it; the page stays
 * silent from now on. Only the first call counts.
 */
export function leavePage(path: string, first: Promise<unknown> = Promise.resolve()): void {
  if (leaving) return;
  leaving = true;
  // Listeners in the capture phase come first, so that the guards of open forms stay silent.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  void Promise.allSettled([first]).then(() => {
    // There is no way back to a page of the session that is over.
    if (path === location.pathname + location.search) location.reload();
    else location.replace(path);
  });
}

export function isLeaving(): boolean {
  return leaving;
}
