import { cachedDetail } from '#platform/http/web/cached-detail.ts';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { WebSlice } from '#platform/routing/web/web-slice.ts';
import type { RecordFilter } from '#ui/record-list/filters.ts';
import { spotEndpoints } from '../contract/endpoints.ts';
import type { SpotDetail } from '../contract/spot.ts';

/** One spot as it is known on this page (platform.md 7). */
const readSpot = (id: string): Promise<SpotDetail> => cachedDetail('spots', spotEndpoints.detail, { id });

/** Spots as the choices of a filter or field: ten at a time, by name. */
export const findSpotOptions: Required<Pick<RecordFilter, 'search' | 'find'>> = {
  search: async (keyword, signal) => {
    const page = await call(spotEndpoints.list, { name: keyword, pageSize: 10 }, { signal, notices: 'none' });
    return page.records.map((spot) => ({ value: spot.id, label: readersName(spot), hint: spot.address || undefined }));
  },
  find: async (id) => readersName(await readSpot(id)),
};

export const spotsWeb: WebSlice = {
  name: 'spots',
  pages: {},
  searcher: () => import('./search-spots.ts').then((module) => module.spotSearcher),
};
