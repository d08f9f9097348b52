import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';

const DAY_MS = 86_400_000;
/** What the provider asks for each. */
const FEE_MINOR = 1_500;

/** How two of the seeded month went: whole days before now. */
const PAST = [
  { ref: 'du_demoLost7Hq3', state: 'lost', reason: 'product_not_received', opened: 20, closed: 9 },
  { ref: 'du_demoWon2Vx8', state: 'won', reason: 'fraudulent', opened: 14, closed: 5 },
] as const;

/** Two payments of the seeded month that banks disputed, one lost and one won, with what the provider booked of them. */
export async function addDemoDisputes(db: TenantDb, accountId: string, now: Date): Promise<void> {
  for (const { ref, state, reason, opened, closed } of PAST) {
    const openedAt = new Date(now.getTime() - opened * DAY_MS);
    const closedAt = new Date(now.getTime() - closed * DAY_MS);
    const payment = await db
      .selectFrom('payment')
      .select(['id', 'provider_ref', 'order_no', 'amount_minor', 'currency'])
      .where('status', '=', 'succeeded')
      .where('channel', '=', 'stripe')
      .where('order_kind', '=', 'coffee')
      .where('refunded_minor', '=', 0)
      .where('provider_ref', 'is not', null)
      .where('received_at', '<', openedAt)
      .orderBy('received_at', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!payment) continue;
    const { amount_minor, currency } = payment;
    const isLost = state === 'lost';
    await db
      .insertInto('payment_dispute')
      .values({
        ...{ id: newId(), payment_id: payment.id, provider_ref: ref, state, reason, amount_minor, currency },
        ...{ refundable: false, evidence_sent: true, evidence_due_at: new Date(openedAt.getTime() + 10 * DAY_MS) },
        ...{
          opened_at: openedAt,
          closed_at: closedAt,
          withdrawn_at: openedAt,
          reinstated_at: isLost ? null : closedAt,
        },
        ...{ fee_minor: FEE_MINOR, fee_currency: currency, answer_url: '' },
      })
      .execute();
    if (isLost)
      await db.updateTable('payment').set({ disputed_minor: amount_minor }).where('id', '=', payment.id).execute();
    const booked = {
      ...{ account_id: accountId, amount_minor, currency, settled_currency: currency, dispute_ref: ref },
      ...{ payment_ref: payment.provider_ref, order_no: payment.order_no },
    };
    await db
      .insertInto('daily_close_entry')
      .values({
        ...{ ...booked, ref: `txn_${ref}`, kind: 'dispute', at: openedAt, settled_gross_minor: -amount_minor },
        ...{ settled_fee_minor: FEE_MINOR, settled_net_minor: -amount_minor - FEE_MINOR },
      })
      .execute();
    if (isLost) continue;
    await db
      .insertInto('daily_close_entry')
      .values({
        ...{ ...booked, ref: `txn_back_${ref}`, kind: 'dispute_back', at: closedAt },
        ...{ settled_gross_minor: amount_minor, settled_net_minor: amount_minor },
      })
      .execute();
  }
}
