import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onLiveResync, useLive } from '#platform/live/web/live.ts';
import { DICTIONARIES_CHANGED } from '#system/dictionaries/contract/live.ts';
import { TEXTS_CHANGED } from '#system/languages/contract/live.ts';

/** Words of dictionaries and texts of languages that somebody changed are on screen without a reload; the code for it comes when it happens. */
export function useFreshWords(): void {
  const queries = useQueryClient();
  const follow = useEffectEvent(async (isSure: boolean) =>
    (await import('#system/dictionaries/web/follow/index.ts')).followChange(queries, isSure),
  );
  useLive(DICTIONARIES_CHANGED, () => void follow(true));
  useLive(
    TEXTS_CHANGED,
    () => void import('#system/languages/web/packs/index.ts').then((it) => it.refreshServerPacks()),
  );
  useEffect(() => onLiveResync(() => void follow(false)), []);
}
