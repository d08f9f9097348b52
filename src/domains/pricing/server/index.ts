import type { ServerSlice } from '#platform/http/server/slice.ts';
import { priceProblems } from '../contract/problems.ts';
import { priceRoutes } from './routes.ts';

export const pricing: ServerSlice = {
  name: 'pricing',
  about: 'What a basket costs: quotes of saved goods, and each step of a calculation.',
  documentedWith: 'orders',
  routes: priceRoutes,
  problems: priceProblems,
};

export { type PricedBasket, priceBasket, sellingChannel } from './price-basket.ts';
