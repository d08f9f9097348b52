import { paymentProblems } from '#domains/payments/contract/problems.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { PAYMENT_LIST } from '../contract/addresses.ts';
import { paymentRecords } from '../contract/payment-records.ts';
import { renewPaymentSecrets } from './payment-config-store.ts';
import { cancelJob, refreshJob } from './payment-jobs.ts';
import { paymentList } from './payment-list.ts';
import { processEventJob } from './process-event.ts';
import { purgeEvents } from './purge-events.ts';
import { returnMoneyJob } from './return-money.ts';
import { paymentRoutes } from './routes.ts';
import { watchPayments } from './watchdog-schedule.ts';
import { webhookRoute } from './webhook.ts';

export const payments: ServerSlice = sliceOf(
  {
    name: 'payments',
    about: 'Payment providers of a tenant, what they report, and every attempt to pay.',
    routes: paymentRoutes,
    rawRoutes: [webhookRoute],
    problems: paymentProblems,
    jobs: [refreshJob, cancelJob, processEventJob, returnMoneyJob],
    schedules: [watchPayments, purgeEvents],
    renewSecrets: renewPaymentSecrets,
    menu: [
      {
        ...{ page: 'payments/records', kind: paymentRecords, under: 'orders', path: PAYMENT_LIST },
        ...{ icon: 'payment', sort: 25 },
      },
    ],
  },
  paymentList,
);

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
