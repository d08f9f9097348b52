import { spotProblems } from '#domains/spots/contract/problems.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { spotRoutes } from './routes.ts';
import { spotDictionary } from './spot-dictionary.ts';

export const spots: ServerSlice = {
  name: 'spots',
  about: 'Service spots: where robots stand, with taxes, discounts and extra amounts.',
  routes: spotRoutes,
  problems: spotProblems,
  tableDictionaries: [spotDictionary],
};

export { findSellingSpot, type SellingSpot } from './selling-spot-store.ts';
