import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '#platform/config/server/config.ts';
import type { Database } from '#platform/database/server/database.ts';
import type { DeviceBroker } from '#platform/device-gateway/server/device-broker.ts';
import type { FileStore } from '#platform/files/server/file-store.ts';
import type { Jobs } from '#platform/jobs/server/jobs.ts';
import type { LiveHub } from '#platform/live/server/live-hub.ts';
import type { RequestLog } from '#platform/observability/server/request-log.ts';
import type { SlowStatements } from '#platform/observability/server/slow-statements.ts';
import type { Traces } from '#platform/observability/server/traces.ts';
import type { Secrets } from '#platform/secrets/server/secrets.ts';
import type { MovableClock } from '#platform/time/server/clock.ts';

/** What every use case may reach; made once per process by apps/server. */
export interface Services {
  readonly config: Config;
  readonly clock: MovableClock;
  readonly database: Database;
  readonly log: Logger;
  readonly jobs: Jobs;
  readonly live: LiveHub;
  readonly secrets: Secrets;
  /** Files of tenants: exports, imports, pictures. */
  readonly files: FileStore;
  readonly metrics: Registry;
  /** How many servers of this installation run, this one included, as far as it knows. */
  readonly servers: { running: number };
  /** The last requests of this server. */
  readonly requests: RequestLog;
  /** Its statements that took long. */
  readonly statements: SlowStatements;
  readonly traces: Traces;
  readonly broker: DeviceBroker;
}
