import type { Transaction } from '#platform/database/server/transaction.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { disputesOf } from '../../contract/addresses.ts';
import { disputeRecords } from '../../contract/dispute-records.ts';
import { disputedNotice, disputeLostNotice } from '../../contract/notices.ts';
import { paymentRecords } from '../../contract/payment-records.ts';
import { isOver, needsAnswer } from '../../rules/disputes.ts';
import type { ProviderDispute } from '../payment-provider.ts';
import type { Payment } from '../payment-store.ts';
import { spotsOf } from './dispute-store.ts';

/** Disputes are seen by those who see payments. */
export const SEES_DISPUTES = paymentRecords.permission('view');
const openKey = (id: string): string => `dispute/${id}`;
/** The reminder that an answer is due. */
export const dueKey = (id: string): string => `dispute-due/${id}`;

/**
 * Who sees payments is notified of a dispute once, and of its loss; what waits for an answer is settled by one. Open pages of the order
 * and of the list show the change.
 */
export async function pushDispute(
  tx: Transaction,
  { orderNo, orderKind }: Payment,
  dispute: { readonly id: string } & ProviderDispute,
): Promise<void> {
  const { id, state, amountMinor, currency } = dispute;
  const spotId = (await spotsOf(tx.db, [id])).get(id) ?? null;
  const notice = {
    ...{ to: { permission: SEES_DISPUTES, spotId }, path: disputesOf(orderNo) },
    params: { orderNo, amountMinor, currency },
  };
  if (!needsAnswer(state)) await settleNotice(tx, dueKey(id));
  if (!isOver(state)) await notify(tx, disputedNotice, { ...notice, key: openKey(id) });
  else await settleNotice(tx, openKey(id));
  if (state === 'lost') await notify(tx, disputeLostNotice, { ...notice, key: `dispute-lost/${id}` });
  await tx.live({ kind: disputeRecords.name, id, spotId, permission: SEES_DISPUTES });
  await tx.live({ kind: orderKind === 'rental' ? 'rental' : 'order', id: orderNo, spotId });
}
