import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { BROKER_LIST, BROKER_MOVES } from '../contract/addresses.ts';

export const brokersWeb: WebSlice = {
  name: 'brokers',
  pages: {
    'devices/mqtt': lazyPage(() => import('./broker-list-page.tsx')),
    'devices/mqtt-changes': lazyPage(() => import('./move-list-page.tsx')),
  },
  lists: { 'brokers.list': BROKER_LIST, 'broker-moves.list': BROKER_MOVES },
};
