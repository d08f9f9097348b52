import { priceEndpoints } from '#domains/orders/contract/price-endpoints.ts';
import { route } from '#platform/http/server/route.ts';
import { explainPrice, quote } from './quote-order.ts';

export const priceRoutes = [route(priceEndpoints.quote, quote), route(priceEndpoints.explainPrice, explainPrice)];
