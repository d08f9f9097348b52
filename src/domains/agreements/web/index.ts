import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { AGREEMENTS } from '../contract/addresses.ts';

export const agreementsWeb: WebSlice = {
  name: 'agreements',
  pages: { 'agreements/list': lazyPage(() => import('./agreement-list-page.tsx')) },
  parts: [
    {
      ...{ of: 'customer', key: 'agreements', sort: 70, permission: 'agreement:view' },
      Component: lazyAgain(() => import('./customer-agreements.tsx')),
    },
  ],
  lists: { 'agreements.list': AGREEMENTS },
};
