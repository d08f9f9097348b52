import type pg from 'pg';
import type { ConfigDesired } from '#domains/devices/contract/messages.ts';
import type { DeviceKind } from '#domains/devices/contract/topics.ts';
import type { CommandTiming } from '#domains/devices/rules/command-timing.ts';
import type { KEPT_DAYS } from '#platform/database/rules/kept-days.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { FoldedDevice } from './ingest/fold-reports.ts';
import type { Fact, PlacedEvent, PlacedReport } from './ingest/incoming.ts';
import type { DeviceProtocol, EventOf, Report } from './protocols/device-protocol.ts';

/**
 * What the frame must know of one kind of device. The slice of the kind declares it, and the server's program passes it to
 * `devicesSlice`: the frame logs devices of the kind in, reads their messages, keeps their presence and sends their commands.
 */
export interface DeviceDriver<R extends Report = Report> {
  readonly kind: DeviceKind;
  /**
   * The tenant table with a row for each device. The frame knows these columns of it: `tenant_id`, `id`, `imei`; of presence
   * `online`, `presence_changed_at`, `last_heard_at`, `heard_minute`, `session`, `session_ordinal`, `session_ended`; of
   * settings `report_interval_seconds`, `report_type`, `version`, `config_version`.
   */
  readonly table: string;
  /** By their version. */
  readonly protocols: ReadonlyMap<number, DeviceProtocol<R>>;
  /** What a device can be asked, by the name on the wire. */
  readonly commands: Readonly<Record<string, CommandTiming>>;
  /**
   * What a device answers is delivered in the order of all that it says: an answer says nothing about what it said before. Otherwise
   * in the order of what belongs to the command's order.
   */
  readonly answersInItsOrder?: true;
  /** The command that makes a device report its whole state; without arguments. */
  readonly stateCommand: string;
  /** In SQL: the live update for browsers that show the row `r`. */
  readonly liveUpdateInSql: string;
  /** What the live update of a command says of its device: who may see it depends on that. */
  findPlace(db: TenantDb, imei: string): Promise<Readonly<Record<string, unknown>>>;
  /** The broker that a device was told to connect to; null where it was told none. */
  findBrokerUrl?(db: TenantDb, imei: string): Promise<string | null>;
  /** What else a device of the kind shall run with. */
  findFurtherSettings?(db: TenantDb, imei: string): Promise<Pick<ConfigDesired, 'menuVersion' | 'firmware'>>;
  /** Whether the event reports a condition that a later report replaces; other events stand for themselves. */
  changesCondition(event: EventOf<R>): boolean;
  /**
   * Locks the rows of these devices in the order of their IMEI, applies the reports of each in theirs (`foldReports`), and
   * writes what came of it, within the transaction of the batch. A device whose row is gone is left out.
   */
  fold(client: pg.PoolClient, devices: readonly (readonly PlacedReport<R>[])[]): Promise<FoldedDevice[]>;
  /** What an event means for other slices, if anything. */
  factOf(event: PlacedEvent<EventOf<R>>): Fact | undefined;
  /** Tables of measurements by IMEI that are purged with the history: the column of their time, and their primary key. */
  readonly measurements: readonly {
    readonly table: keyof typeof KEPT_DAYS;
    readonly at: string;
    readonly key: readonly string[];
  }[];
}

/** At least one: without a driver no device can log in. */
export type DriverList = readonly [DeviceDriver, ...DeviceDriver[]];

/** The drivers by their kind. */
export class DeviceDrivers {
  readonly all: DriverList;
  readonly #byKind: ReadonlyMap<DeviceKind, DeviceDriver>;

  constructor(all: DriverList) {
    this.all = all;
    this.#byKind = new Map(all.map((driver) => [driver.kind, driver]));
  }

  find(kind: DeviceKind): DeviceDriver | undefined {
    return this.#byKind.get(kind);
  }

  of(kind: DeviceKind): DeviceDriver {
    const driver = this.find(kind);
    if (!driver) throw new Error(`No slice drives devices of the kind ${kind}`);
    return driver;
  }
}

/** How long a command of this name may take. */
export function timingOf(driver: DeviceDriver, cmd: string): CommandTiming {
  const timing = driver.commands[cmd];
  if (!timing) throw new Error(`Devices of the kind ${driver.kind} know no command ${cmd}`);
  return timing;
}
