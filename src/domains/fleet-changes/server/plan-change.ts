import { menuVersions } from '#domains/beverages/server/index.ts';
import { targetBroker } from '#domains/brokers/server/index.ts';
import { findRobotsToChange, type RobotToChange, robotSight } from '#domains/robots/server/index.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { type DryRunRequest, MOST_ROBOTS, type Values } from '../contract/endpoints.ts';
import { valuesToReturnTo } from '../rules/judge-robot.ts';

const SETTINGS = ['reportIntervalSeconds', 'reportType', 'canOrderInApp', 'appLayout'] as const;

export interface PlannedRobot {
  readonly robot: RobotToChange;
  readonly before: Values;
  readonly after: Values;
  readonly note: 'same' | 'busy' | 'offline' | null;
}

export interface Plan {
  /** The values that were asked for. */
  readonly wanted: Values;
  /** In the order in which they are told; what does not change comes last. */
  readonly robots: readonly PlannedRobot[];
}

const faultAt = (path: string, code: string): Problem => new Problem(code, {}, { faults: [{ path, code }] });

/** What the change would make of each robot that is asked for and seen. */
export async function planChange(tx: Transaction, context: RequestContext, request: DryRunRequest): Promise<Plan> {
  const robots = await robotsAsked(tx.db, context, request);
  const { wanted, of } = await wantedOf(tx, context, request, robots);
  const busy = await busyRobots(tx.db);
  const builtIn = context.services.broker.tlsUrl ?? context.services.broker.url;
  const planned = robots.map((robot): PlannedRobot => {
    const after = of(robot);
    const current = valuesOf(robot, Object.keys(after), builtIn);
    const before = valuesToReturnTo(current, robot.firmware);
    // a firmware that it runs and nobody wants of it is news: from now on it shall stay so
    const isSame = Object.entries(after).every(([name, value]) => current[name] === value);
    const note = isSame ? 'same' : busy.has(robot.id) ? 'busy' : robot.online ? null : 'offline';
    return { robot, before, after, note };
  });
  const rank = ({ note }: PlannedRobot) => [null, 'offline', 'busy', 'same'].indexOf(note);
  return { wanted, robots: planned.toSorted((one, other) => rank(one) - rank(other)) };
}

export const isTold = ({ note }: PlannedRobot): boolean => note === null || note === 'offline';

async function robotsAsked(db: TenantDb, context: RequestContext, { imeis, spotIds }: DryRunRequest) {
  if (spotIds?.some((id) => !isUuid(id))) throw faultAt('spotIds', 'robot.spot-not-found');
  const asked = imeis && [...new Set(imeis)];
  const robots = await findRobotsToChange(db, robotSight(context.actor), { imeis: asked, spotIds }, MOST_ROBOTS + 1);
  if (robots.length > MOST_ROBOTS) raise('fleet-change.too-many', { maximum: MOST_ROBOTS });
  if (asked && robots.length < asked.length) throw faultAt('imeis', 'robot.not-found');
  return robots;
}

/** What the server wants of a robot now, in these fields. */
export function valuesOf(robot: RobotToChange, names: readonly string[], builtInUrl: string): Values {
  const all: Values = {
    reportIntervalSeconds: robot.report_interval_seconds,
    reportType: robot.report_type,
    canOrderInApp: robot.can_order_in_app,
    appLayout: robot.app_layout,
    menuVersion: robot.menu_version,
    firmware: robot.wanted_firmware,
    brokerId: robot.broker_id,
    brokerUrl: robot.broker_url ?? builtInUrl,
  };
  return Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
}

async function wantedOf(
  tx: Transaction,
  context: RequestContext,
  request: DryRunRequest,
  robots: readonly RobotToChange[],
): Promise<{ wanted: Values; of: (robot: RobotToChange) => Values }> {
  const same = (wanted: Values) => ({ wanted, of: () => wanted });
  switch (request.kind) {
    case 'settings': {
      const given = SETTINGS.flatMap((name) => {
        const value = request[name];
        return value === undefined ? [] : [[name, value] as const];
      });
      if (given.length === 0) throw faultAt('reportIntervalSeconds', 'fleet-change.value-needed');
      return same(Object.fromEntries(given));
    }
    case 'firmware':
      if (request.firmware === undefined) throw faultAt('firmware', 'fleet-change.value-needed');
      return same({ firmware: request.firmware });
    case 'broker': {
      if (request.brokerId === undefined) throw faultAt('brokerId', 'fleet-change.value-needed');
      // as for a change of brokers by itself
      if (!can(context.actor, 'mqtt:edit')) raise('request.forbidden', { permission: 'mqtt:edit' });
      const { id, url } = await targetBroker(tx, context, request.brokerId);
      return same({ brokerId: id, brokerUrl: url });
    }
    case 'menu': {
      const version = await menuVersions(
        tx.db,
        robots.map(({ spot_id }) => spot_id),
      );
      return { wanted: {}, of: (robot) => ({ menuVersion: version(robot.spot_id) }) };
    }
  }
}

/** Robots that a change under way has told, or will tell; one that is stopped keeps nobody waiting. */
export async function busyRobots(db: TenantDb, apartFrom?: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('fleet_change as change')
    .innerJoin('fleet_change_robot as told', 'told.change_id', 'change.id')
    .select('told.robot_id')
    .where('change.state', 'in', ['running', 'taking_back'])
    .where('told.state', 'in', ['waiting', 'sent', 'returning'])
    .$if(apartFrom !== undefined, (all) => all.where('change.id', '<>', apartFrom ?? ''))
    .execute();
  return new Set(rows.map(({ robot_id }) => robot_id));
}
