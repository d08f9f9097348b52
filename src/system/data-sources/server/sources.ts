import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { type DatabaseType, dataSources } from '../contract/data-sources.ts';
import { readSourceAddress, type SourceAddress } from '../rules/source-address.ts';
import { openMysql } from './mysql-database.ts';
import type { Batch, OpenDatabase, ReadLimits, Target } from './open-database.ts';
import { openPostgres } from './postgres-database.ts';
import { openPassword } from './source-secret.ts';
import { troubleOf } from './source-trouble.ts';

/** A pool that nobody used for so long is closed. */
const UNUSED_MS = 60_000;
/** Of statements of dictionaries and previews. */
export const STATEMENT_MS = 5_000;

export interface SourceLogin {
  readonly dbType: DatabaseType;
  readonly dbUrl: string;
  readonly dbUsername: string;
}

/** Names `dbUrl` where the address is none that we take. */
export function addressOf({ dbType, dbUrl }: Pick<SourceLogin, 'dbType' | 'dbUrl'>): SourceAddress {
  const read = readSourceAddress(dbUrl, dbType);
  if (!('code' in read)) return read;
  const params = 'params' in read ? read.params : {};
  throw new Problem(read.code, params, { faults: [{ path: 'dbUrl', code: read.code, params }] });
}

/**
 * Where to connect: the host's addresses are checked, and these are connected to (security 12.1). Without encryption only to
 * a host that the operator lists in `OUTBOUND_ALLOW`.
 */
export async function targetOf(
  services: Services,
  login: SourceLogin,
  password: Target['password'],
): Promise<Target & Pick<SourceAddress, 'engine'>> {
  const address = addressOf(login);
  const isListed = services.config.outboundAllow.some((one) => one.toLowerCase() === `${address.host}:${address.port}`);
  const tls = address.tls ?? (isListed ? 'off' : 'verify');
  if (tls === 'off' && !isListed) {
    const code = 'data-source.tls-needed';
    throw new Problem(code, {}, { faults: [{ path: 'dbUrl', code }] });
  }
  const { engine, host, port, database } = address;
  const addresses = await outboundOf(services)
    .addressesOf(host, port)
    .catch((error) => {
      throw troubleOf(error);
    });
  return { engine, host, port, database, tls, addresses, user: login.dbUsername, password };
}

export const openTarget = (target: Target & Pick<SourceAddress, 'engine'>): Promise<OpenDatabase> =>
  target.engine === 'postgresql' ? openPostgres(target) : openMysql(target);

export interface StoredSource extends SourceLogin {
  readonly id: string;
  readonly version: number;
}

export async function findSource(db: TenantDb, id: string): Promise<StoredSource | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('data_source')
    .select(['id', 'version', 'db_type', 'db_url', 'db_username'])
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      ...{ id: row.id, version: row.version, dbType: row.db_type as DatabaseType },
      ...{ dbUrl: row.db_url, dbUsername: row.db_username },
    }
  );
}

interface Pooled {
  readonly key: string;
  readonly database: OpenDatabase;
  usedAt: number;
  users: number;
}

/** The open databases of a server, by data source. */
export class OpenSources {
  readonly #services: Services;
  readonly #pools = new Map<string, Pooled>();
  readonly #opening = new Map<string, Promise<Pooled>>();
  readonly #timer: NodeJS.Timeout;

  constructor(services: Services) {
    this.#services = services;
    this.#timer = setInterval(() => void this.#closeUnused(), UNUSED_MS / 2);
    this.#timer.unref();
  }

  /** The rows of a select of a data source, read to the limit. Raises what the database answered where it answered none. */
  async *read(sourceId: string, sql: string, limits: ReadLimits): AsyncGenerator<Batch> {
    let pooled: Pooled | undefined;
    try {
      pooled = await this.#of(sourceId);
      pooled.users += 1;
      yield* pooled.database.read(sql, limits);
    } catch (error) {
      throw troubleOf(error);
    } finally {
      if (pooled) {
        pooled.users -= 1;
        pooled.usedAt = monotonicMs();
      }
    }
  }

  /** How many pools are open. */
  get size(): number {
    return this.#pools.size;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const all = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(all.map(({ database }) => database.close().catch(() => undefined)));
  }

  /** The pool of this version of the source, at the addresses that its host has now; an older one goes. */
  async #of(sourceId: string): Promise<Pooled> {
    const services = this.#services;
    const source =
      (await services.database.read(PLATFORM_TENANT, (db) => findSource(db, sourceId), 'background')) ??
      raise(dataSources.notFound);
    const checked = await targetOf(services, source, undefined);
    const key = JSON.stringify([source.version, checked.addresses]);
    const found = this.#pools.get(sourceId);
    if (found?.key === key) return found;
    const name = `${sourceId} ${key}`;
    const opening =
      this.#opening.get(name) ??
      openPassword(services, sourceId)
        .then((password) => openTarget({ ...checked, password }))
        .then((database) => {
          const older = this.#pools.get(sourceId);
          const pooled = { key, database, usedAt: monotonicMs(), users: 0 };
          this.#pools.set(sourceId, pooled);
          // who reads from it still gets to the end: a pool closes when its connections are back
          void older?.database.close().catch(() => undefined);
          return pooled;
        })
        .finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  async #closeUnused(): Promise<void> {
    for (const [id, pooled] of this.#pools) {
      if (pooled.users > 0 || monotonicMs() - pooled.usedAt < UNUSED_MS) continue;
      this.#pools.delete(id);
      await pooled.database.close().catch(() => undefined);
    }
  }
}

const opened = new WeakMap<Services, OpenSources>();

export function sourcesOf(services: Services): OpenSources {
  let found = opened.get(services);
  if (!found) {
    found = new OpenSources(services);
    opened.set(services, found);
  }
  return found;
}

export async function closeSources(services: Services): Promise<void> {
  await opened.get(services)?.close();
  opened.delete(services);
}
