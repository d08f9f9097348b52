import * as z from 'zod';
import { ROBOT_IMPORT_LIMITS, robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { Imei, Text } from '#platform/http/contract/fields.ts';
import type { CheckImportRequest, ImportJob } from '#platform/imports/contract/import-job.ts';
import { checkImport } from '#platform/imports/server/check-import.ts';
import { defineImport, type RowFault } from '#platform/imports/server/define-import.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { addRobot } from './change-robots.ts';
import { visibleSpots } from './find-robots.ts';

const RobotRow = z.strictObject({ imei: Imei, name: Text(100, 1), spotName: Text(200).optional() });

/**
 * Robots by IMEI, name and the name of their spot. Each is added as by hand; its MQTT password is not returned, for it
 * would lie in a file: the person who installs the robot creates a new one (`rotateCredential`).
 */
export const robotImport = defineImport({
  kind: 'robots',
  namespace: 'robots',
  permission: robotEndpoints.add.permission ?? '',
  limits: ROBOT_IMPORT_LIMITS,
  columns: {
    imei: {
      example: '860000000000001',
      needed: true,
      allowed: [{ code: 'fault.imei' }, { code: 'import.cell.unique' }],
    },
    name: { example: 'Robot 1', needed: true },
    spotName: { example: 'Central Station', needed: false, allowed: [{ code: 'import.cell.reference' }] },
  },
  row: RobotRow,
  check: async (context, rows) => {
    const taken = await findTaken(
      context,
      rows.map(({ row }) => row.imei),
    );
    const spots = await context.read((db) => spotsByName(db, context));
    const firstRow = new Map<string, number>();
    const faults: RowFault[] = [];
    for (const { rowNo, row } of rows) {
      const first = firstRow.get(row.imei);
      if (first !== undefined) faults.push({ rowNo, column: 'imei', code: 'import.row.twice', params: { row: first } });
      else if (taken.has(row.imei)) faults.push({ rowNo, column: 'imei', code: 'robot.imei-taken' });
      firstRow.set(row.imei, first ?? rowNo);
      const fault = spotFault(context, spots, row.spotName);
      if (fault) faults.push({ rowNo, column: 'spotName', code: fault });
    }
    return faults;
  },
  apply: async (context, { imei, name, spotName }, isRepeat) => {
    const spotId = await context.read(async (db) => {
      const spots = await spotsByName(db, context);
      const fault = spotFault(context, spots, spotName);
      return fault ? raise(fault) : ((spotName && spots.get(spotName.toLowerCase())?.[0]) ?? null);
    });
    try {
      await addRobot(context, { imei, name, spotId });
    } catch (error) {
      // an earlier run was cut off between adding the robot and noting it
      const isOurs = isRepeat && error instanceof Problem && error.code === 'robot.imei-taken';
      if (!isOurs || !(await context.read((db) => isRobotHere(db, imei, name)))) throw error;
    }
    return undefined;
  },
});

export function checkRobotImport(context: RequestContext, request: CheckImportRequest): Promise<ImportJob> {
  return checkImport(context, robotImport, request);
}

/** An IMEI is unique over all tenants; the tenant that has it is not shown. */
async function findTaken(context: RequestContext, imeis: readonly string[]): Promise<ReadonlySet<string>> {
  if (imeis.length === 0) return new Set();
  const rows = await context.services.database.acrossTenants('an IMEI is unique over all tenants', (db) =>
    db
      .selectFrom('device_credential')
      .innerJoin('robot', 'robot.imei', 'device_credential.imei')
      .select('robot.imei')
      .where('robot.imei', 'in', [...imeis])
      .execute(),
  );
  return new Set(rows.map((row) => row.imei));
}

/** Ids by name in small letters: a file names a spot in the language of who took it along, and two may be called the same. */
type SpotsByName = ReadonlyMap<string, readonly string[]>;

async function spotsByName(db: TenantDb, context: RequestContext): Promise<SpotsByName> {
  const visible = visibleSpots(context.actor);
  const rows = await db.selectFrom('spot').select(['id', 'name', 'name_zh']).execute();
  const idsOf = new Map<string, string[]>();
  for (const { id, name, name_zh } of rows) {
    if (visible !== null && !visible.includes(id)) continue;
    for (const written of new Set([name.toLowerCase(), name_zh.toLowerCase()]))
      idsOf.set(written, [...(idsOf.get(written) ?? []), id]);
  }
  return idsOf;
}

function spotFault(context: RequestContext, spots: SpotsByName, name: string | undefined) {
  if (!name) return visibleSpots(context.actor) === null ? undefined : 'robot.spot-not-found';
  const [found, other] = spots.get(name.toLowerCase()) ?? [];
  if (other) return 'import.row.ambiguous';
  return found ? undefined : 'robot.spot-not-found';
}

async function isRobotHere(db: TenantDb, imei: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('robot')
    .select('id')
    .where('imei', '=', imei)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}
