import { route } from '#platform/http/server/route.ts';
import { paymentEndpoints } from '../contract/endpoints.ts';
import { pageOfPaymentConfigs, stripeConfigs } from './read-payment-configs.ts';

export const paymentRoutes = [
  route(paymentEndpoints.listStripe, stripeConfigs),
  route(paymentEndpoints.configs, pageOfPaymentConfigs),
];
