import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { onLiveResync, useLive } from '#platform/live/web/live.ts';
import { browserNow } from '#ui/time/now.ts';

export interface Answer<Data> {
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  /** When `data` came, epoch milliseconds. */
  readonly at: number | undefined;
  readonly isAsking: boolean;
  refresh(): void;
}

/** Live updates come in bursts: one question for all of them, and one more at their end. */
const GATHER_MS = 1_500;

/**
 * Asks on entering, on live updates of the given kinds, and when something may have been missed. The answer stays on
 * screen while it is asked again, and when that fails. What is not wanted (the user may not have it) is never asked.
 * A question under way goes on and is asked once more after its answer, as `askAgain` of the console does and for its reason.
 */
export function useAnswer<Data>(
  key: string,
  ask: (signal: AbortSignal) => Promise<Data>,
  liveKind: string,
  { isWanted = true }: { isWanted?: boolean } = {},
): Answer<Data> {
  const [state, setState] = useState<{ key: string; data?: Data; error?: Error; at?: number; isAsking: boolean }>({
    key,
    isAsking: isWanted,
  });
  const running = useRef<AbortController>(undefined);
  /** Of the question under way: what it will answer is old already. */
  const isOld = useRef(false);
  const question = useEffectEvent(ask);
  const begin = useCallback(async () => {
    if (!isWanted) return;
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    do {
      isOld.current = false;
      setState((now) => (now.key === key ? { ...now, isAsking: true } : { key, isAsking: true }));
      try {
        const data = await question(stop.signal);
        if (stop.signal.aborted) return;
        setState({ key, data, at: browserNow(), isAsking: false });
      } catch (error) {
        if (stop.signal.aborted) return;
        setState((now) => ({ ...now, error: error as Error, isAsking: false }));
        // the next update asks again, so that the failure is shown
        break;
      }
    } while (isOld.current);
    running.current = undefined;
  }, [key, isWanted]);
  const onNews = useCallback(() => {
    if (running.current) isOld.current = true;
    else void begin();
  }, [begin]);
  useEffect(() => {
    void begin();
    const unsubscribe = onLiveResync(onNews);
    return () => {
      unsubscribe();
      running.current?.abort();
      running.current = undefined;
    };
  }, [begin, onNews]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(liveKind, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      onNews();
    }, GATHER_MS);
  });

  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : undefined,
    error: isCurrent ? state.error : undefined,
    at: isCurrent ? state.at : undefined,
    isAsking: isWanted && (!isCurrent || state.isAsking),
    refresh: () => void begin(),
  };
}
