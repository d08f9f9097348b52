import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type NavigationType,
  type Navigator,
  parsePath,
  type To,
  type useLocation,
} from 'react-router';

type Location = ReturnType<typeof useLocation>;

/** Asked before the reader goes elsewhere; nothing where he may. */
type AskToLeave = (from: string, to: string) => Promise<boolean> | undefined;

export interface Place {
  readonly location: Location;
  readonly action: NavigationType;
}

export interface ConsoleHistory extends Navigator {
  readonly location: Location;
  /** One listener at a time: the router. */
  listen(changed: (place: Place) => void): () => void;
}

let askToLeave: AskToLeave | undefined;

/** Sets what is asked before a path is left. Returns what removes it, unless another one has replaced it. */
export function askBeforeLeaving(ask: AskToLeave): () => void {
  askToLeave = ask;
  return () => {
    if (askToLeave === ask) askToLeave = undefined;
  };
}

/**
 * The browser's history for the router, with a question before a page is left. The library has one in its data router alone,
 * whose loaders, actions and fetchers would be a tenth of the first page (decision 50).
 */
export function createConsoleHistory(history = createBrowserHistory({ v5Compat: true })): ConsoleHistory {
  let shown = history.location;
  /** Set while the browser goes back to what is shown: the router is not notified of that move. */
  let returned: (() => void) | undefined;

  const unlessKept = (to: To, leave: () => void): void => {
    const { pathname = shown.pathname } = typeof to === 'string' ? parsePath(to) : to;
    const answer = askToLeave?.(shown.pathname, pathname);
    if (answer) void answer.then((may) => may && leave());
    else leave();
  };

  return {
    get location() {
      return history.location;
    },
    createHref: (to) => history.createHref(to),
    go: (delta) => history.go(delta),
    push: (to, state) => unlessKept(to, () => history.push(to, state)),
    replace: (to, state) => unlessKept(to, () => history.replace(to, state)),
    listen: (changed) =>
      history.listen(({ action, location, delta }) => {
        if (returned) {
          returned();
          returned = undefined;
          return;
        }
        // a push has asked before; the browser's own buttons are reported after the move
        const answer = delta === null || delta === 0 ? undefined : askToLeave?.(shown.pathname, location.pathname);
        if (!answer || delta === null) {
          shown = location;
          changed({ location, action });
          return;
        }
        const back = new Promise<void>((resolve) => {
          returned = resolve;
        });
        history.go(-delta);
        void Promise.all([answer, back]).then(([may]) => may && history.go(delta));
      }),
  };
}
