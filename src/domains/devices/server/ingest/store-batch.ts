import type pg from 'pg';
import type { Services } from '#platform/context/server/services.ts';
import type { Device } from '../device-directory.ts';
import type { DeviceDriver, DeviceDrivers } from '../device-driver.ts';
import { publishCommands, publishConfig } from '../jobs.ts';
import { notifyBrowsers } from '../notify-browsers.ts';
import { insertEvents } from './event-store.ts';
import type { Folded, FoldedDevice } from './fold-reports.ts';
import type { Incoming, IncomingReport, PlacedEvent, PlacedReport } from './incoming.ts';
import { insertPresenceChanges, publishPresenceChanges } from './presence-store.ts';
import { insertQuarantined } from './quarantine-store.ts';
import { noteSessions, type SessionFacts, sessionKey } from './session-store.ts';

/** What this server last knew of a device's presence: enough to see that a message changes nothing about it. */
export interface PresenceHint {
  readonly online: boolean;
  readonly ordinal: number;
}

export interface BatchDeps {
  readonly services: Services;
  readonly drivers: DeviceDrivers;
  readonly hints: ReadonlyMap<string, PresenceHint>;
  /** Whether a live update about this device may be pushed to browsers now. */
  readonly mayPush: (imei: string) => boolean;
}

/** What is true once the batch is committed. */
export interface BatchOutcome {
  readonly hints: ReadonlyMap<string, PresenceHint>;
  /** Signs of life of devices whose row was not touched. */
  readonly heard: ReadonlyMap<string, { device: Device; at: Date }>;
  readonly gaps: readonly { device: Device; session: string }[];
  readonly hasFacts: boolean;
  readonly jobs: ReadonlySet<string>;
}

/** One transaction for many messages of all tenants (stack.md, ingest). */
export async function storeBatch(
  client: pg.PoolClient,
  batch: readonly Incoming[],
  deps: BatchDeps,
): Promise<BatchOutcome> {
  const { drivers } = deps;
  const reports = batch.flatMap((incoming) => ('good' in incoming ? [incoming.good] : []));
  const quarantined = batch.flatMap((incoming) => ('bad' in incoming ? [incoming.bad] : []));
  if (quarantined.length > 0) await insertQuarantined(client, quarantined);
  const outcome = {
    hints: new Map<string, PresenceHint>(),
    heard: new Map<string, { device: Device; at: Date }>(),
    gaps: [] as { device: Device; session: string }[],
    hasFacts: false,
    jobs: new Set<string>(),
  };
  if (reports.length === 0) return outcome;

  const sessions = await noteSessions(client, reports, deps.services.clock.now());
  outcome.gaps.push(...gapsOf(reports, sessions));
  const byDevice = Map.groupBy(
    reports.map(
      (report): PlacedReport => ({
        ...report,
        ordinal: sessions.get(sessionKey(report.device.imei, report.frame.session))?.ordinal ?? 0,
      }),
    ),
    (report) => report.device.imei,
  );

  const touched = [...byDevice.values()].filter((all) =>
    changesDevice(drivers, all, deps.hints.get(all[0]?.device.imei ?? '')),
  );
  const changes = await foldDevices(client, drivers, touched);
  for (const { device, folded } of changes) outcome.hints.set(device.imei, hintOf(folded));
  const ignored = new Set(changes.flatMap(({ folded }) => [...folded.ignored].map(keyOf)));
  for (const [imei, all] of byDevice) {
    const newest = all.at(-1);
    if (newest && !outcome.hints.has(imei)) outcome.heard.set(imei, { device: newest.device, at: newest.receivedAt });
  }

  const events = [...byDevice.values()].flat().flatMap((placed): PlacedEvent[] =>
    placed.report.kind === 'event'
      ? [
          {
            incoming: placed,
            data: placed.report.data,
            ignored: ignored.has(keyOf(placed)) && dependsOnOrder(drivers, placed),
          },
        ]
      : [],
  );
  const hasReported = events.length > 0 && (await insertEvents(client, drivers, events));
  const hasTurned = await publishPresenceChanges(client, changes);
  outcome.hasFacts = hasReported || hasTurned;
  await pushToBrowsers(client, [...byDevice.values()], changes, deps);
  await wakeWhatWaits(client, changes, deps, outcome.jobs);
  return outcome;
}

/** Some events are a condition that a later report has replaced; the others speak for themselves. */
function dependsOnOrder(drivers: DeviceDrivers, { device, report }: IncomingReport): boolean {
  return report.kind === 'event' && drivers.of(device.kind).changesCondition(report.data);
}

function changesDevice(drivers: DeviceDrivers, all: readonly PlacedReport[], hint: PresenceHint | undefined): boolean {
  return all.some(
    (placed) =>
      placed.report.kind !== 'event' ||
      dependsOnOrder(drivers, placed) ||
      !hint?.online ||
      placed.ordinal > hint.ordinal,
  );
}

/** Each kind folds its own devices. */
async function foldDevices(
  client: pg.PoolClient,
  drivers: DeviceDrivers,
  touched: readonly PlacedReport[][],
): Promise<FoldedDevice[]> {
  const changes: FoldedDevice[] = [];
  for (const [driver, reports] of byDriver(drivers, touched, ([first]) => first?.device))
    changes.push(...(await driver.fold(client, reports)));
  await insertPresenceChanges(client, changes);
  return changes;
}

/** In the order of the drivers, so that two servers lock the tables in one order. */
function byDriver<Item>(
  { all }: DeviceDrivers,
  items: readonly Item[],
  deviceOf: (item: Item) => Device | undefined,
): [driver: DeviceDriver, items: Item[]][] {
  return all.flatMap((driver): [DeviceDriver, Item[]][] => {
    const own = items.filter((item) => deviceOf(item)?.kind === driver.kind);
    return own.length > 0 ? [[driver, own]] : [];
  });
}

function hintOf({ condition: { presence } }: Folded): PresenceHint {
  return { online: presence.online, ordinal: presence.session ?? 0 };
}

function keyOf({ device, frame }: IncomingReport): string {
  return `${device.imei} ${frame.session} ${frame.seq}`;
}

function gapsOf(
  reports: readonly IncomingReport[],
  sessions: ReadonlyMap<string, SessionFacts>,
): { device: Device; session: string }[] {
  const found = new Map<string, { device: Device; session: string }>();
  for (const { device, frame } of reports) {
    const key = sessionKey(device.imei, frame.session);
    if (sessions.get(key)?.hasGap) found.set(key, { device, session: frame.session });
  }
  return [...found.values()];
}

/** One live update per device: a changed condition at once, mere events at a bearable rate. */
async function pushToBrowsers(
  client: pg.PoolClient,
  byDevice: readonly PlacedReport[][],
  changes: readonly FoldedDevice[],
  { drivers, mayPush }: BatchDeps,
): Promise<void> {
  const changed = new Set(changes.filter(({ folded }) => folded.turns.length > 0).map(({ device }) => device.imei));
  const wanted = byDevice.flatMap((all) => {
    const device = all[0]?.device;
    return device && (changed.has(device.imei) || mayPush(device.imei)) ? [device] : [];
  });
  for (const [driver, devices] of byDriver(drivers, wanted, (device) => device))
    await notifyBrowsers(
      client,
      driver,
      devices.map(({ tenantId, id }) => ({ tenant_id: tenantId, id })),
    );
}

/**
 * A device that came back is sent what waits for it. Most have nothing waiting, and a thousand that come back at once after a
 * power cut would fill the queue with it. What is asked of a device from now on starts a job of its own.
 */
async function wakeWhatWaits(
  client: pg.PoolClient,
  changes: readonly FoldedDevice[],
  { drivers, services }: BatchDeps,
  jobs: Set<string>,
): Promise<void> {
  const born = changes.flatMap(({ device, folded }) => (folded.isBorn ? [device] : []));
  for (const [{ kind, table }, devices] of byDriver(drivers, born, (device) => device)) {
    const { rows } = await client.query<{ imei: string; commands: boolean; settings: boolean }>({
      name: `ingest-waiting-${table}`,
      text: waitingIn(table),
      values: [devices.map(({ tenantId }) => tenantId), devices.map(({ imei }) => imei)],
    });
    const waiting = new Map(rows.map((row) => [row.imei, row]));
    for (const { imei, tenantId } of devices) {
      const of = waiting.get(imei);
      for (const job of [of?.commands && publishCommands, of?.settings && publishConfig]) {
        if (!job) continue;
        await services.jobs.enqueueInside(client, tenantId, job, { imei, kind }, { key: imei });
        jobs.add(job.name);
      }
    }
  }
}

const waitingIn = (table: string): string => `
  select r.imei, r.config_version is distinct from r.version as settings,
         exists (select from device_command c
                  where c.tenant_id = r.tenant_id and c.imei = r.imei and c.state = 'queued') as commands
    from ${table} r join unnest($1::bigint[], $2::text[]) as n(tenant_id, imei) using (tenant_id, imei)`;
