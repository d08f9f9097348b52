import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { NavigationType, Router } from 'react-router';
import type { ConsoleHistory, Place } from './console-history.ts';

/** Pages follow the history; until the next one can be drawn, the one before it stays. */
export function ConsoleRouter({ history, children }: { history: ConsoleHistory; children: ReactNode }) {
  const [place, setPlace] = useState<Place>({ location: history.location, action: NavigationType.Pop });
  useLayoutEffect(() => history.listen((next) => startTransition(() => setPlace(next))), [history]);
  return (
    <Router location={place.location} navigationType={place.action} navigator={history}>
      {children}
    </Router>
  );
}
