import { sql } from 'kysely';
import type pg from 'pg';
import type { DeviceAddress } from '#domains/devices/contract/topics.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import type { DeviceDriver } from './device-driver.ts';
import { gatewayOf } from './gateway.ts';
import { endSession } from './presence-sweep.ts';

/**
 * Inside the transaction that takes the device out of use: it may not speak any more. The claim of its IMEI stays, so that it can be
 * brought back and nobody else takes it.
 */
export async function endCredential(
  db: PlatformDb,
  client: pg.PoolClient,
  driver: DeviceDriver,
  { tenantId, imei, now }: Omit<DeviceAddress, 'kind'> & { now: Date },
): Promise<void> {
  await endSession(client, driver, { tenantId, imei }, now);
  await db
    .updateTable('device_credential')
    .set({ status: 0, rotated_at: sql`now()` })
    .where('imei', '=', imei)
    .where('tenant_id', '=', Number(tenantId))
    .execute();
}

/** After that: its connection ends, and a broker that keeps logins has it no more. */
export async function endConnection(services: Services, imei: string): Promise<void> {
  gatewayOf(services)?.directory.forget(imei);
  try {
    await services.broker.removeLogin(imei);
  } catch (error) {
    throw new Problem('server.unavailable', {}, { cause: error, retryAfterSeconds: 5 });
  }
}

/** Inside the transaction that moves the device: its claim goes to another tenant with a new password, its connection ends. */
export async function moveCredential(
  db: PlatformDb,
  client: pg.PoolClient,
  driver: DeviceDriver,
  move: { imei: string; from: string; to: string; password: string; now: Date },
): Promise<void> {
  await endSession(client, driver, { tenantId: move.from, imei: move.imei }, move.now);
  await db
    .updateTable('device_credential')
    .set({ tenant_id: Number(move.to), password_digest: sha256(move.password), status: 1, rotated_at: sql`now()` })
    .where('imei', '=', move.imei)
    .where('tenant_id', '=', Number(move.from))
    .execute();
}
