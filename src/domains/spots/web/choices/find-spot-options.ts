import { cachedDetail } from '#platform/http/web/cached-detail.ts';
import { callAt } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { RecordFilter } from '#ui/record-list/filters.ts';
import { spotCalls } from '../../contract/calls.ts';
import type { Spot, spots } from '../../contract/spots.ts';

/** One spot as it is known on this page (platform.md 7). */
const readSpot = (id: string): Promise<Spot> =>
  cachedDetail<typeof spots.endpoints.one>('spots', spotCalls.one, { id });

/** Spots as the choices of a filter or field: ten at a time, by name. */
export const findSpotOptions: Required<Pick<RecordFilter, 'search' | 'find'>> = {
  search: async (keyword, signal) => {
    const page = await callAt<typeof spots.endpoints.page>(
      spotCalls.page,
      { keyword, column: 'name', pageSize: 10 },
      { signal, notices: 'none' },
    );
    return page.records.map((spot) => ({ value: spot.id, label: readersName(spot), hint: spot.address || undefined }));
  },
  find: async (id) => readersName(await readSpot(id)),
};
