import { cabinets } from '#domains/cabinets/contract/cabinet.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { POINTS_PAGE } from '../contract/addresses.ts';
import { rentalPointEndpoints } from '../contract/endpoints.ts';
import { nearestCabinets } from './nearest-cabinets.ts';
import { planBalance } from './plan-balance.ts';
import { readPoints } from './read-points.ts';

/** The network of the rental side (settled 57). */
export const rentalPoints: ServerSlice = {
  name: 'rental-points',
  about: 'Spots with cabinets on a map, which cabinets will run empty or full, and a tour that evens them out.',
  routes: [
    route(rentalPointEndpoints.points, readPoints),
    route(rentalPointEndpoints.plan, planBalance),
    route(rentalPointEndpoints.nearest, nearestCabinets),
  ],
  menu: [
    {
      ...{ page: 'rental-points/page', under: 'rentals', path: POINTS_PAGE, icon: 'spot', sort: 68 },
      title: { namespace: 'rental-points', key: 'title' },
      needs: cabinets.permission('view'),
    },
  ],
};
