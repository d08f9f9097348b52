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
  const question = useEffectEvent(ask);
  const refresh = useCallback(() => {
    if (!isWanted) return;
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setState((now) => (now.key === key ? { ...now, isAsking: true } : { key, isAsking: true }));
    question(stop.signal).then(
      (data) => {
        if (!stop.signal.aborted) setState({ key, data, at: browserNow(), isAsking: false });
      },
      (error: Error) => {
        if (!stop.signal.aborted) setState((now) => ({ ...now, error, isAsking: false }));
      },
    );
  }, [key, isWanted]);
  useEffect(() => {
    refresh();
    const forget = onLiveResync(refresh);
    return () => {
      forget();
      running.current?.abort();
    };
  }, [refresh]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(liveKind, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      refresh();
    }, GATHER_MS);
  });

  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : undefined,
    error: isCurrent ? state.error : undefined,
    at: isCurrent ? state.at : undefined,
    isAsking: isWanted && (!isCurrent || state.isAsking),
    refresh,
  };
}
