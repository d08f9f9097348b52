import { cachedDetail } from '#platform/http/web/cached-detail.ts';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { RecordFilter } from '#ui/record-list/filters.ts';
import { beverages } from '../../contract/beverages.ts';

/** Drinks as the choices of a filter: ten at a time, by part of the name. */
export const findGoodsOptions: Required<Pick<RecordFilter, 'search' | 'find'>> = {
  search: async (name, signal) => {
    const page = await call(beverages.endpoints.page, { name, pageSize: 10 }, { signal, notices: 'none' });
    return page.records.map((drink) => ({ value: drink.id, label: readersName(drink) }));
  },
  find: async (id) => readersName(await cachedDetail('beverages', beverages.endpoints.one, { id })),
};
