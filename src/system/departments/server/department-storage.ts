import { toColumns, type Values } from '#platform/records/server/record-rows.ts';
import type { RecordStorage } from '#platform/records/server/serving.ts';
import { departments } from '../contract/departments.ts';

/** What the table calls otherwise than the view `department_record`. */
const COLUMNS: Readonly<Record<string, string>> = { depart_name: 'name', depart_order: 'sort' };

const columnsOf = (values: Values): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(toColumns(departments, values)).map(([column, value]) => [COLUMNS[column] ?? column, value]),
  );

/** Written is the table behind the view, for a database on several machines writes through none (decision 107). */
export const departmentStorage: RecordStorage = {
  lock: async ({ db }, id) => {
    await db.selectFrom('department').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  },
  insert: async ({ db }, { id, values, made: { createdAt: created_at, createdBy: created_by } }) => {
    const facts = { id, created_at, created_by, updated_at: created_at };
    await db
      .insertInto('department')
      .values({ ...facts, ...columnsOf(values) } as never)
      .execute();
  },
  update: async (tx, { id, values, version }) => {
    const facts = { version, updated_at: tx.now(), updated_by: tx.actor.name };
    await tx.db
      .updateTable('department')
      .set({ ...columnsOf(values), ...facts })
      .where('id', '=', id)
      .execute();
  },
  remove: async ({ db }, id) => {
    await db.deleteFrom('department').where('id', '=', id).execute();
  },
};
