import type pg from 'pg';
import { noteMaterials } from '#domains/beverages/server/index.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { Device } from '../device-directory.ts';
import { publishCommands, publishConfig } from '../jobs.ts';
import { insertEvents, type PlacedEvent, publishPresenceChanges } from './event-store.ts';
import { foldRobot, type RobotCondition } from './fold-robot.ts';
import type { Incoming, IncomingReport } from './incoming.ts';
import { insertQuarantined } from './quarantine-store.ts';
import {
  insertPresenceChanges,
  insertTemperatures,
  lockRobotConditions,
  type RobotChange,
  updateRobotConditions,
} from './robot-condition-store.ts';
import { noteSessions, type SessionFacts, sessionKey } from './session-store.ts';

/** What this server last knew of a robot's presence: enough to tell that a message changes nothing about it. */
export interface PresenceHint {
  readonly online: boolean;
  readonly ordinal: number;
}

export interface BatchParts {
  readonly services: Services;
  readonly hints: ReadonlyMap<string, PresenceHint>;
  /** Whether browsers should hear now that something came from this robot. */
  readonly mayPush: (imei: string) => boolean;
}

/** What is true once the batch is committed. */
export interface BatchOutcome {
  readonly hints: ReadonlyMap<string, PresenceHint>;
  /** Signs of life of robots whose row was not touched. */
  readonly heard: ReadonlyMap<string, { device: Device; at: Date }>;
  readonly gaps: readonly { device: Device; session: string }[];
  readonly hasFacts: boolean;
  readonly jobs: ReadonlySet<string>;
}

type Placed = IncomingReport & { readonly ordinal: number };

/** One transaction for up to a thousand messages of all tenants (stack.md, ingest). */
export async function storeBatch(
  client: pg.PoolClient,
  batch: readonly Incoming[],
  parts: BatchParts,
): Promise<BatchOutcome> {
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

  const sessions = await noteSessions(client, reports, parts.services.clock.now());
  outcome.gaps.push(...gapsOf(reports, sessions));
  const byDevice = Map.groupBy(
    reports.map(
      (report): Placed => ({
        ...report,
        ordinal: sessions.get(sessionKey(report.device.imei, report.frame.session))?.ordinal ?? 0,
      }),
    ),
    (report) => report.device.imei,
  );

  const touched = [...byDevice.values()].filter((all) => changesRobot(all, parts.hints.get(all[0]?.device.imei ?? '')));
  const changes = await foldRobots(client, touched, outcome.hints);
  const ignored = new Set(changes.flatMap(({ folded }) => [...folded.ignored].map(keyOf)));
  for (const [imei, all] of byDevice) {
    const newest = all.at(-1);
    if (newest && !outcome.hints.has(imei)) outcome.heard.set(imei, { device: newest.device, at: newest.receivedAt });
  }

  await insertTemperatures(client, reports);
  const events = [...byDevice.values()].flat().flatMap((placed): PlacedEvent[] =>
    placed.report.kind === 'event'
      ? [
          {
            incoming: placed,
            data: placed.report.data,
            ordinal: placed.ordinal,
            ignored: ignored.has(keyOf(placed)) && dependsOnOrder(placed),
          },
        ]
      : [],
  );
  if (events.length > 0) await insertEvents(client, events);
  const toldPresence = await publishPresenceChanges(client, changes);
  outcome.hasFacts =
    toldPresence || events.some(({ data }) => data.kind !== 'outlet.changed' && data.kind !== 'log.lines');
  await pushToBrowsers(client, [...byDevice.values()], changes, parts);
  await wakeWhatWaits(client, changes, parts.services, outcome.jobs);
  return outcome;
}

/** Faults and outlets are a condition that a later report has replaced; other events speak for themselves. */
function dependsOnOrder({ report }: IncomingReport): boolean {
  return report.kind === 'event' && (report.data.kind === 'fault' || report.data.kind === 'outlet.changed');
}

function changesRobot(all: readonly Placed[], hint: PresenceHint | undefined): boolean {
  return all.some(
    (placed) =>
      placed.report.kind !== 'event' || dependsOnOrder(placed) || !hint?.online || placed.ordinal > hint.ordinal,
  );
}

async function foldRobots(
  client: pg.PoolClient,
  touched: readonly Placed[][],
  hints: Map<string, PresenceHint>,
): Promise<RobotChange[]> {
  if (touched.length === 0) return [];
  const locked = await lockRobotConditions(
    client,
    touched.flatMap((all) => (all[0] ? [all[0].device] : [])),
  );
  const changes = touched.flatMap((all): RobotChange[] => {
    const device = all[0]?.device;
    const robot = device && locked.get(device.imei);
    return robot ? [{ device, folded: foldRobot(robot.condition, all) }] : [];
  });
  await updateRobotConditions(client, changes);
  await insertPresenceChanges(client, changes);
  await noteMaterials(
    client,
    changes.flatMap(({ device, folded }) =>
      [...folded.materials].map(([code, said]) => ({
        tenantId: device.tenantId,
        robotId: device.robotId,
        code,
        ...said,
      })),
    ),
  );
  for (const { device, folded } of changes) hints.set(device.imei, hintOf(folded.condition));
  return changes;
}

function hintOf({ presence }: RobotCondition): PresenceHint {
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

/** One line of news per robot: a changed condition at once, mere events at a bearable pace. */
async function pushToBrowsers(
  client: pg.PoolClient,
  byDevice: readonly Placed[][],
  changes: readonly RobotChange[],
  parts: BatchParts,
): Promise<void> {
  const changed = new Set(changes.filter(({ folded }) => folded.turns.length > 0).map(({ device }) => device.imei));
  const tell = byDevice.flatMap((all) => {
    const device = all[0]?.device;
    return device && (changed.has(device.imei) || parts.mayPush(device.imei)) ? [device] : [];
  });
  if (tell.length === 0) return;
  await client.query({
    name: 'ingest-live',
    text: `select pg_notify('live', json_build_object('tenantId', r.tenant_id::text, 'kind', 'robot', 'id', r.id, 'imei', r.imei,
                  'spotId', r.spot_id, 'online', r.online, 'mode', r.mode, 'abnormal', r.abnormal)::text)
             from robot r join unnest($1::bigint[], $2::uuid[]) as n(tenant_id, id) using (tenant_id, id)`,
    values: [tell.map((device) => device.tenantId), tell.map((device) => device.robotId)],
  });
}

/**
 * A robot that came back is told what waits for it. Most have nothing waiting, and a thousand that come back at once after a
 * power cut would fill the queue for it. What is asked of a robot from now on starts a job of its own.
 */
async function wakeWhatWaits(
  client: pg.PoolClient,
  changes: readonly RobotChange[],
  services: Services,
  jobs: Set<string>,
): Promise<void> {
  const born = changes.flatMap(({ device, folded }) => (folded.isBorn ? [device] : []));
  if (born.length === 0) return;
  const { rows } = await client.query<{ imei: string; commands: boolean; settings: boolean }>({
    name: 'ingest-waiting',
    text: WAITING,
    values: [born.map(({ tenantId }) => tenantId), born.map(({ imei }) => imei)],
  });
  const waiting = new Map(rows.map((row) => [row.imei, row]));
  for (const { imei, tenantId } of born) {
    const of = waiting.get(imei);
    for (const job of [of?.commands && publishCommands, of?.settings && publishConfig]) {
      if (!job) continue;
      await services.jobs.enqueueInside(client, tenantId, job, { imei }, { key: imei });
      jobs.add(job.name);
    }
  }
}

const WAITING = `
  select r.imei, r.config_version is distinct from r.version as settings,
         exists (select from device_command c
                  where c.tenant_id = r.tenant_id and c.imei = r.imei and c.state = 'queued') as commands
    from robot r join unnest($1::bigint[], $2::text[]) as n(tenant_id, imei) using (tenant_id, imei)`;
