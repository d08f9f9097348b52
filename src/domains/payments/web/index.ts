import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export { useProviderWords } from './provider-words.ts';

export const paymentsWeb: WebSlice = {
  name: 'payments',
  pages: { 'payments/configs': lazyPage(() => import('./payment-config-list-page.tsx')) },
};
