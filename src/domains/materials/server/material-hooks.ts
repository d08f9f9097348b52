import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RowOf } from '#platform/records/contract/fields.ts';
import type { materials } from '../contract/materials.ts';
import { codeFromName, isMaterialCode } from '../rules/material-code.ts';
import { type MaterialUse, materialFaults } from '../rules/material-locks.ts';

type Fields = RowOf<(typeof materials)['fields']>;
interface Save {
  readonly id: string;
  readonly draft: Fields;
  readonly before: Fields | undefined;
}

/** What recipes and robots say of it must stay true, and robots must be able to say its code, each its own. */
export async function mustStayTrue(tx: Transaction, { id, draft, before }: Save): Promise<void> {
  const faults: { path: string; code: string }[] = [...materialFaults(draft, before, await findUse(tx, id))];
  if (draft.code !== '' && draft.code !== before?.code) {
    if (!isMaterialCode(draft.code)) faults.push({ path: 'code', code: 'material.code-malformed' });
    else if ((await codesBut(tx, id)).has(draft.code.toLowerCase()))
      faults.push({ path: 'code', code: 'record.taken' });
  }
  const [first] = faults;
  if (first) raise(first.code, {}, { faults });
}

/** One that nobody gave a code gets it from its name; one that has a code keeps it. */
export async function codeOf(tx: Transaction, { id, draft, before }: Save): Promise<Partial<Fields>> {
  if (draft.code !== '') return {};
  return { code: before?.code || codeFromName(draft.name, await codesBut(tx, id)) };
}

async function findUse({ db }: Transaction, id: string): Promise<MaterialUse> {
  const { rows } = await sql<MaterialUse>`
    select (select count(*)::integer from recipe_line where tenant_id = ${THIS_TENANT} and material_id = ${id}) as recipes,
           (select count(*)::integer from robot_material where tenant_id = ${THIS_TENANT} and material_id = ${id}) as stocks`.execute(
    db,
  );
  return rows[0]!;
}

async function codesBut({ db }: Transaction, id: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('material').select('code').where('id', '!=', id).execute();
  return new Set(rows.map(({ code }) => code.toLowerCase()));
}
