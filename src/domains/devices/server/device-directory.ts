import { type DeviceKind, deviceRights } from '#domains/devices/contract/topics.ts';
import type { Database } from '#platform/database/server/database.ts';
import type { DeviceLogin, DeviceRights } from '#platform/device-gateway/server/device-broker.ts';
import { Imei } from '#platform/http/contract/fields.ts';
import type { DeviceDrivers } from './device-driver.ts';

/** A device that may speak: its tenant comes from here and from nowhere else (security 10.3). */
export interface Device {
  readonly imei: string;
  readonly tenantId: string;
  readonly kind: DeviceKind;
  readonly protocolVersion: number;
  /** Of its row in the table of its kind. */
  readonly id: string;
  readonly passwordDigest: Buffer;
  readonly rights: DeviceRights;
}

interface DeviceRow {
  imei: string;
  tenant_id: number;
  kind: DeviceKind;
  protocol_version: number;
  password_digest: Buffer;
  id: string;
}

interface ChangeRow {
  readonly imei: string;
  readonly rotated_at: Date;
  readonly looked_at: Date;
}

/** One that began earlier may be committed later: the last minute is looked at again, and a row says the time in any case. */
const CHANGES = `
  select now() as looked_at, changed.imei, changed.rotated_at
    from (select) as one
    left join device_credential changed on changed.rotated_at > $1::timestamptz - interval '1 minute'`;
const UNKNOWN_FOR_MS = 5_000;
const MAX_UNKNOWN = 10_000;
const GATHER_MS = 3;

/**
 * Credentials and tenants of devices, cached with negative entries, so that ten thousand reconnecting devices cost a few
 * statements (security 10.9). Every server looks once a second for credentials that changed.
 */
export class DeviceDirectory {
  readonly #database: Database;
  readonly #credentials: string;
  readonly #known = new Map<string, Device>();
  readonly #unknownUntil = new Map<string, number>();
  #asked = new Map<string, PromiseWithResolvers<Device | undefined>>();
  /** For each read under way the IMEIs that were forgotten since it began: what it finds of them may be old. */
  readonly #forgotten = new Set<Set<string>>();
  /** When the database was last asked for changes, by its own clock. */
  #lookedAt = new Date(0);
  /** Changes of the last minute that were handled already, by IMEI. */
  #knownChanges = new Map<string, number>();

  constructor(database: Database, drivers: DeviceDrivers) {
    this.#database = database;
    this.#credentials = credentialsOf(drivers);
  }

  /** Without waiting, where the device was seen before. */
  cached(imei: string): Device | undefined {
    return this.#known.get(imei);
  }

  /** Fails where the database does not answer: nothing is known of a device then, and none is kept as unknown. */
  async find(imei: string): Promise<Device | undefined> {
    const known = this.#known.get(imei);
    if (known) return known;
    // a malformed IMEI is not queried: it would fail the one query for many devices
    if (!Imei.safeParse(imei).success) return undefined;
    if ((this.#unknownUntil.get(imei) ?? 0) > performance.now()) return undefined;
    const asked = this.#asked.get(imei) ?? Promise.withResolvers<Device | undefined>();
    if (this.#asked.size === 0) setTimeout(() => this.#answer(), GATHER_MS);
    this.#asked.set(imei, asked);
    return asked.promise;
  }

  async findLogin(imei: string): Promise<DeviceLogin | undefined> {
    return this.find(imei);
  }

  forget(imei: string): void {
    this.#known.delete(imei);
    this.#unknownUntil.delete(imei);
    for (const forgotten of this.#forgotten) forgotten.add(imei);
  }

  /** IMEIs whose credential changed since the last look: what was cached of them is gone. */
  async refresh(): Promise<string[]> {
    const { rows } = await this.#database.acrossTenants(
      'changed device credentials',
      (_db, client) => client.query<ChangeRow | { imei: null; looked_at: Date }>(CHANGES, [this.#lookedAt]),
      'bridge',
    );
    const changes = rows.filter((row): row is ChangeRow => row.imei !== null);
    const changed = changes
      .filter((row) => this.#knownChanges.get(row.imei) !== row.rotated_at.getTime())
      .map((row) => row.imei);
    for (const { looked_at } of rows) this.#lookedAt = looked_at;
    this.#knownChanges = new Map(changes.map((row) => [row.imei, row.rotated_at.getTime()]));
    for (const imei of changed) this.forget(imei);
    return changed;
  }

  async #answer(): Promise<void> {
    const asked = this.#asked;
    this.#asked = new Map();
    const forgotten = new Set<string>();
    this.#forgotten.add(forgotten);
    let rows: DeviceRow[] = [];
    try {
      rows = await this.#load([...asked.keys()]);
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
      return;
    } finally {
      this.#forgotten.delete(forgotten);
    }
    for (const row of rows.filter(({ imei }) => !forgotten.has(imei))) {
      const address = { tenantId: String(row.tenant_id), kind: row.kind, imei: row.imei };
      this.#known.set(row.imei, {
        ...address,
        protocolVersion: row.protocol_version,
        id: row.id,
        passwordDigest: row.password_digest,
        rights: deviceRights(address),
      });
    }
    if (this.#unknownUntil.size > MAX_UNKNOWN) this.#unknownUntil.clear();
    for (const [imei, { resolve }] of asked) {
      if (forgotten.has(imei)) {
        resolve(this.find(imei));
        continue;
      }
      const device = this.#known.get(imei);
      if (!device) this.#unknownUntil.set(imei, performance.now() + UNKNOWN_FOR_MS);
      resolve(device);
    }
  }

  #load(imeis: string[]): Promise<DeviceRow[]> {
    return this.#database.acrossTenants(
      'devices that connect',
      async (_db, client) => (await client.query<DeviceRow>(this.#credentials, [imeis])).rows,
      'bridge',
    );
  }
}

/** Credentials with the row of the device behind each, whatever its kind, in one statement. */
function credentialsOf({ all }: DeviceDrivers): string {
  const rows = all.map(({ kind, table }, at) => ({
    id: `d${at}.id`,
    join: `left join ${table} d${at} on c.kind = '${kind}' and d${at}.tenant_id = c.tenant_id and d${at}.imei = c.imei`,
  }));
  return `
    select c.imei, c.tenant_id, c.kind, c.protocol_version, c.password_digest, coalesce(${rows.map(({ id }) => id).join(', ')}) as id
      from device_credential c
      ${rows.map(({ join }) => join).join('\n      ')}
      join tenant t on t.tenant_id = c.tenant_id and t.status = 1
     where c.imei = any($1::text[]) and c.status = 1 and (${rows.map(({ id }) => `${id} is not null`).join(' or ')})`;
}
