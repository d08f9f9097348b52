import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { REFILL_FILLS, REFILL_RUNS } from '../contract/addresses.ts';

export const refillRunsWeb: WebSlice = {
  name: 'refill-runs',
  pages: {
    'refill-runs/list': lazyPage(() => import('./run-list-page.tsx')),
    'refill-runs/new': lazyPage(() => import('./new-run-page.tsx')),
    'refill-runs/detail': lazyPage(() => import('./run-page.tsx')),
    'refill-runs/fills': lazyPage(() => import('./fill-list-page.tsx')),
  },
  lists: { 'refill-runs.list': REFILL_RUNS, 'refill-fills.list': REFILL_FILLS },
};
