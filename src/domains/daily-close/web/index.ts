import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { CLOSE_DIFFERENCES, DAILY_CLOSE } from '../contract/addresses.ts';

export const dailyCloseWeb: WebSlice = {
  name: 'daily-close',
  pages: {
    'daily-close/list': lazyPage(() => import('./close-list-page.tsx')),
    'daily-close/day': lazyPage(() => import('./day-page.tsx')),
    'daily-close/differences': lazyPage(() => import('./difference-list-page.tsx')),
  },
  lists: { 'daily-close.list': DAILY_CLOSE, 'close-differences.list': CLOSE_DIFFERENCES },
};
