import { paymentProblems } from '#domains/payments/contract/problems.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { renewPaymentSecrets } from './payment-config-store.ts';
import { cancelJob, refreshJob } from './payment-jobs.ts';
import { processEventJob } from './process-event.ts';
import { purgeEvents } from './purge-events.ts';
import { returnMoneyJob } from './return-money.ts';
import { paymentRoutes } from './routes.ts';
import { watchPayments } from './watchdog-schedule.ts';
import { webhookRoute } from './webhook.ts';

export const payments: ServerSlice = {
  name: 'payments',
  about: 'Payment providers of a tenant, and what they tell us.',
  routes: paymentRoutes,
  rawRoutes: [webhookRoute],
  problems: paymentProblems,
  jobs: [refreshJob, cancelJob, processEventJob, returnMoneyJob],
  schedules: [watchPayments, purgeEvents],
  renewSecrets: renewPaymentSecrets,
};

export { paymentSecretPlace } from './payment-config-store.ts';
export { ProviderUnreachable } from './payment-provider.ts';
export { findLastPayment, findPaymentRecords, findReceivedPayments, type Payment } from './payment-store.ts';
export { findPaymentToReturn } from './refund-store.ts';
export { requestReturn } from './return-money.ts';
export {
  advancePayment,
  findCustomerPayment,
  getPayment,
  openPayment,
  type PaymentOutcome,
  type ProviderAnswer,
  recordProviderPayment,
  withdrawPayment,
} from './take-payment.ts';
