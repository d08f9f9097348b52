import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { mustHold } from '#platform/invariants/rules/must-hold.ts';

/**
 * Stock of robots (practice 13): reserved at 2201, consumed at 2301, released at 2252, set at a refill. What may be sold from
 * is `level`, which the database derives as `rules/material-level.ts` says; what robots measure comes by `stock-reports.ts`. Every change is one
 * statement on `robot_material`, whose rows are locked before (security 8.3), and `stock_reservation` remembers what each cup holds, so that saying the
 * same thing twice changes nothing.
 */
type Tx = Pick<Transaction, 'db' | 'tenantId'>;

export interface CupToReserve {
  readonly drinkNo: number;
  readonly recipe: readonly { materialId: string; amount: number; necessary: boolean }[];
}

export interface CupMaterial {
  readonly drinkNo: number;
  readonly materialId: string;
}

/**
 * Holds the materials of an order's cups. Where a necessary one does not reach, nothing is reserved and its ids are
 * answered, unless `evenIfShort`: money that has come is a promise, and the drink then shows as sold out to the next
 * customer. Auxiliary materials are held for as many cups as they reach; `leftOut` are the others, which are made without. A cup whose materials were released (it failed
 * and is made again) is held anew.
 */
export async function reserveStock(
  tx: Tx,
  order: { orderNo: string; robotId: string; cups: readonly CupToReserve[]; evenIfShort?: boolean },
): Promise<{ missingMaterialIds: string[]; leftOut: CupMaterial[] }> {
  const wanted = order.cups.flatMap(({ drinkNo, recipe }) =>
    recipe.map(({ materialId, amount, necessary }) => ({ drinkNo, materialId, amount, necessary })),
  );
  if (wanted.length === 0) return { missingMaterialIds: [], leftOut: [] };
  const materialIds = [...new Set(wanted.map(({ materialId }) => materialId))];
  // in a statement of its own: the one that inserts then reads what no one else can change
  await sql`
    select from robot_material m
     where m.tenant_id = ${tx.tenantId} and m.robot_id = ${order.robotId} and m.material_id = any(${materialIds}::uuid[])
     order by m.material_id for update`.execute(tx.db);
  const { rows } = await sql<{ missing: string[]; leftOut: CupMaterial[]; lowest: number }>`
    with wanted as (
      select * from ${asRows(wanted)} as w("drinkNo" smallint, "materialId" uuid, amount integer, necessary boolean)
       where not exists (
         select from stock_reservation r
          where r.tenant_id = ${tx.tenantId} and r.order_no = ${order.orderNo} and r.drink_no = w."drinkNo"
            and r.material_id = w."materialId" and r.state <> 'released')
    ), held as (
      select m.material_id, m.level - m.reserved as free, least(m.current, m.reserved) as lowest from robot_material m
       where m.tenant_id = ${tx.tenantId} and m.robot_id = ${order.robotId}
         and m.material_id in (select "materialId" from wanted)
    ), running as (
      select w.*, held.free, held.material_id is not null as known,
             sum(w.amount) over (partition by w."materialId" order by w."drinkNo") as needed
        from wanted w left join held on held.material_id = w."materialId"
    ), missing as (
      select distinct "materialId" from running where necessary and coalesce(free, 0) < needed
    ), reserved as (
      insert into stock_reservation (tenant_id, order_no, drink_no, material_id, robot_id, amount)
      select ${tx.tenantId}::bigint, ${order.orderNo}::text, "drinkNo", "materialId", ${order.robotId}::uuid, amount from running
       where known and (${order.evenIfShort ?? false}::boolean or not exists (select from missing))
         and (necessary or needed <= free)
      on conflict (tenant_id, order_no, drink_no, material_id)
      do update set state = 'reserved', amount = excluded.amount, robot_id = excluded.robot_id
       where stock_reservation.state = 'released'
      returning material_id, amount
    ), changed as (
      update robot_material m set reserved = m.reserved + need.amount
        from (select material_id, sum(amount)::integer as amount from reserved group by material_id) need
       where m.tenant_id = ${tx.tenantId} and m.robot_id = ${order.robotId} and m.material_id = need.material_id
    )
    select coalesce((select array_agg("materialId"::text order by "materialId") from missing), '{}') as missing,
           coalesce((select jsonb_agg(jsonb_build_object('drinkNo', "drinkNo", 'materialId', "materialId"))
                       from running where not necessary and not (known and needed <= free)), '[]') as "leftOut",
           coalesce((select min(lowest) from held), 0) as lowest`.execute(tx.db);
  const { missing, leftOut, lowest } = rows[0]!;
  mustHold('stock.never-negative', lowest >= 0, { object: order.robotId, orderNo: order.orderNo, lowest });
  return { missingMaterialIds: missing, leftOut };
}

/** What a robot says it used, by the material's code and in its unit. */
export interface UsedMaterial {
  readonly code: string;
  readonly amount: number;
}

/** Cups of an order; without `drinkNos` all that it still holds. */
interface Cups {
  readonly orderNo: string;
  readonly robotId: string;
  readonly drinkNos?: readonly number[] | undefined;
  readonly used?: readonly UsedMaterial[] | undefined;
}

/** A cup is made: what the robot reports is taken from stock, else the recipe; the reservation ends. */
export function consumeStock(
  tx: Tx,
  cup: { orderNo: string; drinkNo: number; robotId: string; used?: readonly UsedMaterial[] | undefined },
): Promise<void> {
  return settle(tx, { ...cup, drinkNos: [cup.drinkNo] }, 'consumed');
}

/** Cups that will not be made: what was not used is free again. */
export function releaseStock(tx: Tx, cups: Cups): Promise<void> {
  return settle(tx, cups, 'released');
}

async function settle(tx: Tx, cups: Cups, state: 'consumed' | 'released'): Promise<void> {
  const drinks = cups.drinkNos ? sql`drink_no = any(${[...cups.drinkNos]}::smallint[])` : sql`true`;
  // what was reported counts once, for the reservations that end with it
  const byRecipe = state === 'consumed' ? sql`done.amount` : sql`0`;
  const { rows } = await sql<{ material: string; reserved: number; unreserve: number }>`
    with used as (
      select material.id as material_id, sum(u.amount)::integer as amount
        from ${asRows(cups.used ?? [])} as u(code text, amount integer)
        join material on material.tenant_id = ${tx.tenantId} and material.code = u.code
       group by material.id
    ), ended as (
      update stock_reservation set state = ${state}
       where tenant_id = ${tx.tenantId} and order_no = ${cups.orderNo} and robot_id = ${cups.robotId}
         and state = 'reserved' and ${drinks}
      returning material_id, amount
    ), done as (
      select material_id, sum(amount)::integer as amount from ended group by material_id
    ), change as (
      select coalesce(done.material_id, used.material_id) as material_id,
             coalesce(done.amount, 0) as unreserve,
             coalesce(used.amount, ${byRecipe}, 0) as take
        from done full join used on used.material_id = done.material_id
       where exists (select from done)
    ), locked as (
      select m.material_id, m.reserved from robot_material m
       where m.tenant_id = ${tx.tenantId} and m.robot_id = ${cups.robotId}
         and m.material_id in (select material_id from change)
       order by m.material_id for update
    ), settled as (
      update robot_material m
         set reserved = greatest(0, m.reserved - change.unreserve), current = greatest(0, m.current - change.take),
             -- afterUse: null stays null
             reported = case when m.reported is not null then greatest(0, m.reported - change.take) end
        from change join locked on locked.material_id = change.material_id
       where m.tenant_id = ${tx.tenantId} and m.robot_id = ${cups.robotId} and m.material_id = change.material_id
    )
    select locked.material_id as material, locked.reserved, change.unreserve
      from locked join change on change.material_id = locked.material_id
     where locked.reserved < change.unreserve`.execute(tx.db);
  const [short] = rows;
  mustHold('stock.reserved-for-cups', short === undefined, { object: cups.robotId, orderNo: cups.orderNo, ...short });
}

export interface RefilledMaterial {
  readonly code: string;
  readonly before: number;
  readonly after: number;
  /** The robot ran out of it once more after this refill, which was received late. */
  readonly stillEmpty: boolean;
}

/**
 * Somebody filled up at `at`, device time: levels are absolute, by the material's code (practice 13). What is reserved stays
 * reserved, what the robot said before is cleared (`afterRefill`). Returns what changed, for the audit row with the
 * operator; codes that the tenant does not know are left out, and what staff have counted since (`afterRefill`).
 */
export async function refillStock(
  tx: Tx,
  refill: { robotId: string; at: Date; materials: readonly { code: string; level: number }[] },
): Promise<RefilledMaterial[]> {
  await sql`
    select from robot_material m
     where m.tenant_id = ${tx.tenantId} and m.robot_id = ${refill.robotId}
       and m.material_id in (
         select material.id from material
          where material.tenant_id = ${tx.tenantId} and material.code = any(${refill.materials.map(({ code }) => code)}::text[]))
     order by m.material_id for update`.execute(tx.db);
  const { rows } = await sql<RefilledMaterial>`
    with level as (
      select material.id as material_id, material.code, max(l.level)::integer as level
        from ${asRows(refill.materials)} as l(code text, level integer)
        join material on material.tenant_id = ${tx.tenantId} and material.code = l.code
       group by material.id, material.code
    ), before as (
      select m.material_id, m.current from robot_material m
       where m.tenant_id = ${tx.tenantId} and m.robot_id = ${refill.robotId}
         and m.material_id in (select material_id from level)
    ), filled as (
      insert into robot_material as m (tenant_id, robot_id, material_id, capacity, current, filled_at)
      select ${tx.tenantId}::bigint, ${refill.robotId}::uuid, level.material_id, level.level, level.level, ${refill.at}::timestamptz
        from level left join before on before.material_id = level.material_id
      on conflict (tenant_id, robot_id, material_id) do update
         set current = excluded.current, filled_at = excluded.filled_at,
             reported = case when m.reported_at > excluded.filled_at then m.reported end,
             reported_at = case when m.reported_at > excluded.filled_at then m.reported_at end,
             empty_since = case when m.empty_since > excluded.filled_at then m.empty_since end
       where m.counted_at is null or excluded.filled_at > m.counted_at
      returning material_id, current, empty_since is not null as "stillEmpty"
    )
    select level.code, coalesce(before.current, 0) as before, filled.current as after, filled."stillEmpty"
      from filled join level on level.material_id = filled.material_id
      left join before on before.material_id = filled.material_id
     order by level.code`.execute(tx.db);
  return rows;
}

/**
 * Staff believe the robot (settled 152): the book becomes what it measured after the last refill. Answers what changed, or
 * nothing where it measured nothing since.
 */
export async function takeOverReported(
  tx: Tx,
  which: { robotId: string; materialId: string },
): Promise<Omit<RefilledMaterial, 'stillEmpty'> | undefined> {
  const { rows } = await sql<Omit<RefilledMaterial, 'stillEmpty'>>`
    with before as (
      select m.material_id, m.current, m.reported from robot_material m
       where m.tenant_id = ${tx.tenantId} and m.robot_id = ${which.robotId} and m.material_id = ${which.materialId}
         and m.reported is not null
         for update
    ), taken as (
      update robot_material m set current = before.reported from before
       where m.tenant_id = ${tx.tenantId} and m.robot_id = ${which.robotId} and m.material_id = before.material_id
    )
    select material.code, before.current as before, before.reported as after
      from before join material on material.tenant_id = ${tx.tenantId} and material.id = before.material_id`.execute(
    tx.db,
  );
  return rows[0];
}

/** Objects as rows of a statement: one bound JSON text, whatever their number. */
function asRows(rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;
}
