import { endpoint } from '#platform/http/contract/endpoint.ts';
import { PriceResult, StorefrontQuoteRequest } from './price.ts';

/** The call of a kiosk, an app or a mini-program about prices; the client key says tenant and channel. */
export const storefrontPriceEndpoints = {
  quote: endpoint({
    auth: 'storefront',
    permission: null,
    method: 'POST',
    path: '/storefront/v1/quote',
    effect: 'read',
    request: StorefrontQuoteRequest,
    response: PriceResult,
    summary: 'Prices a basket through the client’s channel; orders use the same function',
  }),
};
