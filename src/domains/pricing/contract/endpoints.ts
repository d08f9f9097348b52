import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ExplainPriceRequest, PriceResult, QuoteRequest } from './price.ts';

export const priceEndpoints = {
  quote: endpoint({
    method: 'POST',
    alsoMethods: [],
    path: '/coffeeorder/api/quote',
    permission: 'order:quote',
    effect: 'read',
    request: QuoteRequest,
    response: PriceResult,
    summary: 'Price a basket of saved goods, as the storefront would',
  }),
  explainPrice: endpoint({
    method: 'POST',
    alsoMethods: [],
    path: '/coffeeorder/api/explainPrice',
    permission: 'order:explain-price',
    effect: 'read',
    request: ExplainPriceRequest,
    response: PriceResult,
    summary: 'Price free values and show every step of the calculation',
  }),
};
