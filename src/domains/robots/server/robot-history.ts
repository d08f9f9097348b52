import { ROBOT_ALARMS } from '#domains/robots/contract/robot-alarms.ts';
import { capacityOf, lowMarkOf } from '#domains/robots/contract/stock-endpoints.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { HistoryFields, HistoryPage, HistoryRequest } from '#platform/history/contract/history.ts';
import { readHistory } from '#platform/history/server/read-history.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { robotSight } from './find-robots.ts';
import { findRobot, type VisibleSpots } from './robot-store.ts';

const SETTINGS = [
  'name',
  'model',
  'reportType',
  'reportIntervalSeconds',
  'canOrderInApp',
  'appLayout',
  'fridgeLimitCelsius',
  ...ROBOT_ALARMS,
] as const;

/** What staff did to a robot; its credential is said to be new and nothing more. */
const FIELDS: HistoryFields = {
  'robot:add': ['imei', ...SETTINGS, 'spotId'],
  'robot:edit': SETTINGS,
  'robot:bind-spot': ['spotId'],
  'robot:maintain': ['mode'],
  // by the codes of the tenant's materials
  'robot:refill': [],
  'robot:switch-goods': ['switchedOff'],
  'robot:command': ['cmd'],
  'robot:rotate-credential': [],
  'robot:retire': ['spotId'],
  'robot:bring-back': [],
  'robot:move-away': ['spotId'],
  'robot:move-here': [],
};

/** Who may see the robot may see what was changed; spots that are not the reader's have no name for him. */
export function robotHistory(context: RequestContext, request: HistoryRequest): Promise<HistoryPage> {
  const sight = robotSight(context.actor);
  return context.read(async (db) => {
    const robot = (await findRobot(db, { id: request.id }, sight)) ?? raise('robot.not-found');
    const materials = await db.selectFrom('material').select('code').execute();
    const stock = materials.flatMap(({ code }) => [code, capacityOf(code), lowMarkOf(code)]);
    return readHistory(
      db,
      { ...request, id: robot.id },
      {
        kind: 'robot',
        fields: { ...FIELDS, 'robot:refill': [...stock, 'operator'] },
        always: ['mode'],
        names: { fields: ['spotId'], find: (ids) => spotNames(db, ids, sight.spotIds) },
      },
    );
  });
}

async function spotNames(db: TenantDb, ids: readonly string[], visible: VisibleSpots): Promise<Map<string, string>> {
  const seen = ids.filter((id) => isUuid(id) && (visible === null || visible.includes(id)));
  if (seen.length === 0) return new Map();
  const rows = await db.selectFrom('spot').select(['id', 'name']).where('id', 'in', seen).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
