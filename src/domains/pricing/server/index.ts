import type { ServerSlice } from '#platform/http/server/slice.ts';
import { PRICE_EXPLAINER } from '../contract/addresses.ts';
import { priceEndpoints } from '../contract/endpoints.ts';
import { priceProblems } from '../contract/problems.ts';
import { priceRoutes } from './routes.ts';

export const pricing: ServerSlice = {
  name: 'pricing',
  about: 'What a basket costs: quotes of saved goods, and each step of a calculation.',
  documentedWith: 'orders',
  routes: priceRoutes,
  menu: [
    {
      page: 'pricing/explainer',
      under: 'goods',
      path: PRICE_EXPLAINER,
      title: { namespace: 'pricing', key: 'explainer.title' },
      needs: priceEndpoints.explainPrice.permission ?? '',
      icon: 'payment',
      sort: 58,
    },
  ],
  problems: priceProblems,
};

export { type PricedBasket, priceBasket, sellingChannel } from './price-basket.ts';
