import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { OPENING_HOURS, type Rhythm } from '#apps/simulator/customers/business-day.ts';
import type { SalesChannel } from '#domains/pricing/contract/sale.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import type { DemoTenant } from './demo-catalogue.ts';

/** One way to buy at one spot; the keys of apps and mini-programs are those of the whole tenant. */
export interface DemoShop {
  spotId: string;
  channel: SalesChannel;
  key: string;
  rhythm: Rhythm;
  /** How many of the spot's customers come this way, beside those of its other keys. */
  share: number;
}

const hour = (value: number): string => `${String(value).padStart(2, '0')}:00`;

/** The hours on the door of a spot. */
export function serviceTime(rhythm: Rhythm): string {
  const { from, until } = OPENING_HOURS[rhythm];
  return `${hour(from)}-${hour(until)}`;
}

/** Makes the keys of a tenant's shops; `spots` in the order in which they were opened. */
export async function openShops(
  db: PlatformDb,
  { tenantId, channels }: DemoTenant,
  spots: readonly { readonly id: string; readonly name: string; readonly service_time: string }[],
): Promise<DemoShop[]> {
  const shops: DemoShop[] = [];
  for (const channel of ['app', 'miniprogram', 'kiosk'] as const) {
    const share = channels[channel];
    if (share === undefined) continue;
    const ofTenant = channel === 'kiosk' ? undefined : await issueKey(db, tenantId, channel, null, '');
    for (const { id: spotId, name, service_time } of spots) {
      const key = ofTenant ?? (await issueKey(db, tenantId, channel, spotId, name));
      const rhythm = service_time === serviceTime('dayAndNight') ? 'dayAndNight' : 'business';
      shops.push({ spotId, channel, key, rhythm, share });
    }
  }
  return shops;
}

async function issueKey(
  db: PlatformDb,
  tenantId: string,
  channel: SalesChannel,
  spotId: string | null,
  place: string,
): Promise<string> {
  const key = `sk_${randomBytes(32).toString('base64url')}`;
  // the fleet's file is lost now and then: a client that is there gets another key
  const tenant_id = Number(tenantId);
  const name = `Demo ${channel}${place === '' ? '' : `, ${place}`}`;
  const row = { channel, spot_id: spotId, created_by: 'Demo', key_made_at: new Date(), key_end: key.slice(-4) };
  const client = await db
    .insertInto('storefront_client')
    .values({ tenant_id, id: newId(), name, ...row })
    .onConflict((same) => same.expression(sql`tenant_id, lower(name)`).doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('storefront_key')
    .values({ id: newId(), key_digest: sha256(key), tenant_id, client_id: client.id })
    .execute();
  return key;
}
