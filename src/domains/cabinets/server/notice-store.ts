import { sql } from 'kysely';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { UnitNoticeKind } from '../contract/codes.ts';

export interface UnitNotice {
  readonly serial: string;
  readonly kind: UnitNoticeKind;
  readonly cabinetId?: string | null;
  readonly slot?: number | null;
  readonly detail?: string;
  readonly orderNo?: string;
}

/** One of a kind is open for a unit at most: the same reason again makes it newer. */
export async function openNotice(tx: Transaction, notice: UnitNotice): Promise<void> {
  const now = tx.now();
  const { serial, kind, cabinetId = null, slot = null, detail = '', orderNo = '' } = notice;
  await sql`
    insert into power_bank_notice (tenant_id, id, serial, kind, cabinet_id, slot, detail, order_no, opened_at, last_at)
    values (${tx.tenantId}, ${newId()}, ${serial}, ${kind}, ${cabinetId}, ${slot}, ${detail}, ${orderNo}, ${now}, ${now})
    on conflict (tenant_id, serial, kind) where state = 'open'
    do update set last_at = excluded.last_at, detail = excluded.detail, cabinet_id = excluded.cabinet_id, slot = excluded.slot`.execute(
    tx.db,
  );
  await tx.live({ kind: 'powerBankNotice', id: serial, permission: 'cabinet:view' });
}

/** Whether somebody has settled just this, and it has stood there ever since: then it needs nobody again, until it was gone in between. */
export async function isSettled(
  tx: Transaction,
  { serial, kind, cabinetId, slot }: UnitNotice & { readonly cabinetId: string; readonly slot: number },
  since: Date | null,
): Promise<boolean> {
  if (since === null) return false;
  const settled = await tx.db
    .updateTable('power_bank_notice')
    .set({ last_at: tx.now() })
    .where('serial', '=', serial)
    .where('kind', '=', kind)
    .where('cabinet_id', '=', cabinetId)
    .where('slot', '=', slot)
    .where('state', '=', 'done')
    .where('last_at', '>=', since)
    .returning('id')
    .execute();
  return settled.length > 0;
}

/** The reason is gone, by itself or by somebody. */
export async function closeNotices(
  tx: Transaction,
  serials: readonly string[],
  kinds: readonly UnitNoticeKind[],
  done: { readonly by?: string; readonly note?: string } = {},
): Promise<void> {
  if (serials.length === 0 || kinds.length === 0) return;
  const closed = await tx.db
    .updateTable('power_bank_notice')
    .set({ state: 'done', done_at: tx.now(), done_by: done.by ?? '', note: done.note ?? '' })
    .where('serial', '=', sql<string>`any(${[...serials]}::text[])`)
    .where('kind', '=', sql<string>`any(${[...kinds]}::text[])`)
    .where('state', '=', 'open')
    .returning('serial')
    .execute();
  for (const { serial } of closed) await tx.live({ kind: 'powerBankNotice', id: serial, permission: 'cabinet:view' });
}
