import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { DeviceAddress } from '#domains/devices/contract/topics.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import type { DeviceDriver } from './device-driver.ts';

/** 256 random bits, shown once and kept as their SHA-256 (security 10.1); in hex, which every command line takes as it is. */
export function newDevicePassword(): string {
  return randomBytes(32).toString('hex');
}

/**
 * Claims an IMEI, which is unique over all tenants and kinds; false where somebody has it. A claim of ours that was left
 * without its device, by a crash between the two, may be taken again.
 */
export async function claimImei(
  db: PlatformDb,
  driver: Pick<DeviceDriver, 'kind' | 'table'>,
  { tenantId, imei }: Omit<DeviceAddress, 'kind'>,
  password: string,
): Promise<boolean> {
  const isTaken = await isDevice(db, driver, { tenantId, imei });
  const { rows } = await sql<{ imei: string }>`
    insert into device_credential (imei, tenant_id, kind, password_digest)
    values (${imei}, ${tenantId}, ${driver.kind}, ${sha256(password)})
    on conflict (imei) do update set password_digest = excluded.password_digest, rotated_at = now()
     where device_credential.tenant_id = excluded.tenant_id and device_credential.kind = excluded.kind
       and ${!isTaken}::boolean
    returning imei`.execute(db);
  return rows.length > 0;
}

export async function replacePassword(db: PlatformDb, device: DeviceAddress, password: string): Promise<void> {
  await sql`
    insert into device_credential (imei, tenant_id, kind, password_digest)
    values (${device.imei}, ${device.tenantId}, ${device.kind}, ${sha256(password)})
    on conflict (imei) do update set password_digest = excluded.password_digest, rotated_at = now(), status = 1
     where device_credential.tenant_id = excluded.tenant_id`.execute(db);
}

/** Ends a claim that came to nothing; one whose device is there belongs to whoever added that at the same moment. */
export async function releaseImei(
  db: PlatformDb,
  driver: Pick<DeviceDriver, 'table'>,
  { tenantId, imei }: Omit<DeviceAddress, 'kind'>,
): Promise<void> {
  if (await isDevice(db, driver, { tenantId, imei })) return;
  await db.deleteFrom('device_credential').where('imei', '=', imei).where('tenant_id', '=', Number(tenantId)).execute();
}

async function isDevice(
  db: PlatformDb,
  { table }: Pick<DeviceDriver, 'table'>,
  { tenantId, imei }: Omit<DeviceAddress, 'kind'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where tenant_id = ${tenantId} and imei = ${imei}`.execute(db);
  return rows.length > 0;
}

/** Its tenant was frozen or works again: every server looks at these credentials anew, and ends connections that may not be. */
export async function credentialsTurned(db: PlatformDb, tenantId: number): Promise<void> {
  await db.updateTable('device_credential').set({ rotated_at: sql`now()` }).where('tenant_id', '=', tenantId).execute();
}
