import { readLogPlace, writeLogPlace } from '#domains/devices/rules/log-place.ts';
import { decideLogWindow, LOG_WINDOW_HOURS } from '#domains/devices/rules/log-window.ts';
import { findCommands, findEvents, findQuarantined, sliceEvents } from '#domains/devices/server/index.ts';
import type {
  CommandPage,
  CommandPageRequest,
  DeviceLogPage,
  DeviceLogRequest,
  EventLogRequest,
  EventLogSlice,
  QuarantinePage,
  QuarantineRequest,
  TemperatureList,
  TemperatureListRequest,
} from '#domains/robots/contract/endpoints.ts';
import type { TemperatureReading } from '#domains/robots/contract/messages.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { robotSight, visibleSpots } from './find-robots.ts';
import { findRobot } from './robot-store.ts';
import { findTemperatures } from './robot-temperatures.ts';

const HOUR_MS = 3_600_000;
const CURVE = { hours: 24, samples: 5_000 };

export function pageCommands(context: RequestContext, request: CommandPageRequest): Promise<CommandPage> {
  return context.read(async (db) => {
    const robot = (await findRobot(db, { id: request.robotId }, robotSight(context.actor))) ?? raise('robot.not-found');
    const { records, total } = await findCommands(db, robot.imei, request);
    return toPage(records, total, request);
  });
}

/** What the robot reported, of the last three days only (domain 5). */
export function pageDeviceLogs(context: RequestContext, request: DeviceLogRequest): Promise<DeviceLogPage> {
  const { from, to } = logWindow(request, context.now());
  return context.read(async (db) => {
    const robot = (await findRobot(db, { id: request.robotId }, robotSight(context.actor))) ?? raise('robot.not-found');
    const { records, total } = await findEvents(db, robot.imei, { kind: request.kind, from, to }, request);
    return toPage(records, total, request);
  });
}

/** The log in slices, for endless scrolling; the window is the same. */
export function readEventLog(context: RequestContext, request: EventLogRequest): Promise<EventLogSlice> {
  const before = request.before === undefined ? undefined : readLogPlace(request.before);
  if (request.before !== undefined && !before) raise('device-log.place-unknown');
  const { from, to } = logWindow(request, context.now());
  return context.read(async (db) => {
    const robot = (await findRobot(db, { id: request.robotId }, robotSight(context.actor))) ?? raise('robot.not-found');
    const filter = { kind: request.kind, from, to, before };
    const { records, next } = await sliceEvents(db, robot.imei, filter, request.limit);
    return { records, next: next ? writeLogPlace(next) : null };
  });
}

function logWindow(request: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const from = request.from ? new Date(request.from) : new Date(now.getTime() - LOG_WINDOW_HOURS * HOUR_MS);
  const to = request.to ? new Date(request.to) : new Date(now.getTime() + HOUR_MS);
  const decision = decideLogWindow(from, to, now);
  if (!decision.allowed) raise(`device-log.${decision.because}`);
  return { from, to };
}

export function listTemperatures(context: RequestContext, request: TemperatureListRequest): Promise<TemperatureList> {
  const now = context.now();
  const to = request.to ? new Date(request.to) : new Date(now.getTime() + 1_000);
  const from = request.from ? new Date(request.from) : new Date(to.getTime() - CURVE.hours * HOUR_MS);
  return context.read(async (db) => {
    const robot = (await findRobot(db, { id: request.robotId }, robotSight(context.actor))) ?? raise('robot.not-found');
    const rows = await findTemperatures(db, robot.imei, from, to, CURVE.samples);
    return {
      samples: rows.map((row) => ({
        at: row.at.toISOString(),
        readings: row.readings as unknown as TemperatureReading[],
      })),
    };
  });
}

/** Messages of this tenant's devices; those of unknown devices belong to root. */
export function pageQuarantine(context: RequestContext, request: QuarantineRequest): Promise<QuarantinePage> {
  const visible = visibleSpots(context.actor);
  return context.services.database.acrossTenants(
    'quarantined messages of one tenant',
    async (db) => {
      const among =
        visible === null
          ? undefined
          : db
              .selectFrom('robot')
              .select('robot.imei')
              .where('robot.tenant_id', '=', Number(context.tenantId))
              .where(
                'robot.spot_id',
                'in',
                visible.length > 0 ? [...visible] : ['00000000-0000-0000-0000-000000000000'],
              );
      const { tenantId } = context;
      const { records, total } = await findQuarantined(db, {
        ...request,
        tenantId,
        withUnknown: context.actor.isRoot,
        among,
      });
      return toPage(records, total, request);
    },
    'interactive',
  );
}
