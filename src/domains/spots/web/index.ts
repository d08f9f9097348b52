import { call } from '#platform/http/web/call.ts';
import type { RecordFilter } from '#ui/record-list/filters.ts';
import { spotEndpoints } from '../contract/endpoints.ts';

/** Spots as the choices of a filter or field: ten at a time, by name. */
export const findSpotOptions: Required<Pick<RecordFilter, 'search' | 'find'>> = {
  search: async (keyword, signal) => {
    const page = await call(spotEndpoints.list, { name: keyword, pageSize: 10 }, { signal, notices: 'none' });
    return page.records.map((spot) => ({ value: spot.id, label: spot.name }));
  },
  find: async (id, signal) => (await call(spotEndpoints.detail, { id }, { signal, notices: 'none' })).name,
};
