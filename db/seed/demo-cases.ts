import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { refundRequestedNotice } from '#domains/orders/contract/notices.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { CHINESE, DEMO_TENANTS } from './demo-catalogue.ts';
import { COFFEE, drawn, storePicture, WHITE } from './demo-pictures.ts';

const SIZE = 480;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** Signs of a label's code, as `domains/cases/rules/device-code.ts` makes them. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const SAID = [
  { wish: 'money', en: 'The cup is only half full', zh: '只有半杯', hasPhoto: true },
  { wish: 'again', en: 'It came out cold', zh: '咖啡是凉的', hasPhoto: false },
  { wish: 'money', en: 'I paid and got nothing', zh: '已付款但没有出杯', hasPhoto: false },
] as const;

/** Labels of the machines, and what customers of the demo asked lately: the newest waits for an answer. */
export async function seedDemoCases(services: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS) {
    const isKnown = await services.database.read(tenantId, (db) =>
      db.selectFrom('case_label').select('code').limit(1).executeTakeFirst(),
    );
    if (isKnown) continue;
    const picture = await storePicture(services, tenantId, { biz: 'case', size: SIZE, bytes: await halfFull() });
    const now = services.clock.now();
    await services.database.write(tenantId, async (db) => {
      await label(db, now);
      const orders = await takenOrders(db, now);
      for (const [place, order] of orders.entries()) {
        const said = SAID[place];
        if (said) await writeCase(db, { tenantId, order, said, place, photo: picture });
      }
    });
  }
}

/** A cup from above, with coffee up to its middle. */
const halfFull = (): Promise<Uint8Array> =>
  drawn(SIZE, (x, y) => {
    const far = Math.hypot(x, y);
    if (far > 0.8) return [150, 158, 168];
    return far > 0.7 ? WHITE : far < 0.45 ? COFFEE : [226, 222, 214];
  });

async function label(db: TenantDb, now: Date): Promise<void> {
  const robots = await db.selectFrom('robot').select(['id', 'imei']).where('retired_at', 'is', null).execute();
  if (robots.length === 0) return;
  // the same at every first start, so that a label that was printed in the demo stays good
  const codeOf = (imei: string): string =>
    [...createHash('sha256').update(`case-label ${imei}`).digest().subarray(0, 10)]
      .map((byte) => SIGNS[byte % SIGNS.length])
      .join('');
  await db
    .insertInto('case_label')
    .values(robots.map(({ id, imei }) => ({ robot_id: id, code: codeOf(imei), made_at: now })))
    .execute();
}

interface PastOrder {
  readonly order_no: string;
  readonly robot_id: string;
  readonly spot_id: string;
  readonly currency: string;
  readonly paid_minor: number;
  readonly created_at: Date;
  readonly payment_id: string;
}

/** Paid, handed out, and nothing went back: the newest first. */
function takenOrders(db: TenantDb, now: Date): Promise<PastOrder[]> {
  return db
    .selectFrom('coffee_order as o')
    .innerJoin('payment as p', 'p.serial_no', 'o.payment_serial_no')
    .innerJoin('robot as r', 'r.id', 'o.robot_id')
    .select([
      'o.order_no',
      'o.robot_id',
      'o.spot_id',
      'o.currency',
      'o.paid_minor',
      'o.created_at',
      'p.id as payment_id',
    ])
    .where('o.status', '=', 6)
    .where('o.paid_minor', '>', 0)
    .where('o.refunded_minor', '=', 0)
    .where('o.refund_status', 'is', null)
    .where('o.created_at', '>', new Date(now.getTime() - 20 * DAY_MS))
    .where(
      sql<boolean>`not exists (select from order_refund f where f.tenant_id = ${THIS_TENANT} and f.order_no = o.order_no)`,
    )
    .orderBy('o.created_at', 'desc')
    .limit(SAID.length)
    .execute();
}

interface Written {
  readonly tenantId: string;
  readonly order: PastOrder;
  readonly said: (typeof SAID)[number];
  readonly place: number;
  readonly photo: { readonly id: string; readonly path: string };
}

async function writeCase(db: TenantDb, { tenantId, order, said, place, photo }: Written): Promise<void> {
  const at = new Date(order.created_at.getTime() + 12 * MINUTE_MS);
  const words = tenantId === CHINESE ? said.zh : said.en;
  const [id, refundId] = [newId(), newId()];
  const isOpen = place === 0;
  const answer = tenantId === CHINESE ? '请到设备旁联系我们的同事' : 'Please ask our colleague at the machine';
  await db
    .insertInto('order_refund')
    .values({
      ...{ id: refundId, order_no: order.order_no, payment_id: order.payment_id, origin: 'customer' },
      ...{ status: isOpen ? 100 : 103, amount_minor: order.paid_minor, currency: order.currency, is_full: true },
      ...{ reason: words, requested_by: 'case-page', requested_by_name: '', requested_at: at },
      ...(isOpen
        ? {}
        : { answered_by_name: 'Demo', answered_at: new Date(at.getTime() + 30 * MINUTE_MS), answer_reason: answer }),
    })
    .execute();
  // what waits for an answer is told, as `refund-notices.ts` would have done
  if (isOpen)
    await db
      .insertInto('notice')
      .values({
        ...{ id: newId(), kind: refundRequestedNotice.name, tone: refundRequestedNotice.tone, at },
        ...{ permission: 'order:refund', of_spot: true, spot_id: order.spot_id },
        params: JSON.stringify({ orderNo: order.order_no, amountMinor: order.paid_minor, currency: order.currency }),
        ...{ path: `/orders/detail/${order.order_no}`, key: `refund-requested/${refundId}` },
      })
      .execute();
  await db
    .updateTable('coffee_order')
    .set({ refund_status: isOpen ? 100 : 103 })
    .where('order_no', '=', order.order_no)
    .execute();
  await db
    .insertInto('order_case')
    .values({
      ...{ id, order_no: order.order_no, refund_id: refundId, robot_id: order.robot_id, wish: said.wish, words },
      // nobody has its key: the demo shows it by a new proof
      key_digest: createHash('sha256').update(id).digest(),
      ...{ photo: said.hasPhoto ? photo.path : '', proved_by: 'pickup', asked_at: at },
      machine: JSON.stringify({
        ...{ online: true, mode: 'normal', abnormal: false, faults: [], firmware: '1.8.0' },
        lastHeardAt: at.toISOString(),
      }),
    })
    .execute();
  if (!said.hasPhoto) return;
  await db
    .insertInto('file_reference')
    .values({ file_id: photo.id, owner_kind: 'orderCase', owner_id: id, field: 'photo' })
    .execute();
  await db.updateTable('stored_file').set({ unused_since: null }).where('id', '=', photo.id).execute();
}
