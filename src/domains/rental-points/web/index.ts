import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const rentalPointsWeb: WebSlice = {
  name: 'rental-points',
  pages: { 'rental-points/page': lazyPage(() => import('./points-page.tsx')) },
};
