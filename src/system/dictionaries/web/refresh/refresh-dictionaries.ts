import type { QueryClient } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { i18n } from '#platform/i18n/web/i18n.ts';
import { toast } from '#ui/toast/toast-store.ts';
import { dictionaryEndpoints } from '../../contract/endpoints.ts';
import { loadDictionaries } from '../dictionary-store.ts';

/** The server clears its cache, then all is read anew (system-api.md 5.6); a notice says the result (platform.md 8). */
export async function refreshDictionaries(queries: QueryClient): Promise<void> {
  await i18n.loadNamespaces('dictionaries');
  try {
    await call(dictionaryEndpoints.refresh, {}, { notices: 'none' });
    await loadDictionaries();
    await queries.invalidateQueries({ queryKey: ['dictionaries'] });
    toast.success(i18n.t('refresh.done', { ns: 'dictionaries' }));
  } catch {
    toast.error({ title: i18n.t('refresh.failed', { ns: 'dictionaries' }) });
  }
}
