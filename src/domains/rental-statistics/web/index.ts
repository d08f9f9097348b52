import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const rentalStatisticsWeb: WebSlice = {
  name: 'rental-statistics',
  pages: { 'statistics/rentals': lazyPage(() => import('./rental-statistics-page.tsx')) },
};
