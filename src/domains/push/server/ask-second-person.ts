import type { Transaction } from '#platform/database/server/transaction.ts';
import { notify } from '#system/notices/server/index.ts';
import { MANUAL_PUSH } from '../contract/addresses.ts';
import { SEND_PERMISSION } from '../contract/endpoints.ts';
import { pushWaitsNotice } from '../contract/notices.ts';

/** The matter of the notice. */
export const matterOf = (id: string): string => `push-run/${id}`;

/** Whether a message to all waits until somebody else has read it (settled 119). */
export async function needsSecondPerson(tx: Transaction): Promise<boolean> {
  const tenant = await tx.db.selectFrom('tenant').select('push_needs_second').executeTakeFirstOrThrow();
  return tenant.push_needs_second;
}

export function askSecondPerson(tx: Transaction, run: { id: string; title: string; total: number }): Promise<void> {
  return notify(tx, pushWaitsNotice, {
    to: { permission: SEND_PERMISSION },
    params: { title: run.title, name: tx.actor.name, count: run.total },
    path: `${MANUAL_PUSH}?panel=${run.id}`,
    key: matterOf(run.id),
  });
}
