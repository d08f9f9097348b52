import type { TenantDb } from '#platform/database/server/database.ts';

/** The reader of the terminal at a robot; undefined where none is bound, or none is registered at the provider. */
export async function readerOfRobot(db: TenantDb, robotId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('pos_terminal')
    .select('reader_ref')
    .where('robot_id', '=', robotId)
    .where('reader_ref', '<>', '')
    .executeTakeFirst();
  return row?.reader_ref;
}
