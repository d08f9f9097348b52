import type { Transaction } from '#platform/database/server/transaction.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { PAYMENT_SETTINGS } from '../contract/addresses.ts';
import { keysRefusedNotice } from '../contract/notices.ts';
import { paymentConfigs } from '../contract/payment-configs.ts';

/** One for all channels, until somebody saves the settings of one. */
const KEY = 'payments/keys-refused';

/** Who sets keys hears that the provider does not take them. */
export const notifyOfKeys = (tx: Transaction): Promise<void> =>
  notify(tx, keysRefusedNotice, {
    ...{ to: { permission: paymentConfigs.permission('edit') }, path: PAYMENT_SETTINGS, key: KEY },
    params: {},
  });

export const settleKeys = (tx: Transaction): Promise<void> => settleNotice(tx, KEY);
