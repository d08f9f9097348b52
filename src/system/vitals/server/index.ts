import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { declaredCatalogue } from '#system/menu/server/index.ts';
import { vitalEndpoints } from '../contract/endpoints.ts';
import { PHONE_PAGES } from '../contract/metrics.ts';
import { addVitals } from './add-vitals.ts';
import { readVitals } from './read-vitals.ts';
import { sweepVitals } from './sweep-vitals.ts';
import { declareVitals } from './vital-metrics.ts';

/** What browsers measured of the pages in the menu of `slices`, and of the phone's. */
export function vitalSlice(slices: readonly ServerSlice[]): ServerSlice {
  const pages = new Set([...declaredCatalogue(slices, []).entries.map(({ path }) => path), ...PHONE_PAGES]);
  return {
    name: 'vitals',
    about: 'How fast the console is for the people who use it.',
    routes: [
      route(vitalEndpoints.add, (context, request) => addVitals(pages, context, request)),
      route(vitalEndpoints.list, readVitals),
    ],
    schedules: [sweepVitals],
    start: async ({ metrics }) => {
      declareVitals(metrics);
      return async () => undefined;
    },
  };
}
