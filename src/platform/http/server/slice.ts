import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '#apps/server/config.ts';
import type { Database, TenantDb } from '#platform/database/server/database.ts';
import type { DeviceBroker } from '#platform/device-gateway/server/device-broker.ts';
import type { Subscription } from '#platform/events/server/subscribe.ts';
import type { ExportDefinition } from '#platform/exports/server/define-export.ts';
import type { FileStore } from '#platform/files/server/file-store.ts';
import type { ImportDefinition } from '#platform/imports/server/define-import.ts';
import type { JobHandler, Schedule } from '#platform/jobs/server/define-job.ts';
import type { Jobs } from '#platform/jobs/server/jobs.ts';
import type { LiveHub } from '#platform/live/server/live-hub.ts';
import type { Traces } from '#platform/observability/server/traces.ts';
import type { ProblemTable } from '#platform/problems/contract/problem.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { SliceMenuEntry, TableDictionary, UniqueField } from '#platform/records/server/slice-parts.ts';
import type { Secrets } from '#platform/secrets/server/secrets.ts';
import type { MovableClock } from '#platform/time/server/clock.ts';
import type { Reversible } from '#platform/undo/server/reversible.ts';
import type { RawRoute, Route } from './route.ts';

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
  readonly traces: Traces;
  readonly broker: DeviceBroker;
}

/** Everything a slice adds to the system, as one object and without import side effects (architecture 5). */
export interface ServerSlice {
  readonly name: string;
  /** The group of the API document that its calls are in, where it is not its name. */
  readonly group?: string;
  /** One line for the API page and the map. */
  readonly about?: string;
  readonly routes?: readonly Route[];
  /** Answers that are no envelope: documents, streams, raw webhooks. */
  readonly rawRoutes?: readonly RawRoute[];
  readonly problems?: ProblemTable;
  readonly jobs?: readonly JobHandler[];
  readonly schedules?: readonly Schedule[];
  readonly subscriptions?: readonly Subscription[];
  /** Encrypts the slice's secrets of one tenant anew, in one transaction; answers how many had an older key (security 7.2). */
  readonly renewSecrets?: (services: Services, db: TenantDb, tenantId: string) => Promise<number>;
  /** Tables that people can bring along. */
  readonly imports?: readonly ImportDefinition[];
  /** Files that people can ask for. */
  readonly exports?: readonly ExportDefinition[];
  /** Kinds of change that can be taken back. */
  readonly reversibles?: readonly Reversible[];
  /** Tables that may be read as dictionaries. */
  readonly tableDictionaries?: readonly TableDictionary[];
  /** Fields that are asked about while somebody types: is the value free? */
  readonly uniqueFields?: readonly UniqueField[];
  /** Kinds of record that are made from their declaration. */
  readonly kinds?: readonly RecordKind[];
  /** Its entries of the menu. */
  readonly menu?: readonly SliceMenuEntry[];
  /** Long-lived work, such as the device gateway; answers how to stop it. */
  readonly start?: (services: Services) => Promise<() => Promise<void>>;
}
