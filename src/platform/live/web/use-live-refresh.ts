import { useEffect, useEffectEvent, useMemo } from 'react';
import { type LiveMessage, onLiveResync, useLive } from './live.ts';
import { Throttle } from './throttle.ts';

const EVERY_MS = 1_000;

export interface LiveRefreshOptions {
  /** Which messages make the data old. */
  concerns: (message: LiveMessage) => boolean;
  /** Asks the server again. */
  refresh: () => unknown;
  /** At most once per this many milliseconds; the last message of a burst is answered too. */
  everyMs?: number | undefined;
  /** The reader stopped the data. */
  paused?: boolean;
}

/** Asks again for what the stream says is old, also after the stream was away. */
export function useLiveRefresh({ concerns, refresh, everyMs = EVERY_MS, paused = false }: LiveRefreshOptions): void {
  const ask = useEffectEvent(() => {
    if (!paused) void refresh();
  });
  const interval = useEffectEvent(() => everyMs);
  const throttle = useMemo(
    () =>
      new Throttle(
        () => ask(),
        () => interval(),
        {
          now: () => performance.now(),
          later: (work, ms) => {
            const timer = setTimeout(work, ms);
            return () => clearTimeout(timer);
          },
        },
      ),
    [],
  );
  useLive('*', (message) => {
    if (!paused && concerns(message)) throttle.ask();
  });
  useEffect(() => {
    const stop = onLiveResync(() => throttle.ask());
    return () => {
      stop();
      throttle.stop();
    };
  }, [throttle]);
}
