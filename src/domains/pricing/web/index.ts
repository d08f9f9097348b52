import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const pricingWeb: WebSlice = {
  name: 'pricing',
  pages: { 'pricing/explainer': lazyPage(() => import('./explainer/price-explainer-page.tsx')) },
};

/** Stands inside an `OpenedPart`: its code comes when somebody opens it. */
export const PriceDialog = lazyAgain(() => import('./price-dialog.tsx'));
