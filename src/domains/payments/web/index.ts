import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { DISPUTE_LIST, PAYMENT_LIST, PAYMENT_SETTINGS } from '../contract/addresses.ts';

export { paymentStateTags } from './payment-tags.ts';
export { useProviderWords } from './provider-words.ts';

export const paymentsWeb: WebSlice = {
  name: 'payments',
  pages: {
    'payments/configs': lazyPage(() => import('./payment-config-list-page.tsx')),
    'payments/disputes': lazyPage(() => import('./dispute-list-page.tsx')),
    'payments/records': lazyPage(() => import('./payment-record-list-page.tsx')),
  },
  lists: {
    'payment-records.list': PAYMENT_LIST,
    'payment-configs.list': PAYMENT_SETTINGS,
    'disputes.list': DISPUTE_LIST,
  },
};
