import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { vitalEndpoints } from '../contract/endpoints.ts';
import { addVitals } from './add-vitals.ts';
import { readVitals } from './read-vitals.ts';
import { sweepVitals } from './sweep-vitals.ts';
import { declareVitals } from './vital-metrics.ts';

export const vitals: ServerSlice = {
  name: 'vitals',
  about: 'How fast the console is for the people who use it.',
  routes: [route(vitalEndpoints.add, addVitals), route(vitalEndpoints.list, readVitals)],
  schedules: [sweepVitals],
  start: async ({ metrics }) => {
    declareVitals(metrics);
    return async () => undefined;
  },
};
