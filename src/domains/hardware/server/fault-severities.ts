import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { FAULT_SEVERITIES, HARDWARE_KINDS } from '../contract/hardware-types.ts';

type Kind = (typeof HARDWARE_KINDS)[number];
type FaultSeverity = (typeof FAULT_SEVERITIES)[number];

/** What the types of the parts that are in use in robots say of their faults, by robot and kind; of several the worst. */
export async function faultSeveritiesOf(
  db: TenantDb,
  robotIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<Kind, FaultSeverity>>> {
  const rows = await db
    .selectFrom('hardware')
    .innerJoin('hardware_type', 'hardware_type.id', 'hardware.hardware_type_id')
    .select(['hardware.robot_id', 'hardware_type.kind', 'hardware_type.fault_severity'])
    .distinct()
    .where(sql<boolean>`hardware.robot_id = any(${[...robotIds]}::uuid[])`)
    .where('hardware.status', '=', 'in_use')
    // the worst comes last, and stays: critical, major, minor stand in the order of their letters
    .orderBy('hardware_type.fault_severity', 'desc')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ robot_id }) => robot_id ?? '')].map(([id, parts]) => [
      id,
      new Map(parts.map(({ kind, fault_severity }) => [kind as Kind, fault_severity as FaultSeverity])),
    ]),
  );
}
