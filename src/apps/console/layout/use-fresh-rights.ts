import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { RIGHTS_CHANGED } from '#platform/live/contract/calls.ts';
import { onLiveResync, useLive } from '#platform/live/web/live.ts';
import { loadRights } from '../shell/load-session.ts';

/** A change of the menu concerns all consoles at once; they must not all ask at once. */
const SPREAD_MS = 1_500;

/** Menu and buttons follow the reader's rights without a reload; what was refused before is asked for again. */
export function useFreshRights(): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      loadRights().then(
        () => queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
        // what the reader may do stays on screen as it was known; the server decides each call
        () => undefined,
      );
    }, SPREAD_MS * Math.random());
  });
  useLive(RIGHTS_CHANGED, () => refresh());
  useEffect(() => {
    const stop = onLiveResync(() => refresh());
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, []);
}
