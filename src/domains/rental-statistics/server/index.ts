import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { RENTAL_STATISTICS } from '../contract/addresses.ts';
import { rentalStatisticsEndpoints } from '../contract/endpoints.ts';
import { rentalStatisticsProblems } from '../contract/problems.ts';
import { addUpRentalQuarters } from './add-up.ts';
import { exportRentalStatistics, rentalStatisticsExport } from './rental-export.ts';
import { getRentalStatistics } from './rental-statistics.ts';

export const rentalStatistics: ServerSlice = {
  name: 'rental-statistics',
  about: 'Figures of what was lent: units out and back, revenue, use of cabinets, missing units.',
  routes: [
    route(rentalStatisticsEndpoints.figures, getRentalStatistics),
    route(rentalStatisticsEndpoints.export, exportRentalStatistics),
  ],
  problems: rentalStatisticsProblems,
  exports: [rentalStatisticsExport],
  schedules: [addUpRentalQuarters],
  menu: [
    {
      ...{ page: 'statistics/rentals', under: 'statistics', path: RENTAL_STATISTICS, needs: 'rental:view' },
      ...{ title: { namespace: 'rental-statistics', key: 'title' }, icon: 'battery', sort: 77 },
    },
  ],
};
