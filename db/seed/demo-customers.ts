import { sql } from 'kysely';
import { createRandom } from '#apps/simulator/world/random.ts';
import { barcodeOf } from '#domains/customers/rules/barcode.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { newId } from '#platform/ids/server/new-id.ts';

interface Known {
  readonly names: readonly string[];
  readonly language: string;
  readonly phone: string;
  readonly domain: string;
}

/** How people of each demo tenant are called; many customers never say. */
const KNOWN: Readonly<Record<string, Known>> = {
  '1000': {
    names: [
      'Ingrid Solberg',
      'Lars Haugen',
      'Nora Lie',
      'Jonas Bakke',
      'Sara Moen',
      'Emil Strand',
      'Thea Vik',
      'Ola Dahl',
    ],
    ...{ language: 'nb-NO', phone: '+47', domain: 'fjordmail.example' },
  },
  '1001': {
    names: ['陈静', '王磊', '李娜', '张伟', '刘洋', '赵敏', '周杰', '吴霞'],
    ...{ language: 'zh-CN', phone: '+86', domain: 'hu-mail.example' },
  },
  '1002': {
    names: ['佐藤 美咲', '鈴木 翔', '高橋 愛', '田中 健', '伊藤 葵', '渡辺 蓮', '山本 結', '中村 樹'],
    ...{ language: 'ja-JP', phone: '+81', domain: 'kanda-post.example' },
  },
};

/** Of a hundred customers, how many have told their name. */
const NAMED_EACH = 12;
const BY = 'Storefront';

/** The people of the demo's orders, once: most are a word of their client, some have told who they are. */
export async function seedDemoCustomers(services: Services): Promise<void> {
  for (const [tenantId, known] of Object.entries(KNOWN))
    await services.database.write(tenantId, async (db) => {
      if (await db.selectFrom('customer').select('id').limit(1).executeTakeFirst()) return;
      await sql`
        insert into customer (tenant_id, id, client_id, user_id, name, created_at, created_by, updated_at, last_seen_at)
          select tenant_id, customer_ref, client_key_id, customer_id, customer_id, min(created_at), ${BY}, max(created_at), max(created_at)
            from coffee_order where tenant_id = ${THIS_TENANT} and customer_ref is not null and client_key_id is not null
           group by tenant_id, customer_ref, client_key_id, customer_id
          on conflict do nothing`.execute(db);
      await nameSome(db, tenantId, known);
    });
}

async function nameSome(db: TenantDb, tenantId: string, { names, language, phone, domain }: Known): Promise<void> {
  const random = createRandom(`customers/${tenantId}`);
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'created_at', 'client_id', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .limit(NAMED_EACH * names.length)
    .execute();
  const robots = await db.selectFrom('robot').select(['imei', 'spot_id']).orderBy('imei').limit(5).execute();
  for (const [nth, row] of rows.entries()) {
    if (nth % 2 === 1 && nth > names.length) continue;
    const name = names[nth % names.length] ?? '';
    const consent = random.integer(0, 2) > 0;
    const barcode = nth % 4 === 0 ? barcodeOf((below) => random.integer(0, below - 1)) : '';
    await db
      .updateTable('customer')
      .set({
        ...{ name, language, barcode, consent, consent_at: consent ? row.created_at : null },
        phone: nth % 3 === 0 ? '' : `${phone}${random.integer(400_000_000, 499_999_999)}`,
        email: `guest.${nth + 1}@${domain}`,
        email_verified: nth % 5 !== 0,
        birthday:
          nth % 3 === 0 ? `19${random.integer(65, 99)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}` : null,
      })
      .where('id', '=', row.id)
      .execute();
    const robot = robots[nth % Math.max(robots.length, 1)];
    if (barcode !== '' && robot)
      await db
        .insertInto('customer_scan')
        .values({
          ...{
            id: newId(),
            customer_id: row.id,
            kind: 'barcode',
            code: barcode,
            result: 'found',
            client_id: row.client_id,
          },
          ...{ device_imei: robot.imei, spot_id: robot.spot_id, scanned_at: row.last_seen_at },
        })
        .execute();
  }
}
