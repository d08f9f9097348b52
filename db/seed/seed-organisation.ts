import type { Kysely } from 'kysely';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { newId } from '#platform/ids/server/new-id.ts';

interface Organisation {
  readonly tenantId: number;
  /** Codes of a department begin those of the departments below it. */
  readonly departments: readonly (readonly [orgCode: string, name: string, parent: string | null])[];
  readonly positions: readonly (readonly [code: string, name: string, rank: number])[];
}

const ORGANISATIONS: readonly Organisation[] = [
  {
    tenantId: 1000,
    departments: [
      ['A01', 'Field service', null],
      ['A02', 'Customer care', null],
      ['A01A01', 'Workshop', 'A01'],
      ['A01A02', 'Logistics', 'A01'],
    ],
    positions: [
      ['TECH', 'Service technician', 2],
      ['LEAD', 'Team lead', 4],
      ['CARE', 'Customer adviser', 1],
      ['AREA', 'Area manager', 5],
      ['FILL', 'Route driver', 1],
    ],
  },
  {
    tenantId: 1001,
    departments: [
      ['B01', '运营部', null],
      ['B01A01', '设备维护组', 'B01'],
    ],
    positions: [
      ['WX', '维护工程师', 3],
      ['YY', '运营专员', 2],
      ['QY', '区域经理', 5],
      ['BH', '补货员', 1],
    ],
  },
  {
    tenantId: 1002,
    departments: [],
    positions: [
      ['TECH', 'Service technician', 2],
      ['LEAD', 'Shop lead', 4],
    ],
  },
];

/** Departments and positions of the demo's tenants, where they are missing. */
export async function seedOrganisation(db: Kysely<Tables>): Promise<void> {
  for (const { tenantId: tenant_id, departments, positions } of ORGANISATIONS) {
    const known = await db
      .selectFrom('department')
      .select(['id', 'org_code'])
      .where('tenant_id', '=', tenant_id)
      .execute();
    const ids = new Map(known.map((row) => [row.org_code, row.id]));
    for (const [org_code, name, parent] of departments) {
      if (ids.has(org_code)) continue;
      const id = newId();
      ids.set(org_code, id);
      const parent_id = parent === null ? null : (ids.get(parent) ?? null);
      await db.insertInto('department').values({ tenant_id, id, org_code, name, parent_id }).execute();
    }
    // once: what somebody deletes stays deleted
    const anyPosition = db.selectFrom('position').select('id').where('tenant_id', '=', tenant_id).limit(1);
    if (await anyPosition.executeTakeFirst()) continue;
    await db
      .insertInto('position')
      .values(positions.map(([code, name, post_rank]) => ({ tenant_id, id: newId(), code, name, post_rank })))
      .execute();
  }
}
