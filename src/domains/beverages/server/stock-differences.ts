import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Whether book and measurement of the row `held` are wide apart: `isWideDifference`. */
export const isWideInSql: RawBuilder<boolean> = sql<boolean>`coalesce(
  abs(held.reported - held.current)::bigint * 20 > held.capacity, false)`;

/**
 * Notes since when book and measurement are wide apart, and clears it when they are not, of all robots. Rows are locked
 * in one order, as everywhere in `stock.ts`; what is being changed just now is looked at the next time.
 */
export async function noteWideDifferences<Tables>(db: Kysely<Tables>, now: Date): Promise<void> {
  const { rows: tenants } = await sql<{ tenant_id: number }>`
    select distinct held.tenant_id from robot_material as held
     where ${isWideInSql} <> (held.wide_since is not null) order by held.tenant_id`.execute(db);
  for (const { tenant_id } of tenants)
    await sql`
      with turned as (
        select held.robot_id, held.material_id, ${isWideInSql} as wide from robot_material as held
         where held.tenant_id = ${tenant_id} and ${isWideInSql} <> (held.wide_since is not null)
         order by held.robot_id, held.material_id for update skip locked
      )
      update robot_material m set wide_since = case when turned.wide then ${now}::timestamptz end
        from turned
       where m.tenant_id = ${tenant_id} and m.robot_id = turned.robot_id and m.material_id = turned.material_id`.execute(
      db,
    );
}
