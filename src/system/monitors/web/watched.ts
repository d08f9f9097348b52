import { createContext, use } from 'react';

/** What the page looks at: one server or all, live or held. */
export interface Watched {
  readonly serverId: string | undefined;
  readonly isPaused: boolean;
}

export const WatchedContext = createContext<Watched>({ serverId: undefined, isPaused: false });
export const useWatched = (): Watched => use(WatchedContext);
