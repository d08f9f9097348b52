import { paymentProblems } from '#domains/payments/contract/problems.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { DISPUTE_LIST, PAYMENT_LIST, PAYMENT_SETTINGS } from '../contract/addresses.ts';
import { disputeRecords } from '../contract/dispute-records.ts';
import { disputedNotice, disputeLostNotice, evidenceDueNotice, keysRefusedNotice } from '../contract/notices.ts';
import { paymentConfigEndpoints, paymentConfigs } from '../contract/payment-configs.ts';
import { paymentRecords } from '../contract/payment-records.ts';
import { addCallback, checkSetting, stripeConfigs } from './configs/config-calls.ts';
import { renewPaymentSecrets } from './configs/payment-secrets.ts';
import { servedConfigs } from './configs/serve-configs.ts';
import { remindOfEvidence } from './disputes/remind.ts';
import { takeOverDisputesJob } from './disputes/take-over-disputes.ts';
import { cancelJob, captureJob, refreshJob } from './payment-jobs.ts';
import { disputeList, paymentList } from './payment-list.ts';
import { processEventJob } from './process-event.ts';
import { purgeEvents } from './purge-events.ts';
import { takeOverRefundsJob } from './refunds-at-provider.ts';
import { returnMoneyJob } from './return-money.ts';
import { watchPayments } from './watchdog-schedule.ts';
import { webhookRoute } from './webhook.ts';

export const payments: ServerSlice = sliceOf(
  {
    name: 'payments',
    about: 'Payment providers of a tenant, what they report, and every attempt to pay.',
    routes: [
      route(paymentConfigEndpoints.listStripe, stripeConfigs),
      route(paymentConfigEndpoints.addCallback, addCallback),
      route(paymentConfigEndpoints.check, checkSetting),
    ],
    rawRoutes: [webhookRoute],
    problems: paymentProblems,
    noticeKinds: [keysRefusedNotice, disputedNotice, evidenceDueNotice, disputeLostNotice],
    jobs: [refreshJob, cancelJob, captureJob, processEventJob, returnMoneyJob, takeOverRefundsJob, takeOverDisputesJob],
    schedules: [watchPayments, remindOfEvidence, purgeEvents],
    renewSecrets: renewPaymentSecrets,
    menu: [
      {
        ...{ page: 'payments/records', kind: paymentRecords, under: 'orders', path: PAYMENT_LIST },
        ...{ icon: 'payment', sort: 25 },
      },
      {
        ...{ page: 'payments/disputes', kind: disputeRecords, under: 'orders', path: DISPUTE_LIST },
        ...{ icon: 'warning', needs: paymentRecords.permission('view'), sort: 25 },
      },
      {
        ...{ page: 'payments/configs', kind: paymentConfigs, under: 'settings', path: PAYMENT_SETTINGS },
        ...{ icon: 'payment', sort: 82 },
      },
    ],
  },
  paymentList,
  disputeList,
  servedConfigs,
);

export { askProvider } from './ask-provider.ts';
export { addSetting, type NewSetting } from './configs/add-setting.ts';
export { findTerminalSetting, openTerminals } from './configs/open-setting.ts';
export { keepSecret, paymentSecretPlace } from './configs/payment-secrets.ts';
export { findDisputeSteps } from './disputes/dispute-store.ts';
export { captureHold, chargeStored, openHold, releaseHold } from './holds.ts';
export {
  askProviderOf,
  askRefundsOf,
  findLedgerAccounts,
  type LedgerAccount,
  letGoAtProvider,
  openLedger,
  takeOverDisputesOf,
  takeOverPayment,
  takeOverRefund,
  takeOverRefundsOf,
} from './ledger-door.ts';
export { paymentHappenings } from './payment-happenings.ts';
export type { LedgerEntry, LedgerHold, LedgerSpan } from './payment-provider.ts';
export { ProviderForbids, ProviderRefusal, ProviderUnreachable } from './payment-provider.ts';
export {
  findLastPayment,
  findPaymentRecords,
  findPayments,
  findReceivedPayments,
  type Payment,
} from './payment-store.ts';
export { disputedOfOrder, disputedOfPayment, findPaymentToReturn, leftToReturn } from './refund-store.ts';
export { requestReturn } from './return-money.ts';
export {
  advancePayment,
  askAtTerminal,
  asksNobody,
  findCustomerPayment,
  getPayment,
  lookAtPayment,
  openPayment,
  type PaymentOutcome,
  type ProviderAnswer,
  publishOutcome,
  recordProviderPayment,
  withdrawPayment,
} from './take-payment.ts';
