import { sql } from 'kysely';
import { orderNumber } from '#domains/orders/rules/order-number.ts';
import { statement } from '#platform/database/server/statement.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { compactLocalDay } from '#platform/time/rules/local-day.ts';

const countUp = statement((db, { indexName }: { indexName: string }) =>
  db
    .insertInto('order_counter')
    .values([
      { name: 'order', value: 1 },
      { name: indexName, value: 1 },
    ])
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'name']).doUpdateSet({ value: sql<number>`order_counter.value + 1` }),
    )
    .returning(['name', 'value']),
);

/**
 * The next order number of the tenant and the next index of the robot on the tenant's day (practice 2.4), both in one
 * statement: its row locks last until the order is committed, so it is the last thing that a creation asks for.
 */
export async function takeOrderNumbers(
  tx: Transaction,
  robotId: string,
  timeZone: string,
): Promise<{ orderNo: string; orderIndex: number }> {
  const day = compactLocalDay(tx.now(), timeZone);
  const indexName = `index:${robotId}:${day}`;
  const rows = await countUp(tx.db, { indexName }).execute();
  const valueFor = (name: string): number => rows.find((row) => row.name === name)!.value;
  return {
    orderNo: orderNumber({ day, tenantId: tx.tenantId, counter: valueFor('order') }),
    orderIndex: valueFor(indexName),
  };
}
