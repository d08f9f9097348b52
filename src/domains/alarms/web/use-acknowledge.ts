import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { alarmEndpoints } from '../contract/endpoints.ts';
import { inParts } from './in-parts.ts';

/** Acknowledges at once: there is nothing to ask. A refusal stands in the notice. */
export function useAcknowledge(): (ids: readonly string[]) => Promise<void> {
  const { t } = useTranslation('alarms');
  const queries = useQueryClient();
  return async (ids) => {
    try {
      const { changed } = await inParts(ids, (part) => call(alarmEndpoints.acknowledge, { ids: part }));
      toast.success(t('action.acknowledged', { count: changed }));
    } catch {
      // why not stands in the notice
    }
    await queries.invalidateQueries();
  };
}
