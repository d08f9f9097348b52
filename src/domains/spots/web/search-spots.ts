import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { spotEndpoints } from '../contract/endpoints.ts';

/** Spots by their name; what stands there are robots. */
export const spotSearcher: RecordSearcher = {
  kind: 'spots',
  permission: spotEndpoints.list.permission,
  icon: 'spot',
  async find(text, signal) {
    const page = await call(spotEndpoints.list, { name: text, pageSize: 5 }, { signal, notices: 'none' });
    return page.records.map((spot) => ({
      title: readersName(spot),
      hint: spot.address,
      to: `/devices/robots?spotId=${encodeURIComponent(spot.id)}`,
    }));
  },
};
