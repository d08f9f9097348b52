import { endpoint } from '#platform/http/contract/endpoint.ts';
import {
  PaymentConfigsAnswer,
  PaymentConfigsRequest,
  StripeConfigsAnswer,
  StripeConfigsRequest,
} from './payment-config.ts';

const OF_SETTINGS = { method: 'POST', permission: 'tenant-settings:view', effect: 'read' } as const;

export const paymentEndpoints = {
  /** The setup check asks it whether a provider's events arrive (platform.md 7, 9). */
  listStripe: endpoint({
    ...OF_SETTINGS,
    path: '/payment-config/api/listStripe',
    request: StripeConfigsRequest,
    response: StripeConfigsAnswer,
    summary: 'Stripe settings with a webhook, secrets masked',
  }),
  configs: endpoint({
    ...OF_SETTINGS,
    path: '/payment-config/api/page',
    request: PaymentConfigsRequest,
    response: PaymentConfigsAnswer,
    summary: 'Payment settings of the tenant, secrets masked',
  }),
};
