import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onLiveResync, useLive } from '#platform/live/web/live.ts';
import { DICTIONARIES_CHANGED } from '#system/dictionaries/contract/live.ts';

/** Words of dictionaries that somebody changed are on screen without a reload; the code for it comes when it happens. */
export function useFreshWords(): void {
  const queries = useQueryClient();
  const follow = useEffectEvent(async (isSure: boolean) =>
    (await import('#system/dictionaries/web/follow/index.ts')).followChange(queries, isSure),
  );
  useLive(DICTIONARIES_CHANGED, () => void follow(true));
  useEffect(() => onLiveResync(() => void follow(false)), []);
}
