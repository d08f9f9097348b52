import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { recordSearcher } from '#system/records/web/index.ts';
import { PAYMENT_LIST } from '../../contract/addresses.ts';
import { paymentRecords } from '../../contract/payment-records.ts';

export const paymentSearcher = (): Promise<RecordSearcher> =>
  recordSearcher(paymentRecords, { icon: 'payment', list: PAYMENT_LIST, hint: 'orderNo' });
