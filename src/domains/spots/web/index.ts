import { cachedDetail } from '#platform/http/web/cached-detail.ts';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import type { RecordFilter } from '#ui/record-list/filters.ts';
import { SPOT_LIST } from '../contract/addresses.ts';
import { type Spot, spots } from '../contract/spots.ts';

/** One spot as it is known on this page (platform.md 7). */
const readSpot = (id: string): Promise<Spot> => cachedDetail('spots', spots.endpoints.one, { id });

/** Spots as the choices of a filter or field: ten at a time, by name. */
export const findSpotOptions: Required<Pick<RecordFilter, 'search' | 'find'>> = {
  search: async (keyword, signal) => {
    const page = await call(
      spots.endpoints.page,
      { keyword, column: 'name', pageSize: 10 },
      { signal, notices: 'none' },
    );
    return page.records.map((spot) => ({ value: spot.id, label: readersName(spot), hint: spot.address || undefined }));
  },
  find: async (id) => readersName(await readSpot(id)),
};

export const spotsWeb: WebSlice = {
  name: 'spots',
  pages: {
    'spots/list': lazyPage(() => import('./spot-list-page.tsx')),
    'spots/form': lazyPage(() => import('./spot-form-page.tsx')),
    'spots/detail': lazyPage(() => import('./spot-detail-page.tsx')),
  },
  lists: { 'spots.list': SPOT_LIST },
  searcher: () => import('./search-spots.ts').then((module) => module.spotSearcher()),
};
