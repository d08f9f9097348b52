import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const pricingWeb: WebSlice = {
  name: 'pricing',
  pages: { 'pricing/explainer': lazyPage(() => import('./explainer/price-explainer-page.tsx')) },
};

export { PriceDialog } from './price-dialog.tsx';
