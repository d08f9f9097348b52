import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { COLLECTION_POINTS, POINTS_LOG, POINTS_MALL, REDEMPTIONS } from '../contract/addresses.ts';

export const pointsWeb: WebSlice = {
  name: 'points',
  pages: {
    'points/mall': lazyPage(() => import('./points-mall-page.tsx')),
    'points/redemptions': lazyPage(() => import('./redemption-list-page.tsx')),
    'points/log': lazyPage(() => import('./points-log-page.tsx')),
    'points/collection': lazyPage(() => import('./collection-page.tsx')),
  },
  parts: [
    {
      ...{ of: 'customer', key: 'points', sort: 30, permission: 'point:view' },
      Component: lazyAgain(() => import('./customer-points-card.tsx')),
    },
  ],
  lists: {
    'points-goods.list': POINTS_MALL,
    'redemptions.list': REDEMPTIONS,
    'points-log.list': POINTS_LOG,
    'collection-points.list': COLLECTION_POINTS,
  },
};
