import { type Route, route } from '#platform/http/server/route.ts';
import { priceEndpoints } from '../contract/endpoints.ts';
import { storefrontPriceEndpoints } from '../contract/storefront-endpoints.ts';
import { explainPrice, quote, storefrontQuote } from './price-basket.ts';

export const priceRoutes: readonly Route[] = [
  route(priceEndpoints.quote, quote),
  route(priceEndpoints.explainPrice, explainPrice),
  route(storefrontPriceEndpoints.quote, storefrontQuote),
];
