import { isDeepStrictEqual } from 'node:util';
import {
  claimImei,
  mqttAccess,
  newDevicePassword,
  publishConfig,
  registerAdded,
  releaseImei,
} from '#domains/devices/server/index.ts';
import type { BindServiceSpotsRequest, UpdateStatusRequest } from '#domains/robots/contract/endpoints.ts';
import type { AddRobotAnswer, AddRobotRequest, Robot, UpdateRobotRequest } from '#domains/robots/contract/robot.ts';
import { alarmsOf } from '#domains/robots/rules/robot-alarms.ts';
import { canSeeSpot } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { violatedUnique } from '#platform/database/server/violated-unique.ts';
import { raiseConflict } from '#platform/history/server/last-change.ts';
import { distinctIds } from '#platform/ids/server/distinct-ids.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { commandRobot } from './command-robot.ts';
import { robotSight, visibleSpots, withStock } from './find-robots.ts';
import { robotDriver } from './robot-driver.ts';
import { EVERY_ROBOT, lockRobot, type RobotRow } from './robot-store.ts';

/** Claims the IMEI, adds the robot, makes the broker know it. Where the last step fails nothing stays behind. */
export async function addRobot(context: RequestContext, request: AddRobotRequest): Promise<AddRobotAnswer> {
  const { services, tenantId } = context;
  const device = { tenantId, kind: 'robot', imei: request.imei } as const;
  const password = newDevicePassword();
  const giveUp = () =>
    services.database.acrossTenants('a robot that could not be added', (db) => releaseImei(db, robotDriver, device));
  // who may see chosen spots only must not add a robot that he could not see
  if (visibleSpots(context.actor) !== null && !canSeeSpot(context.actor, request.spotId)) raise('robot.spot-not-found');
  const claimed = await services.database.acrossTenants('an IMEI is unique over all tenants', (db) =>
    claimImei(db, robotDriver, device, password),
  );
  if (!claimed) raise('robot.imei-taken');
  const id = newId();
  let robot: Robot;
  try {
    robot = await context.transaction(async (tx) => {
      await mustBeSpot(tx, context, request.spotId ?? null);
      await tx.db
        .insertInto('robot')
        .values({
          id,
          imei: request.imei,
          name: request.name,
          model: request.model ?? '',
          spot_id: request.spotId ?? null,
          ...settingsOf(request),
        })
        .execute();
      await tx.audit({ action: 'robot:add', objectKind: 'robot', objectId: id, after: request });
      await pushRobot(tx, id, request.spotId ?? null);
      return view(tx, id, context);
    });
  } catch (error) {
    await giveUp();
    // somebody of the tenant claimed it at the same moment, and was the first to add it
    if (violatedUnique(error) === 'robot_tenant_id_imei_key') raise('robot.imei-taken');
    throw error;
  }
  try {
    await registerAdded(services, device, password);
  } catch (error) {
    await context.transaction(async (tx) => {
      await tx.db.deleteFrom('robot').where('id', '=', id).execute();
      await tx.audit({ action: 'robot:add', objectKind: 'robot', objectId: id, result: 'failed' });
    });
    await giveUp();
    throw error;
  }
  return { robot, mqtt: mqttAccess(services, { ...device, name: request.name }, password) };
}

export function updateRobot(context: RequestContext, request: UpdateRobotRequest): Promise<Robot> {
  return context.transaction(async (tx) => {
    const before = (await lockRobot(tx.db, request.id, robotSight(context.actor))) ?? raise('robot.not-found');
    if (request.version !== undefined && request.version !== before.version)
      await raiseConflict(
        tx.db,
        'robot.changed-meanwhile',
        { kind: 'robot', id: before.id, actions: ['robot:add', 'robot:edit'] },
        { ...settingsIn(before), version: before.version },
      );
    const settings = settingsOf(request, before.alarms);
    await tx.db
      .updateTable('robot')
      .set({
        ...settings,
        ...(request.name === undefined ? {} : { name: request.name }),
        ...(request.model === undefined ? {} : { model: request.model }),
        version: before.version + 1,
        wanted_at: tx.now(),
      })
      .where('id', '=', before.id)
      .execute();
    await tx.enqueue(publishConfig, { imei: before.imei, kind: 'robot' }, { key: before.imei });
    const after = (await lockRobot(tx.db, before.id, EVERY_ROBOT)) ?? raise('robot.not-found');
    const [was, is] = [settingsIn(before), settingsIn(after)];
    // a save that changes nothing is no edit; the call has its own row all the same
    if (!isDeepStrictEqual(was, is))
      await tx.audit({ action: 'robot:edit', objectKind: 'robot', objectId: before.id, before: was, after: is });
    await pushRobot(tx, before.id, before.spot_id);
    return view(tx, before.id, context);
  });
}

export function updateStatus(context: RequestContext, { id, status, reason }: UpdateStatusRequest): Promise<Robot> {
  return context.transaction(async (tx) => {
    const robot = (await lockRobot(tx.db, id, robotSight(context.actor))) ?? raise('robot.not-found');
    await commandRobot(tx, robot, { cmd: 'setMaintenance', args: { on: status === 'maintain' }, reason });
    return view(tx, id, context);
  });
}

/** Each robot and the spot are authorised; one that is not refuses all (security 5.5). */
export function bindServiceSpots(context: RequestContext, request: BindServiceSpotsRequest): Promise<null> {
  return context.transaction(async (tx) => {
    const sight = robotSight(context.actor);
    if (request.spotId === null && sight.spotIds !== null) raise('robot.spot-not-found');
    await mustBeSpot(tx, context, request.spotId);
    for (const id of distinctIds(request.robotIds).sort()) {
      const robot = (await lockRobot(tx.db, id, sight)) ?? raise('robot.not-found');
      if (request.from !== undefined && request.from !== robot.spot_id)
        await raiseConflict(
          tx.db,
          'robot.changed-meanwhile',
          { kind: 'robot', id: robot.id, actions: ['robot:add', 'robot:bind-spot'] },
          { spotId: robot.spot_id, from: robot.spot_id },
        );
      await tx.db.updateTable('robot').set({ spot_id: request.spotId }).where('id', '=', robot.id).execute();
      await tx.audit({
        action: 'robot:bind-spot',
        objectKind: 'robot',
        objectId: robot.id,
        before: { spotId: robot.spot_id },
        after: { spotId: request.spotId },
      });
      await pushRobot(tx, robot.id, robot.spot_id);
      if (request.spotId !== robot.spot_id) await pushRobot(tx, robot.id, request.spotId);
    }
    return null;
  });
}

async function mustBeSpot(tx: Transaction, context: RequestContext, spotId: string | null): Promise<void> {
  if (spotId === null) return;
  const spot = isUuid(spotId)
    ? await tx.db.selectFrom('spot').select('id').where('id', '=', spotId).executeTakeFirst()
    : undefined;
  if (!spot || !canSeeSpot(context.actor, spot.id)) raise('robot.spot-not-found');
}

function pushRobot(tx: Transaction, id: string, spotId: string | null): Promise<void> {
  return tx.live({ kind: 'robot', id, spotId });
}

async function view(tx: Transaction, id: string, context: RequestContext): Promise<Robot> {
  const row = (await lockRobot(tx.db, id, robotSight(context.actor))) ?? raise('robot.not-found');
  const [robot] = await withStock(tx.db, [row], context.language);
  return robot ?? raise('robot.not-found');
}

function settingsOf(
  request: Pick<
    AddRobotRequest,
    'reportIntervalSeconds' | 'reportType' | 'canOrderInApp' | 'appLayout' | 'alarms' | 'fridgeLimitCelsius'
  >,
  kept: RobotRow['alarms'] = {},
) {
  return {
    ...(request.reportIntervalSeconds === undefined ? {} : { report_interval_seconds: request.reportIntervalSeconds }),
    ...(request.reportType === undefined ? {} : { report_type: request.reportType }),
    ...(request.canOrderInApp === undefined ? {} : { can_order_in_app: request.canOrderInApp }),
    ...(request.appLayout === undefined ? {} : { app_layout: request.appLayout }),
    ...(request.fridgeLimitCelsius === undefined ? {} : { fridge_limit_celsius: request.fridgeLimitCelsius }),
    ...(request.alarms === undefined ? {} : { alarms: JSON.stringify({ ...kept, ...request.alarms }) }),
  };
}

function settingsIn(row: RobotRow) {
  return {
    name: row.name,
    model: row.model,
    reportIntervalSeconds: row.report_interval_seconds,
    reportType: row.report_type,
    canOrderInApp: row.can_order_in_app,
    appLayout: row.app_layout,
    fridgeLimitCelsius: row.fridge_limit_celsius,
    ...alarmsOf(row.alarms),
  };
}
