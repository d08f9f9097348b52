import type { Services } from '#platform/context/server/services.ts';
import type { Device } from './device-directory.ts';
import type { DeviceDrivers } from './device-driver.ts';
import type { PresenceHint } from './ingest/store-batch.ts';

const WRITE_EVERY_MS = 5_000;

interface HeardRow {
  imei: string;
  online: boolean;
  session_ordinal: number;
}

/**
 * Signs of life of devices whose row is not written otherwise, gathered and written together every few seconds: the
 * shortest silence that matters is 90 seconds.
 */
export class HeardDevices {
  readonly #services: Services;
  readonly #drivers: DeviceDrivers;
  readonly #hints: Map<string, PresenceHint>;
  #heard = new Map<string, { device: Device; at: Date }>();
  #writtenAt = performance.now();

  constructor(services: Services, drivers: DeviceDrivers, hints: Map<string, PresenceHint>) {
    this.#services = services;
    this.#drivers = drivers;
    this.#hints = hints;
  }

  add(heard: ReadonlyMap<string, { device: Device; at: Date }>): void {
    for (const [imei, entry] of heard) {
      const known = this.#heard.get(imei);
      if (!known || known.at < entry.at) this.#heard.set(imei, entry);
    }
  }

  async write(atOnce: boolean): Promise<void> {
    if (this.#heard.size === 0 || (!atOnce && performance.now() - this.#writtenAt < WRITE_EVERY_MS)) return;
    const all = [...this.#heard.values()].sort((a, b) => (a.device.imei < b.device.imei ? -1 : 1));
    this.#heard = new Map();
    this.#writtenAt = performance.now();
    for (const { kind, table } of this.#drivers.all) {
      const heard = all.filter(({ device }) => device.kind === kind);
      if (heard.length > 0) await this.#writeRows(table, heard);
    }
  }

  async #writeRows(table: string, heard: readonly { device: Device; at: Date }[]): Promise<void> {
    const rows = await this.#services.database.acrossTenants(
      'signs of life of devices',
      async (_db, client) =>
        (
          await client.query<HeardRow>(
            `update ${table} r set last_heard_at = greatest(r.last_heard_at, h.at)
               from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as h(tenant_id, imei, at)
              where r.tenant_id = h.tenant_id and r.imei = h.imei
             returning r.imei, r.online, r.session_ordinal`,
            [
              heard.map(({ device }) => device.tenantId),
              heard.map(({ device }) => device.imei),
              heard.map(({ at }) => at),
            ],
          )
        ).rows,
      'bridge',
    );
    // another server may have found it silent: then its next message counts as a return
    for (const row of rows) this.#hints.set(row.imei, { online: row.online, ordinal: row.session_ordinal });
  }
}
