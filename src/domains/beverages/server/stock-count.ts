import { sql } from 'kysely';
import {
  type Container,
  type Count,
  type CountFault,
  containerAfter,
  countFaults,
} from '#domains/beverages/rules/stock-count.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';

type Tx = Pick<Transaction, 'db' | 'tenantId'>;

export interface MaterialCount extends Count {
  readonly materialId: string;
}

export interface CountedStock {
  readonly materialId: string;
  readonly code: string;
  /** Undefined where the robot had no container of it. */
  readonly before: Container | undefined;
  readonly after: Container;
  /** The robot told of a newer refill than what was counted: its amount stays. */
  readonly isKept: boolean;
}

/** `at` is the place in the list; a material that the tenant does not have is a fault of its id. */
export interface StockFault {
  readonly at: number;
  readonly field: CountFault['field'] | 'materialId';
  readonly code: string;
}

export type CountOutcome = { readonly counted: readonly CountedStock[] } | { readonly faults: readonly StockFault[] };

/**
 * Stock by hand (settled 81): each material once. Where anything cannot be, nothing is written; what changed is for the audit
 * row, with the reason. Rows are locked in the order of `stock.ts`.
 */
export async function countStock(
  tx: Tx,
  count: {
    robotId: string;
    at: Date;
    materials: readonly MaterialCount[];
    /** What was taken from each material since: the amount that was found then is less by it now. */
    used?: ReadonlyMap<string, number>;
  },
): Promise<CountOutcome> {
  const ids = count.materials.map(({ materialId }) => materialId);
  const codes = await tx.db.selectFrom('material').select(['id', 'code']).where('id', 'in', ids).execute();
  const codeOf = new Map(codes.map(({ id, code }) => [id, code]));
  const known = await lockContainers(tx, count.robotId, ids);
  const faults = count.materials.flatMap((one, at): StockFault[] =>
    codeOf.has(one.materialId)
      ? countFaults(known.get(one.materialId), one).map((fault) => ({ at, ...fault }))
      : [{ at, field: 'materialId', code: 'record.reference-unknown' }],
  );
  if (faults.length > 0) return { faults };
  const counted = count.materials.map((one) => {
    const before = known.get(one.materialId);
    const { materialId, amount } = one;
    const found = containerAfter(before, one, count.at);
    const isKept = amount !== undefined && found.countedAt?.getTime() !== count.at.getTime();
    const used = amount === undefined || isKept ? 0 : (count.used?.get(materialId) ?? 0);
    const after = { ...found, current: Math.max(0, found.current - used) };
    return { materialId, code: codeOf.get(materialId) ?? '', before, after, isKept };
  });
  await writeContainers(tx, count.robotId, counted);
  return { counted };
}

async function lockContainers({ db, tenantId }: Tx, robotId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('robot_material')
    .selectAll()
    .where('tenant_id', '=', Number(tenantId))
    .where('robot_id', '=', robotId)
    .where('material_id', 'in', [...ids])
    .orderBy('material_id')
    .forUpdate()
    .execute();
  return new Map(
    rows.map((row): [string, Container] => [
      row.material_id,
      {
        current: row.current,
        reported: row.reported === null ? null : { level: row.reported, at: row.reported_at ?? new Date(0) },
        filledAt: row.filled_at,
        emptySince: row.empty_since,
        capacity: row.capacity,
        lowMark: row.low_mark,
        ...(row.counted_at && { countedAt: row.counted_at }),
      },
    ]),
  );
}

async function writeContainers({ db, tenantId }: Tx, robotId: string, counted: readonly CountedStock[]): Promise<void> {
  const rows = counted.map(({ materialId, after }) => ({
    material_id: materialId,
    capacity: after.capacity,
    low_mark: after.lowMark,
    current: after.current,
    reported: after.reported?.level ?? null,
    reported_at: after.reported?.at ?? null,
    filled_at: after.filledAt,
    empty_since: after.emptySince,
    counted_at: after.countedAt ?? null,
  }));
  await sql`
    insert into robot_material (tenant_id, robot_id, material_id, capacity, low_mark, current, reported, reported_at,
                                filled_at, empty_since, counted_at)
    select ${tenantId}::bigint, ${robotId}::uuid, r.material_id, r.capacity, r.low_mark, r.current, r.reported, r.reported_at,
           r.filled_at, r.empty_since, r.counted_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(material_id uuid, capacity integer, low_mark integer, current integer, reported integer,
             reported_at timestamptz, filled_at timestamptz, empty_since timestamptz, counted_at timestamptz)
     order by r.material_id
    on conflict (tenant_id, robot_id, material_id) do update
       set capacity = excluded.capacity, low_mark = excluded.low_mark, current = excluded.current,
           reported = excluded.reported, reported_at = excluded.reported_at, filled_at = excluded.filled_at,
           empty_since = excluded.empty_since, counted_at = excluded.counted_at`.execute(db);
}
